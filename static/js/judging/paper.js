// A paper: keeps what is made, sends it, follows the server's time, and says how things stand.

import { Looks, readJSON, sleep, speaker } from "../api.js";
import { ServerTime, show, write } from "../clock.js";
import { Live, following } from "../live.js";
import { deviceName, ownDevice } from "./device.js";
import { Leftovers } from "./leftovers.js";
import { Away, ask } from "./line.js";
import { Offline } from "./offline.js";
import { Problem } from "./problem.js";
import { Sheets } from "./sheets.js";
import { Photos, Store } from "./store.js";
import { Talk } from "./talk.js";

const PAUSE = 700; // ms without a change before it is sent
const ENDING = 3_000; // ms before the end, when everything is sent at once
const AGAIN = 800, LATEST = 8_000; // ms before the next try
const ASK = 20_000; // ms between two looks at the clock
const LAST_WORDS = [[300_000, "five_minutes"], [60_000, "one_minute"]];

const id = name => document.getElementById(name);

class Paper {
  constructor(page, device) {
    Object.assign(this, { page, device, say: speaker(page.words), time: new ServerTime(), clock: page.clock, wait: AGAIN, away: false });
    this.looks = new Looks();
    this.store = new Store(page.sitting);
    this.photos = new Photos(page.sitting);
    this.forms = this.store.forms();
    this.offline = new Offline(page);
    this.time.sample(this.offline.now);
    this.talk = new Talk(this);
    this.problems = page.problems.map(data => new Problem(document.querySelector(`[data-problem="${data.id}"]`), data, this));
    this.sheets = new Sheets(this.problems);
    this.stopped = false;
  }

  hour(at) {
    const zone = { timeZone: this.page.zone }, day = when => new Date(when).toLocaleDateString("en", zone);
    const other = day(at) === day(this.clock.server_time) ? {} : { month: "short", day: "numeric" };
    return new Intl.DateTimeFormat(this.page.language, { ...other, hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...zone }).format(new Date(at));
  }

  problem(wanted) {
    return this.problems.find(one => one.id === wanted);
  }

  tell(words) {
    id("told").textContent = words;
  }

  // What is made

  worked() {
    clearTimeout(this.soon);
    const ending = this.left !== null && this.left < ENDING;
    this.soon = setTimeout(() => this.sync(), ending ? 0 : PAUSE);
    this.draw();
  }

  submit(form) {
    this.store.put(form);
    this.forms.push(form);
    this.draw();
    this.sync();
  }

  get unsaved() {
    return this.problems.filter(one => one.form && one.unsaved && !one.refused);
  }

  get unsent() {
    return this.forms.length + this.unsaved.length + this.problems.reduce((n, one) => n + (one.pages?.waiting ?? 0), 0);
  }

  /** Send what is not there yet, one after the other; the forms first. */
  async sync() {
    if (this.syncing || this.stopped) return this.syncing;
    clearTimeout(this.retry);
    this.syncing = this.sendAll();
    try {
      await this.syncing;
    } finally {
      this.syncing = null;
    }
    this.draw();
  }

  async sendAll() {
    try {
      for (;;) {
        if (this.stopped) return;
        const [form] = this.forms, [problem] = this.unsaved, behind = this.problems.find(one => one.behind);
        if (form) {
          if (!(await this.sendForm(form))) return;
        } else if (problem) {
          if (!(await this.sendDraft(problem))) return;
        } else if (behind) {
          if (!(await behind.refresh())) return;
        } else break;
      }
      for (const problem of this.problems) problem.pages?.send();
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      this.lost(error.fault);
    }
  }

  async sendForm(form) {
    const body = { problem: form.problem, answer: form.answer, form_key: form.key, device: this.device, pages: form.pages };
    const answer = await ask("POST", `${this.page.urls.api}submissions/`, body), problem = this.problem(form.problem);
    if (this.met(answer)) return false;
    if (answer.code === "too_fast") {
      const seconds = answer.data.seconds ?? 10;
      problem?.fail(this.say("too_fast", { n: seconds }));
      this.later(1000 * seconds);
      return false;
    }
    this.forms = this.forms.filter(one => one !== form);
    this.store.drop(form);
    if (answer.ok) {
      if (problem) problem.lastSent = form.answer;
      problem?.fail("");
      this.tell(this.say("receipt", { number: answer.data.number }));
      this.offline.keep();
    } else problem?.fail(answer.data?.title ?? this.say("refused", { why: answer.status }));
    if (["paper_over", "handed_in"].includes(answer.code)) this.look();
    if (problem) problem.behind = true;
    problem?.draw();
    return true;
  }

  async sendDraft(problem) {
    const { text, seq } = problem.answer;
    const answer = await ask("PUT", `${this.page.urls.api}drafts/${problem.id}/`, { answer: text, seq, device: this.device });
    if (this.met(answer)) return false;
    if (answer.ok) problem.saved(seq);
    else {
      problem.refused = true;
      if (["paper_over", "handed_in"].includes(answer.code)) this.look();
      else problem.fail(answer.data?.title ?? this.say("refused", { why: answer.status }));
    }
    return true;
  }

  // What can be between

  /** The server cannot be reached: go on, and try again. */
  lost(fault = false) {
    this.away = true;
    this.fault = fault;
    this.later(this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(1.7 * this.wait, LATEST);
    this.draw();
  }

  later(wait) {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => (this.away ? this.look() : this.sync()), wait);
  }

  back() {
    if (!this.away) return;
    this.away = false;
    this.wait = AGAIN;
    this.sync();
    if (this.offline.again) this.offline.keep();
  }

  /** True when the answer means that this page may not write now; the person is told. */
  met(answer) {
    this.back();
    if (answer.out) this.talk.signedOut();
    else if (answer.code === "csrf_failed") this.look().then(() => this.later(AGAIN));
    else if (answer.code === "other_device") this.talk.other(answer.data.device ?? "");
    else return false;
    return true;
  }

  // Time

  /** Ask the server how the time stands, and who writes. */
  async look() {
    const mine = this.looks.begin();
    let answer;
    try {
      answer = await ask("GET", `${this.page.urls.api}clock/`);
    } catch {
      return this.lost();
    }
    if (!this.looks.take(mine)) return;
    if (answer.out) return this.talk.signedOut();
    if (answer.status === 404 || (answer.ok && answer.data.entry !== this.page.entry)) return this.talk.wrongPerson();
    if (!answer.ok) return;
    this.talk.signedIn();
    const before = this.clock, now = (this.clock = answer.data);
    this.time.sample(now.server_time);
    if (now.device && now.device !== this.device && !this.page.closed) this.talk.other("");
    if (before.ends_at !== now.ends_at && now.ends_at) this.talk.note(this.say("end_moved", { time: this.hour(now.ends_at) }));
    if (!before.paused_since !== !now.paused_since) this.talk.note(this.say(now.paused_since ? "paused" : "resumed"));
    this.back();
    this.tick();
    const open = ["open", "paused", "hand_in"].includes(now.phase) && !now.closed;
    if (this.page.closed ? open : !open) await this.finish();
  }

  get left() {
    const { ends_at, hand_in_ends_at, paused_since, phase } = this.clock;
    const end = phase === "hand_in" ? hand_in_ends_at : ends_at;
    return end ? Date.parse(end) - (paused_since ? Date.parse(paused_since) : this.time.now()) : null;
  }

  tick() {
    if (this.page.closed) return;
    const { left } = this, face = document.querySelector("#clock time");
    const text = left === null ? "–:––" : show(Math.max(0, left));
    write(face, text);
    id("clock").toggleAttribute("data-low", left !== null && left < 300_000);
    id("clock").toggleAttribute("data-stopped", !!this.clock.paused_since);
    for (const [ms, words] of LAST_WORDS)
      if (left !== null && left <= ms && this.leftBefore > ms) this.talk.note(this.say(words));
    this.leftBefore = left;
    if (left !== null && left <= 0 && !this.clock.paused_since && !(this.asked > this.time.now() - 1_500)) {
      this.asked = this.time.now();
      this.sync();
      this.look();
    }
  }

  /** The time is over, or was given back: show the page that belongs to it. */
  async finish() {
    if (this.finishing) return;
    this.finishing = true;
    this.talk.note(this.say(this.clock.closed_early ? "closed_early" : "finishing"));
    if (this.forms.length) await this.sync();
    while (this.problems.some(one => one.pages?.sending)) await sleep(AGAIN);
    if (!this.away) return location.reload();
    this.finishing = false;
  }

  async handIn() {
    await this.sync();
    if (this.away || this.unsent) return this.talk.note(this.say(this.away ? "offline" : "unsent_leave"), "warning");
    try {
      const answer = await ask("POST", `${this.page.urls.api}hand-in/`, { device: this.device });
      if (this.met(answer)) return;
      if (answer.ok || answer.code === "paper_over") return location.reload();
      this.talk.note(answer.data?.title ?? this.say("refused", { why: answer.status }), "error");
    } catch {
      this.lost();
    }
  }

  async takeOver() {
    try {
      const answer = await ask("POST", `${this.page.urls.api}take-over/`, { device: this.device, device_name: deviceName() });
      if (answer.ok) location.reload();
      else if (answer.out) this.talk.signedOut();
      else this.talk.note(answer.data?.title ?? this.say("refused", { why: answer.status }), "error");
    } catch {
      this.lost();
    }
  }

  draw() {
    for (const one of this.problems) one.draw();
    this.talk.draw();
  }

  async begin() {
    document.body.dataset.ready = "";
    this.sheets.begin();
    const photos = await this.photos.earlier();
    for (const page of photos) this.problem(page.problem)?.pages?.held.push(page);
    for (const one of this.problems) {
      one.pages?.draw();
      if (!one.pages?.waiting) one.want(false);
      one.watch();
    }
    if (this.page.closed) new Leftovers(this, photos);
    else if (this.page.device && this.page.device !== this.device && !this.offline.again) this.talk.other(this.page.device_name, true);
    this.draw();
    this.tick();
    if (this.offline.again) for (const one of this.problems) one.markOld();
    this.sync();
    if (this.offline.again) this.look();
    if (this.page.closed) this.offline.forget();
    else this.offline.keep();
    setInterval(() => this.tick(), 250);
    const again = () => setTimeout(() => (this.look(), again()), ASK * (0.8 + 0.4 * Math.random()));
    again();
    addEventListener("online", () => this.look());
    addEventListener("offline", () => this.lost());
    addEventListener("focus", () => this.look());
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    new Live({
      url: following(this.page.live_point),
      onMessage: message => message.kind === "paper" && message.paper !== this.page.paper ? undefined : ["paper", "changed"].includes(message.kind) && this.look(),
      onState: () => {},
      refetch: async () => (await this.look(), false),
    });
  }
}

const page = readJSON("page");
new Paper(page, await ownDevice()).begin();
