// Has the browser keep this paper, so that it opens again without a connection (worker.js).

const SOON = 5_000; // ms between two pages that are kept

const parts = () => {
  const mine = new URL(location.href).origin;
  const found = [...performance.getEntriesByType("resource").map(one => one.name), ...[...document.images].map(one => one.src)];
  return [...new Set(found)].filter(url => url.startsWith(`${mine}/static/`) || url.startsWith(`${mine}/j/images/`));
};

export class Offline {
  constructor(page) {
    this.page = page;
    this.last = -SOON;
    this.again = "again" in document.body.dataset;
  }

  /** The server's time as the page came: of one that was kept, what it said and how long ago. */
  get now() {
    const { server_time } = this.page.clock, age = Number(document.body.dataset.again ?? 0);
    return new Date(Date.parse(server_time) + age).toISOString();
  }

  /** Keep the page as the server has it, now or soon; also after something was sent. */
  keep() {
    if (!("serviceWorker" in navigator) || this.due) return;
    this.due = setTimeout(() => this.keepNow(), Math.max(0, this.last + SOON - performance.now()));
  }

  async keepNow() {
    this.due = 0;
    this.last = performance.now();
    try {
      this.found ??= await navigator.serviceWorker.register(this.page.urls.worker);
      const worker = this.found.active ?? (await navigator.serviceWorker.ready).active;
      const line = new MessageChannel();
      line.port1.onmessage = () => (document.body.dataset.kept = "");
      worker.postMessage({ parts: parts() }, [line.port2]);
    } catch {
      // The paper works without; a reload then needs the connection.
    }
  }

  /** The paper is over: nothing of it stays. */
  async forget() {
    clearTimeout(this.due);
    const found = await navigator.serviceWorker?.getRegistration(location.pathname);
    found?.active?.postMessage({});
    await found?.unregister();
  }
}
