// One problem of a paper: what is typed, what of it is kept where, what was sent.

import { Looks } from "../api.js";
import { control } from "./answer.js";
import { ask } from "./line.js";
import { Pages } from "./pages.js";
import { uuid } from "./store.js";

const READ = 500; // ms of silence before the server is asked what it understands

const one = (selector, root) => root.querySelector(selector);

export class Problem {
  constructor(article, data, paper) {
    Object.assign(this, { article, data, paper, looks: new Looks(), say: paper.say, error: one(".error", article), note: one(".kept", article) });
    this.nav = document.querySelector(`[data-nav="${data.id}"]`);
    this.form = one("form.answer", article);
    this.answer = this.known();
    this.wanted = !!paper.store.answer(data.id)?.wanted;
    if (this.form) this.prepare();
    this.draw();
  }

  get id() {
    return this.data.id;
  }

  /** What this browser keeps, or what the server has when that is newer. */
  known() {
    const here = this.paper.store.answer(this.id), { draft, seq } = this.data;
    const server = { text: draft, seq, acked: seq };
    if (!here) return server;
    if (here.acked === here.seq || here.text === draft) return here.seq > seq ? { ...here, text: here.text } : server;
    if (seq > here.acked) {
      this.other = here.text;
      return server;
    }
    return here;
  }

  prepare() {
    const { article, form, paper } = this;
    this.control = control(article, {
      say: this.say,
      tell: words => paper.tell(words),
      fail: words => this.fail(words),
      onChange: () => this.changed(),
    });
    this.control.show(this.answer.text);
    form.addEventListener("submit", event => {
      event.preventDefault();
      this.send();
    });
    one(".clear", form)?.addEventListener("click", () => {
      this.control.show("");
      this.changed();
      this.control.focus();
    });
    if (article.dataset.control === "proof") this.pages = new Pages(this);
    const preview = one(".preview", form);
    preview?.addEventListener("toggle", () => preview.open && this.readSoon(0));
    if (this.other?.trim()) this.offerOther();
    if (this.answer.text) this.readSoon(0);
  }

  /** A version that was typed here without a connection, while another device went on. */
  offerOther() {
    const box = document.createElement("div"), line = document.createElement("p"), row = document.createElement("div");
    box.className = "note";
    box.dataset.level = "warning";
    line.textContent = this.say("another_version", { text: this.other.slice(0, 200) });
    row.className = "row";
    for (const [words, act] of [["use_it", () => (this.control.show(this.other), this.changed())], ["leave_it", () => this.save()]]) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: this.say(words) });
      button.addEventListener("click", () => {
        act();
        box.remove();
      });
      row.append(button);
    }
    box.append(line, row);
    this.form.prepend(box);
  }

  changed() {
    const text = this.control.value();
    if (text === this.answer.text) return;
    this.answer = { ...this.answer, text, seq: this.answer.seq + 1 };
    this.save();
    this.fail("");
    this.readSoon();
    this.draw();
    this.paper.worked(this);
  }

  save() {
    this.paper.store.keep(this.id, { ...this.answer, wanted: this.wanted });
  }

  get unsaved() {
    return this.answer.acked < this.answer.seq;
  }

  /** The server has the count `seq` of it. */
  saved(seq) {
    this.answer.acked = Math.max(this.answer.acked, seq);
    this.data.saved_at = this.paper.time.now();
    this.save();
    this.draw();
  }

  readSoon(wait = READ) {
    clearTimeout(this.reading);
    this.reading = setTimeout(() => this.read(), wait);
  }

  /** What the server makes of it, told while it is typed. */
  async read() {
    const proof = one(".preview", this.article), line = one(".understood", this.article);
    if (proof ? !proof.open : !line) return;
    const text = this.control.value();
    if (!text) return proof ? one("div", proof).replaceChildren() : line.replaceChildren();
    try {
      const { ok, data } = await ask("POST", this.paper.page.urls.reading, new URLSearchParams({ problem: this.id, answer: text }));
      if (!ok || text !== this.control.value()) return;
      if (proof) one("div", proof).innerHTML = data.html;
      else {
        line.textContent = data.fault ?? this.say("understood", { text: data.understood });
        line.toggleAttribute("data-fault", "fault" in data);
      }
    } catch {
      // Without a connection the answer is taken as it is typed.
    }
  }

  /** What is wrong, in words, or "". `typed`: with what is typed, not with a page. */
  fail(words, typed = true) {
    if (!this.error) return words && this.paper.talk.note(words, "error");
    this.error.textContent = words;
    this.error.hidden = !words;
    if (words && typed) this.control?.input?.setAttribute("aria-invalid", "true");
    else this.control?.input?.removeAttribute("aria-invalid");
  }

  get form_waiting() {
    return this.paper.forms.find(form => form.problem === this.id);
  }

  /** Why nothing more can be sent, in words, or "". */
  closed() {
    if (this.paper.clock.phase === "hand_in" && this.data.kind !== "proof") return this.say("time_over");
    if (this.data.state === "right" && this.data.feedback === "at_once") return this.say("state_right");
    return this.data.left === 0 ? this.say("state_spent") : "";
  }

  /** Whether the proof is to be sent by itself once its pages are up. */
  want(wanted) {
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    this.save();
    this.draw();
  }

  send() {
    if (this.form_waiting || this.closed()) return;
    const text = this.control.value(), isProof = !!this.pages;
    if (this.pages?.waiting) {
      this.fail("");
      return this.want(true);
    }
    this.want(false);
    const fault = isProof ? (text.trim() || this.pages.shown.length ? "" : this.say("empty")) : this.control.ready();
    if (fault) return this.fail(fault);
    if (!isProof && this.lastSent === text) return this.fail(this.say("same"));
    this.fail("");
    const form = { key: uuid(), problem: this.id, answer: text, pages: isProof ? this.pages.shown.map(page => page.id) : [], at: Date.now() };
    this.paper.submit(form);
    this.draw();
  }

  /** The page is one that the browser kept: the server may know more. */
  markOld() {
    this.old = this.behind = true;
  }

  /** Receipts, states and attempts as the server tells them now; `behind` until the last look is answered. */
  async refresh() {
    this.behind = true;
    const look = this.looks.begin();
    const { ok, data } = await ask("GET", `${this.paper.page.urls.receipts}?problem=${this.id}`);
    if (!ok) return false;
    this.behind = look < this.looks.asked;
    if (!this.looks.take(look)) return true;
    one(".receipts", this.article).innerHTML = data.html;
    if (this.old) this.pages?.renew(data.problem.uploads);
    this.old = false;
    this.data = { ...this.data, ...data.problem };
    this.draw();
    this.watch();
    return true;
  }

  /** Look again until what was sent has its verdict, where it is told at once. */
  watch(wait = 300) {
    clearTimeout(this.watching);
    if (this.data.feedback !== "at_once" || !this.data.waiting.length) return;
    this.watching = setTimeout(async () => {
      const before = this.data.waiting.length;
      try {
        const { ok, data } = await ask("GET", `${this.paper.page.urls.submissions}${this.data.waiting[0]}/`);
        if (ok && data.status !== "queued") {
          await this.refresh();
          if (data.verdict) this.paper.tell(data.verdict.words);
        }
      } catch {
        // It is asked again.
      }
      if (before === this.data.waiting.length) this.watch(Math.min(2 * wait, 8_000));
    }, wait);
  }

  /** The state on the page: what is here but not there comes first. */
  get state() {
    if (this.form_waiting || this.wanted || (this.unsaved && this.paper.away)) return "unsent";
    const { state } = this.data;
    if (["open", "kept"].includes(state)) return this.answer.text.trim() || this.pages?.shown.length ? "kept" : "open";
    return state;
  }

  draw() {
    const { state } = this, words = this.say(`state_${state}`), badge = one(".badge.state", this.article);
    const kinds = { open: "open", kept: "live", unsent: "missing", answered: "done", queued: "wait", right: "done", partly: "wait", wrong: "out", spent: "out" };
    if (badge.textContent !== words) badge.textContent = words;
    badge.dataset.state = kinds[state];
    this.nav.dataset.state = state;
    one("[data-words]", this.nav).textContent = words;
    const attempts = one(".attempts", this.article);
    if (attempts) attempts.textContent = this.say("left", { n: this.data.left, all: this.data.attempts });
    if (!this.form) return;
    const button = one(".send .primary", this.form), closed = this.closed();
    button.setAttribute("aria-disabled", String(!!closed || !!this.form_waiting || this.wanted));
    this.note.textContent = this.keptWords(closed);
  }

  keptWords(closed) {
    const { paper, answer, say } = this;
    if (this.form_waiting) return say(paper.away ? "waits" : "sending");
    if (closed) return closed;
    if (this.wanted) return say(paper.away ? "waits" : "after_pages");
    if (!answer.text) return "";
    if (this.unsaved) return say(paper.away ? "kept_here" : "keeping");
    return this.data.saved_at ? say("kept_at", { time: paper.hour(this.data.saved_at) }) : "";
  }
}
