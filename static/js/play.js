// Playing with hands or keys: what player and arbiter have in common, whatever the game.

import { between, language, post } from "./api.js";
import { show } from "./clock.js";
import { Table, one } from "./table.js";

/**
 * Subclasses say `actor` (the seat a move is played for, or null), `byWhom(what)` (what a post
 * names besides the action) and give `headline()` and `controls()`.
 */
export class PlayingTable extends Table {
  constructor(page, Board, options, feedback) {
    super(page, Board);
    this.options = options;
    this.feedback = feedback;
    this.aim = null; // the move that waits for being confirmed
    this.sending = null;
    this.held = null; // what was meant while an answer was awaited
    document.addEventListener("keydown", event => this.key(event));
    document.addEventListener("pointerdown", () => {
      this.byKey = false;
      this.feedback.wake();
    });
    one("#place").addEventListener("click", () => this.aim && this.play(this.aim));
    one("#drop").addEventListener("click", () => this.drop());
  }

  get on() {
    return this.status === "running";
  }

  // Pointing at the board

  /** An action is meant: play it, or show it and wait until it is meant again. */
  pointed(text, how) {
    if (this.sending) {
      if (how !== "typed" && this.sending.body.text !== text) this.held = [text, how];
      return;
    }
    if (!this.actor) {
      if (how !== "typed") this.whyNot();
      return;
    }
    const why = this.board.why?.(text);
    if (why) {
      if (how !== "typed") this.told(why);
      this.setAim(null);
      return;
    }
    if (how === "key" || (how === "tap" && (!this.options.confirm || this.aim === text))) return this.play(text);
    this.setAim(text);
  }

  /** Something was meant when nothing can be played. */
  whyNot() {}

  setAim(text) {
    this.aim = text;
    this.board.aim(text);
    if (text) this.announce(this.say("aim_said", this.wordsOf(text)));
    this.render();
  }

  parted() {
    if (this.aim) {
      this.aim = null;
      this.board.aim(null);
    }
    const { part } = this;
    if (part) this.announce(part.text);
    this.render();
  }

  /** What the board says of a half-made action. */
  get part() {
    return this.actor ? (this.board.part ?? null) : null;
  }

  /** Forget what was chosen; true when there was something. */
  drop() {
    const had = !!this.aim || !!this.board.part;
    this.aim = null;
    this.board.aim(null);
    this.board.cancel?.();
    this.render();
    return had;
  }

  tell(key, values) {
    this.told(this.say(key, values));
  }

  told(words) {
    this.notify({ seal: this.say("seal_note"), text: words, small: "" }, 3_500);
    this.announce(words);
    this.tick();
  }

  async play(text) {
    this.aim = text;
    this.board.aim(text);
    await this.send("moves", { text, expected_seq: this.match.seq, ...this.byWhom("move") }, { text: this.say("sending_move", this.wordsOf(text)) });
    if (this.aim === text) {
      this.aim = null;
      this.board.aim(null);
    }
    this.render();
  }

  // Talking to the server

  /** Post, show what came of it, and on a refusal say why and fetch the truth. One at a time; whether it was done. */
  async send(what, body, { text }) {
    while (this.sending) await this.sending.done;
    let finish;
    const mine = { what, body, text, tries: 0, done: new Promise(done => (finish = done)) };
    mine.settle = () => {
      if (this.sending === mine) this.sending = null;
      finish();
    };
    this.sending = mine;
    this.render();
    const answer = await post(`${this.page.urls.api}${what}/`, body, {
      onRetry: () => {
        mine.tries += 1;
        this.render();
      },
    });
    const seen = this.sending !== mine;
    mine.settle();
    if (answer.ok) this.take(answer.data.match, answer.data.event);
    else if (!seen) this.refuse(answer);
    this.release(answer.ok);
    return answer.ok;
  }

  /** What was meant while the answer was awaited is meant now, unless the answer was no. */
  release(ok) {
    const { held } = this;
    this.held = null;
    if (held && ok) this.pointed(...held);
  }

  async refuse({ status, data }) {
    const title = data?.title ?? this.say(status ? "refused" : "no_answer");
    this.feedback.play("refused");
    if (data?.match) this.take(data.match);
    this.notify({ seal: this.say("seal_note"), text: title, small: this.say("nothing_changed") });
    this.announce(title);
    this.render();
    await this.refetch().catch(() => {});
  }

  act(action, more = {}) {
    return this.send("actions", { action, expected_seq: this.match.seq, ...more }, { text: this.say("sending") });
  }

  get sendingLine() {
    if (!this.sending) return null;
    const { text, tries } = this.sending;
    return { seal: this.say("seal_wait"), text, small: this.say(tries ? "sending_again" : "sending_small"), calm: true };
  }

  // What happened

  happened(event) {
    super.happened(event);
    // The stream may be faster than the answer: then the next move need not wait for it.
    if (event.kind === "move" && this.sending?.what === "moves" && this.sending.body.text === event.text) {
      this.sending.settle();
      setTimeout(() => this.release(true));
    }
    if (event.kind !== "move" || event.seat !== this.me) this.feedback.play(this.sound(event));
    if (this.aim && this.stale(this.aim)) this.aim = null;
  }

  /** Whether a move that waits to be confirmed can be played no more. */
  stale(text) {
    const { legal } = this.position;
    return legal ? !legal.includes(text) : !!this.board.why?.(text);
  }

  sound() {
    return this.actor !== null && this.actor === this.me ? "turn" : "stone";
  }

  // What is shown

  /** How long the players who were called may still take. */
  get limit() {
    const until = this.match.no_show_at;
    if (!until) return "";
    const ms = Date.parse(until) - this.time.now(), forfeit = this.match.policy.no_show !== "arbiter";
    return ms > 0 ? this.say(forfeit ? "no_show_in" : "no_show_left", { time: show(ms) }) : this.say("no_show_over");
  }

  /** The player on turn whom the others miss: { seat, why, since, until }, or null. */
  get missed() {
    const { away } = this.match;
    if (!away || !this.on || away.seat !== this.match.to_move) return null;
    return away.seat === this.me && away.why === "away" ? null : away;
  }

  /** Since when somebody is missed, and what follows when: `over` once the limit is past. */
  missedWords({ why, since, until }) {
    const { say } = this, ms = Date.parse(until) - this.time.now(), forfeit = this.match.policy.abandoned === "forfeit";
    const clock = new Date(since).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const then = ms > 0 ? say(forfeit ? "missed_forfeit" : "missed_arbiter", { time: show(ms) }) : say("missed_over");
    return { over: ms <= 0, forfeit, time: show(Math.max(0, ms)), clock, text: [say(`${why}_since`, { since: clock }), then].join(between) };
  }

  seatWords(seat) {
    return this.missed?.seat === seat.seat && this.missed.why === "away" ? this.say("seat_away") : super.seatWords(seat);
  }

  take(match, event = null) {
    const before = this.missed;
    super.take(match, event);
    const { missed } = this;
    if (missed && (missed.since !== before?.since || missed.why !== before.why)) this.announce([this.missedName(missed), this.missedWords(missed).text].join(between));
  }

  missedName({ seat, why }) {
    return why === "away" ? this.say("away", { name: this.called(seat, true) }) : "";
  }

  render() {
    this.board.enable?.(this.actor !== null && !this.sending, this.actor ?? this.me);
    super.render();
  }

  drawn() {
    this.board.aim(this.aim);
  }

  /** Lines of the headline while something is chosen on the board, or null. */
  chosenLine() {
    const { say, part } = this;
    if (this.aim) return { seal: say("seal_next"), text: say("aim", this.wordsOf(this.aim)), small: say("aim_small") };
    return part && { seal: say("seal_next"), text: part.text, small: part.small ?? "" };
  }

  controls() {
    const place = one("#place");
    place.hidden = !(this.aim && this.actor);
    place.textContent = this.aim ? this.say("play_it", this.wordsOf(this.aim)) : "";
    one("#drop").hidden = !(this.part && !this.aim);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || one("dialog[open]") || event.target.closest("input, select, textarea")) return;
    this.byKey = true;
    if (!this.typed(event)) return;
    event.preventDefault();
  }

  /** A key pressed anywhere on the page; whether it meant something. */
  typed(event) {
    if (event.key === "Escape") this.drop();
    else return !!this.board.type?.(event.key);
    return true;
  }
}
