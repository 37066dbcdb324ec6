// The pages of a proof: photographed or chosen, kept here until sent, put in order.

import { ask, upload } from "./line.js";

const MOST = 10_000_000; // bytes of a file

export class Pages {
  constructor(problem) {
    Object.assign(this, { problem, paper: problem.paper, say: problem.say, shown: [...problem.data.uploads], held: [], percent: 0 });
    this.box = problem.article.querySelector(".pages");
    this.list = this.box.querySelector("ol");
    for (const input of this.box.querySelectorAll("[data-add]"))
      input.addEventListener("change", () => {
        this.take([...input.files]);
        input.value = "";
      });
    this.box.addEventListener("dragover", event => event.preventDefault());
    this.box.addEventListener("drop", event => {
      event.preventDefault();
      this.take([...event.dataTransfer.files]);
    });
    this.draw();
  }

  get waiting() {
    return this.held.length;
  }

  async take(files) {
    this.problem.fail("");
    const { photos } = this.paper, tooBig = files.filter(file => file.size > MOST);
    const faults = tooBig.map(({ name, size }) => this.say("page_too_big", { name, size: (size / 1_000_000).toFixed(1) }));
    if (faults.length) this.problem.fail(faults.join(" "), false);
    const pages = files.filter(file => file.size <= MOST).map(file => photos.page(this.problem.id, file));
    this.held.push(...pages);
    this.draw();
    await Promise.all(pages.map(page => photos.add(page)));
    this.send();
  }

  /** One page after the other; each is kept here until the server has it. */
  async send() {
    if (this.sending || this.paper.stopped) return;
    this.sending = true;
    try {
      while (this.held.length && !this.paper.stopped) {
        const [page] = this.held, asked = new URLSearchParams({ problem: this.problem.id, device: this.paper.device });
        this.percent = 0;
        const answer = await upload(`${this.paper.page.urls.api}uploads/?${asked}`, page.file, page.name, percent => {
          this.percent = percent;
          this.draw();
        });
        if (this.paper.met(answer)) return;
        // Too late: it stays here, and goes up if somebody gives more time.
        if (["paper_over", "handed_in"].includes(answer.code)) return this.paper.look();
        if (answer.ok) {
          if (!this.shown.some(one => one.id === answer.data.id)) this.shown.push(answer.data);
          this.paper.offline.keep();
        } else {
          this.problem.want(false);
          this.problem.fail(answer.data?.title ?? this.say("page_failed", { name: page.name, why: answer.status }), false);
        }
        this.held.shift();
        await this.paper.photos.remove(page);
        this.draw();
        this.problem.draw();
      }
    } catch {
      this.paper.lost();
    } finally {
      this.sending = false;
      this.draw();
    }
    if (this.problem.wanted) this.problem.send();
  }

  /** The server's pages instead of those that the browser kept, and what went up from here since. */
  renew(uploads) {
    const told = new Set([...uploads, ...this.problem.data.uploads].map(one => one.id));
    this.shown = [...uploads, ...this.shown.filter(one => !told.has(one.id))];
    this.draw();
  }

  async move(n, by) {
    const before = [...this.shown], [page] = this.shown.splice(n, 1);
    this.shown.splice(n + by, 0, page);
    this.draw();
    this.list.children[n + by]?.querySelector(by < 0 ? ".up" : ".down")?.focus();
    const body = new URLSearchParams({ problem: this.problem.id, device: this.paper.device });
    for (const one of this.shown) body.append("page", one.id);
    if (!(await this.asked("POST", this.paper.page.urls.pages, body))) this.shown = before;
    this.draw();
  }

  async remove(n) {
    const [page] = this.shown.slice(n, n + 1), url = `${this.paper.page.urls.uploads}${page.id}/?device=${this.paper.device}`;
    if (!(await this.asked("DELETE", url))) return;
    this.shown = this.shown.filter(one => one !== page);
    this.paper.tell(this.say("page_removed"));
    this.draw();
    this.problem.draw();
    this.box.querySelector("input").focus();
  }

  /** Whether the server did it; else why not stands at the problem. */
  async asked(method, url, body) {
    try {
      const answer = await ask(method, url, body);
      if (this.paper.met(answer) || answer.ok || answer.status === 404) return answer.ok || answer.status === 404;
      this.problem.fail(answer.data?.title ?? this.say("refused", { why: answer.status }), false);
    } catch {
      this.paper.lost();
      this.problem.fail(this.say("offline"), false);
    }
    return false;
  }

  draw() {
    const rows = this.shown.map((page, n) => this.row(page, n));
    for (const [n, page] of this.held.entries()) {
      const item = document.createElement("li");
      item.dataset.held = "";
      item.textContent = this.say(n === 0 && this.sending && !this.paper.away ? "page_sending" : "page_waits", { name: page.name, percent: this.percent });
      rows.push(item);
    }
    this.list.replaceChildren(...rows);
  }

  row(page, n) {
    const item = document.createElement("li"), link = document.createElement("a"), words = document.createElement("span");
    Object.assign(link, { href: page.url, target: "_blank" });
    link.setAttribute("aria-label", `${this.say("page", { n: n + 1 })} ${page.name}`);
    if (page.media_type === "application/pdf") link.textContent = "PDF";
    else link.append(Object.assign(new Image(), { src: page.url, alt: "", loading: "lazy" }));
    words.textContent = `${this.say("page", { n: n + 1 })} `;
    const small = document.createElement("small");
    small.textContent = page.pages > 1 ? this.say("sheets", { n: page.pages }) : page.name;
    words.append(small);
    item.append(link, words, this.button("↑", "up", "page_up", n, () => this.move(n, -1), n === 0), this.button("↓", "down", "page_down", n, () => this.move(n, 1), n === this.shown.length - 1), this.button("×", "drop", "page_remove", n, () => this.remove(n)));
    return item;
  }

  button(glyph, kind, words, n, act, off = false) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: kind, textContent: glyph, disabled: off });
    button.setAttribute("aria-label", this.say(words, { n: n + 1 }));
    button.addEventListener("click", act);
    return button;
  }
}
