// The page of a match for its players and spectators: play, and see what happens.

import { readJSON } from "./api.js";
import { keepAwake } from "./awake.js";
import { Feedback, options } from "./options.js";
import { PlayingTable } from "./play.js";
import { pairing, seatClocks } from "./pair.js";
import { element, one, suited } from "./table.js";

class PlayerTable extends PlayingTable {
  constructor(page, Board) {
    const chosen = options({ confirm: matchMedia("(pointer: coarse)").matches });
    super(page, Board, chosen, new Feedback(chosen));
    this.listen();
  }

  // What I may do

  get mine() {
    return this.me ? this.match.seats[this.me - 1] : null;
  }

  get myTurn() {
    return this.on && this.me !== null && this.match.to_move === this.me;
  }

  get actor() {
    return this.myTurn ? this.me : null;
  }

  /** A player hears of the turn, and is not missed. */
  get stays() {
    return !!this.me && this.status !== "finished";
  }

  byWhom() {
    return {};
  }

  get playing() {
    return !!this.me && this.position.seats?.[this.me - 1]?.in !== false;
  }

  whyNot() {
    if (this.status === "finished" || !this.me) return;
    if (this.on && this.playing) this.tell("not_your_turn", { name: this.called(this.match.to_move) });
  }

  warned() {
    this.feedback.play("low");
  }

  // What is shown

  headline() {
    const { say } = this, turn = this.match.to_move;
    if (this.sendingLine) return this.sendingLine;
    if (this.status === "waiting") return this.waitingLine();
    if (this.status === "finished") return this.overLine();
    if (this.status === "paused") return { seal: say("seal_wait"), text: say("paused"), small: say("paused_small"), calm: true };
    if (this.status === "ruling") return { seal: say("seal_wait"), text: say("ruling", { name: this.called(turn, true) }), small: say("ruling_small"), calm: true };
    return this.chosenLine() ?? this.turnLine(turn === this.me ? say("your_turn") : say("turn_of", { name: this.name(turn) }));
  }

  /** While the match goes on; `doing` says who is thinking. */
  turnLine(doing) {
    const { say, missed } = this;
    if (missed) return this.missedLine(missed, doing);
    if (this.myTurn) return { seal: say("seal_next"), text: doing, small: say("your_move") };
    if (this.me && !this.playing) return { seal: say("seal_now"), text: say("you_are_out"), small: doing, calm: true };
    return { seal: say("seal_now"), text: doing, small: "", calm: true };
  }

  /** The player on turn is away, or takes very long: it may be the reader. */
  missedLine(missed, doing) {
    const { say } = this, words = this.missedWords(missed);
    if (missed.seat !== this.me) return { seal: say("seal_wait"), text: this.missedName(missed) || doing, small: words.text, calm: true };
    const small = words.over ? "idle_you_over" : words.forfeit ? "idle_you_forfeit" : "idle_you_arbiter";
    return { seal: say("seal_next"), text: say("idle_you", { since: words.clock }), small: say(small, words) };
  }

  /** What happened; and under it, if so, that the reader is to play. */
  noticeLine() {
    return this.myTurn && !this.chosenLine() ? { ...this.notice, small: this.say("your_turn") } : this.notice;
  }

  waitingLine() {
    const { say } = this, free = this.match.seats.filter(seat => this.free(seat)).length;
    if (free) return { seal: say("seal_wait"), text: say("waiting_free", { n: free }), small: say("waiting_free_small"), calm: true };
    if (this.mine && !this.mine.ready) return { seal: say("seal_next"), text: say("ready_ask"), small: this.limit || say("ready_ask_small") };
    const missing = this.match.seats.filter(seat => !seat.ready && !seat.computer).map(seat => say("named", { name: seat.name }));
    const text = missing.length ? say("waiting_for", { names: missing.join(say("comma")) }) : say("waiting_start");
    return { seal: say("seal_wait"), text, small: this.limit || say("waiting_small"), calm: true };
  }

  tick() {
    const low = super.tick();
    seatClocks(this);
    return low;
  }

  overLine() {
    const { say } = this, first = this.places.filter(row => row.place === 1).map(row => this.called(row.seat));
    const mine = this.places.find(row => row.seat === this.me);
    const shared = this.page.pair ? "over_drawn" : "over_shared";
    const text = first.length ? say(first.length > 1 ? shared : first[0] === say("you_inside") ? "over_you" : "over", { names: first.join(say("comma")) }) : say("over_plain");
    const why = say(`reason_${this.match.outcome?.reason}`);
    return { seal: say("seal_over"), text, small: mine && mine.place > 1 && this.places.length > 2 ? say("over_place", { place: mine.place }) : why, calm: false };
  }

  /** Which buttons stand below the board. */
  get actState() {
    if (this.status === "finished") return "over";
    if (this.status === "waiting" && this.mine && !this.mine.ready) return "ready";
    return this.me && this.on && this.playing ? "play" : "none";
  }

  controls() {
    super.controls();
    const state = this.actState, idle = state === "play" && [...one(".when-play").children].every(node => node.hidden);
    one("#act").dataset.state = idle ? "none" : state;
    if (this.status === "finished") this.podium();
    one("#resign").hidden = !(this.playing && (this.on || this.status === "paused" || this.status === "ruling"));
    one("#invite")?.toggleAttribute("hidden", this.status !== "waiting" || !this.match.seats.some(seat => this.free(seat)));
    document.title = this.titled();
  }

  podium() {
    const list = one("#places");
    if (list.childElementCount) return;
    list.append(
      ...this.places.map(({ seat, place }) =>
        element("li", { "data-place": place, "data-me": seat === this.me }, element("span", {}, this.placeWords(seat, place)), element("b", {}, this.name(seat))),
      ),
    );
    one("#over").hidden = false;
  }

  placeWords(seat, place) {
    return this.say("place", { place });
  }

  titled() {
    this.plainTitle ??= document.title;
    return this.myTurn ? this.say("title_turn", { title: this.plainTitle }) : this.plainTitle;
  }

  // Hands

  listen() {
    one("#ready").addEventListener("click", () => this.act("ready", { seat: this.me }));
    const resign = one("#resign-dialog");
    one("#resign").addEventListener("click", () => {
      one("#menu").close();
      resign.showModal();
    });
    resign.addEventListener("close", () => resign.returnValue === "yes" && this.act("resign", { seat: this.me }));
    this.options.bind(one("#options"), () => this.render());
  }
}

const page = readJSON("page"), game = await import(page.urls.board);
const table = new (suited(game, "asPlayer", page.pair ? pairing(PlayerTable) : PlayerTable))(page, game.Board);
await game.prepare?.(table);
table.start();
keepAwake(() => !!table.me && table.on);
