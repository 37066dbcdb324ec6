// Placing stones and claiming with hands or keys: what player and arbiter have in common.

import { post } from "./api.js";
import { Table, one } from "./table.js";

/**
 * Subclasses say `actor` (the seat a stone is placed for, or null), `mayClaim`, `byWhom` (what
 * a post names besides the action) and give `headline()` and `controls()`.
 */
export class PlayingTable extends Table {
  constructor(page, options, feedback) {
    super(page);
    this.options = options;
    this.feedback = feedback;
    this.aim = null; // the point a stone is about to be placed on
    this.picks = null; // the stones chosen for a claim, besides the last
    this.sending = null;
    this.board.only = () => (this.picks ? this.pickable : null);
    document.addEventListener("keydown", event => this.key(event));
    document.addEventListener("pointerdown", () => {
      this.byKey = false;
      this.feedback.wake();
    });
  }

  get on() {
    return this.status === "running";
  }

  get pickable() {
    return this.position.stones.filter(name => name !== this.position.last);
  }

  // Pointing at the board

  pointed(name, how) {
    if (this.sending && !this.picks) return;
    if (this.picks) return how === "typed" ? undefined : this.pick(name, how);
    if (!this.actor) {
      if (how !== "typed") this.whyNot();
      return;
    }
    if (this.board.has(name)) {
      if (how !== "typed") this.tell("taken", { point: name });
      this.setAim(null);
      return;
    }
    if (how === "key" || (how === "tap" && (!this.options.confirm || this.aim === name))) return this.play(name);
    this.setAim(name);
  }

  /** A point was tapped that means nothing now. */
  whyNot() {}

  setAim(name) {
    this.aim = name;
    this.board.ghost(name);
    if (name) this.announce(this.say("aim_said", { point: name }));
    this.render();
  }

  tell(key, values) {
    this.notify({ seal: this.say("seal_note"), text: this.say(key, values), small: "" }, 3_500);
    this.announce(this.say(key, values));
    this.tick();
  }

  async play(name) {
    this.aim = name;
    this.board.ghost(name);
    await this.send("moves", { text: name, expected_seq: this.match.seq, ...this.byWhom("move") }, { text: this.say("sending_move", { point: name }) });
    if (this.aim === name) this.aim = null;
    this.render();
  }

  // Claiming

  beginClaim() {
    if (!this.mayClaim) return;
    this.picks = [];
    this.aim = null;
    this.notice = null;
    this.against = this.position.last;
    this.announce(this.say("pick_said", { point: this.against }));
    this.render();
    if (this.byKey) this.board.focus(this.against);
  }

  endClaim() {
    this.picks = null;
    this.render();
  }

  pick(name, how) {
    if (name === this.position.last || !this.board.has(name)) return;
    const at = this.picks.indexOf(name);
    if (at >= 0) this.picks.splice(at, 1);
    else if (this.picks.length < 3) this.picks.push(name);
    else return;
    this.announce(this.say(at >= 0 ? "unpicked_said" : "picked_said", { point: name, left: 3 - this.picks.length }));
    this.render();
    if (how === "key" && this.picks.length === 3) one("#send").focus();
  }

  async sendClaim() {
    if (this.picks?.length !== 3) return;
    const picks = this.picks, points = [...picks, this.against];
    await this.send("claims", { points, expected_seq: this.match.seq, ...this.byWhom("claim") }, { text: this.say("sending_claim") });
    if (this.picks === picks) this.picks = null;
    this.render();
  }

  // Talking to the server

  /**
   * Post, show what came of it, and on a refusal say why and fetch the truth. One at a time: a
   * claim that is sent while a stone is on its way waits for it.
   */
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
    return this.send("actions", { action, ...more }, { text: this.say("sending") });
  }

  /** What is being sent, unless a claim is chosen meanwhile. */
  get sendingLine() {
    if (!this.sending || (this.picks && this.sending.what !== "claims")) return null;
    const { text, tries } = this.sending;
    return { seal: this.say("seal_wait"), text, small: this.say(tries ? "sending_again" : "sending_small"), calm: true };
  }

  // What happened

  happened(event) {
    super.happened(event);
    // The stream may be faster than the answer: then the next stone need not wait for it.
    if (event.kind === "move" && this.sending?.what === "moves" && this.sending.body.text === event.text) this.sending.settle();
    if (event.kind === "move" && this.picks && event.text !== this.against) {
      this.picks = null;
      this.tell("claim_too_late");
    }
    if (event.kind === "claim" && this.picks && event.right) this.picks = null;
    if (event.kind !== "move" || event.seat !== this.me) this.feedback.play(this.sound(event));
    if (this.aim && this.board.has(this.aim)) this.aim = null;
  }

  sound({ kind, right }) {
    if (kind === "claim") return right ? "right" : "wrong";
    return this.actor !== null && this.actor === this.me ? "turn" : "stone";
  }

  // What is shown

  drawn() {
    if (this.picks) {
      this.board.draw([]);
      this.board.choose([this.against, ...this.picks]);
    } else if (this.aim) {
      this.board.draw([]);
      this.board.choose([]);
      this.board.ghost(this.aim);
    } else super.drawn();
  }

  pickLine(last) {
    const { say } = this;
    if (this.fit === true) return { seal: say("seal_right"), text: say("fits"), small: say("fits_small") };
    if (this.fit === false) return { seal: say("seal_wrong"), text: say("fits_not"), small: say("change_stone") };
    if (this.picks.length === 3) return { seal: say("seal_pick"), text: say("four_chosen"), small: say("change_stone") };
    return { seal: say("seal_pick"), text: say("pick_stones", { n: 3 - this.picks.length }), small: say("last_is_in", { point: last }) };
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || one("dialog[open]") || event.target.closest("input, select, textarea")) return;
    this.byKey = true;
    if (event.key === "Escape") {
      if (this.picks) this.endClaim();
      else if (this.aim) this.setAim(null);
    } else if (event.key === "!" || event.key === "！") this.beginClaim();
    else if (event.key === "Enter" && this.picks?.length === 3 && !event.target.closest("button, a")) this.sendClaim();
    else if (!this.board.type(event.key)) return;
    event.preventDefault();
  }
}
