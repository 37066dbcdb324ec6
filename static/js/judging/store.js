// What a contestant made, kept in the browser until the server has it. One entry a problem and
// one a form that is to be sent, so that two tabs do not overwrite each other.

const read = key => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};

/** A UUID, also where the page is not served by HTTPS. */
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether this browser keeps anything at all; a private window may not. */
export function keeps() {
  try {
    localStorage.setItem("taikai-try", "1");
    localStorage.removeItem("taikai-try");
    return true;
  } catch {
    return false;
  }
}

export class Store {
  constructor(sitting) {
    this.prefix = `taikai-paper-${sitting}`;
  }

  write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Full or forbidden: the page still holds it, and sends it.
    }
  }

  /** { text, seq, acked }: `acked` is the newest count the server has. */
  answer(problem) {
    return read(`${this.prefix}-answer-${problem}`);
  }

  keep(problem, answer) {
    this.write(`${this.prefix}-answer-${problem}`, answer);
  }

  /** Forms on their way, oldest first: { key, problem, answer, pages, at }. */
  forms() {
    if (!keeps()) return [];
    const mine = Object.keys(localStorage).filter(key => key.startsWith(`${this.prefix}-form-`));
    return mine.map(read).filter(Boolean).sort((a, b) => a.at - b.at);
  }

  put(form) {
    this.write(`${this.prefix}-form-${form.key}`, form);
  }

  drop(form) {
    if (keeps()) localStorage.removeItem(`${this.prefix}-form-${form.key}`);
  }
}

/** Photos that wait for the connection. Where there is no IndexedDB the page alone holds them. */
export class Photos {
  constructor(sitting) {
    this.sitting = sitting;
    this.added = new Set();
    this.base = new Promise(done => {
      try {
        const asked = indexedDB.open("taikai-pages", 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore("pages", { keyPath: "key" });
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => done(null);
      } catch {
        done(null);
      }
    });
  }

  async act(mode, what) {
    const base = await this.base;
    if (!base) return null;
    return new Promise(done => {
      const asked = what(base.transaction("pages", mode).objectStore("pages"));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(null);
    });
  }

  page(problem, file) {
    return { key: uuid(), sitting: this.sitting, problem, name: file.name, file };
  }

  async add(page) {
    this.added.add(page.key);
    await this.act("readwrite", pages => pages.put(page));
  }

  /** Those that were kept before this page was opened. */
  async earlier() {
    const kept = (await this.act("readonly", pages => pages.getAll())) ?? [];
    return kept.filter(page => page.sitting === this.sitting && !this.added.has(page.key));
  }

  async remove(page) {
    await this.act("readwrite", pages => pages.delete(page.key));
  }
}
