// The arbiter's console: every seat from one device, and rulings with their reasons.

import { between, readJSON } from "./api.js";
import { face, write } from "./clock.js";
import { Feedback, options } from "./options.js";
import { PlayingTable } from "./play.js";
import { following } from "./pair.js";
import { element, one, suited } from "./table.js";

class ConsoleTable extends PlayingTable {
  constructor(page, Board) {
    const chosen = options({ confirm: matchMedia("(pointer: coarse)").matches });
    super(page, Board, chosen, new Feedback({ sound: false, vibration: false }));
    this.asked = null; // the action a reason is asked for
    this.refused = null; // what was asked and not done: its reason is offered again
    this.actions = new Map(page.actions.map(action => [action.action, action]));
    this.listen();
  }

  get actor() {
    return this.on ? this.match.to_move : null;
  }

  byWhom() {
    return { seat: this.match.to_move };
  }

  whyNot() {
    if (this.status === "waiting") this.tell("console_waiting");
    else if (this.status === "paused") this.tell("paused");
    else if (this.status === "ruling") this.tell("console_ruling", { name: this.called(this.match.to_move) });
  }

  // What is shown

  headline() {
    const { say } = this, turn = this.match.to_move, name = turn ? this.called(turn) : "";
    if (this.sendingLine) return this.sendingLine;
    if (this.status === "waiting") return { seal: say("seal_next"), text: say("console_waiting"), small: this.limit || say("console_waiting_small", { n: this.match.seats.length }) };
    if (this.status === "finished") return { seal: say("seal_over"), text: say("console_over"), small: say("console_over_small") };
    if (this.status === "paused") return { seal: say("seal_wait"), text: say("paused"), small: say("paused_small"), calm: true };
    if (this.status === "ruling") return { seal: say("seal_next"), text: say("console_ruling", { name }), small: say("console_ruling_small") };
    return this.chosenLine() ?? this.missedLine(name) ?? { seal: say("seal_now"), text: say("console_turn", { name }), small: say("console_turn_small"), calm: true };
  }

  /** Somebody is missed; after the limit that is for the arbiter to decide. */
  missedLine(name) {
    const { missed, say } = this;
    if (!missed) return null;
    const { over, clock, text } = this.missedWords(missed);
    return { seal: say(over ? "seal_next" : "seal_wait"), text: say(`console_${missed.why}`, { name }), small: over ? [say(`${missed.why}_since`, { since: clock }), say("console_missed_over")].join(between) : text, calm: !over };
  }

  tick() {
    const low = super.tick(), { clock } = this.match, now = this.time.now();
    for (const row of one("#seats").children) {
      const found = face(clock, +row.dataset.seat, now);
      write(one("time", row), !found || row.hasAttribute("data-out") ? "" : found.periods ? `${found.text} ×${found.periods}` : found.text);
    }
    return low;
  }

  get actState() {
    return { waiting: "waiting", paused: "paused", ruling: "ruling", finished: "over" }[this.status] ?? "play";
  }

  controls() {
    super.controls();
    one("#act").dataset.state = this.actState;
    one("#takeback").toggleAttribute("hidden", this.status === "waiting");
    one("#abandon").hidden = !this.missed;
    one("#agree").hidden = !(this.page.draws && this.match.policy.draw_offers !== false && this.on);
    one("#end").toggleAttribute("hidden", this.status === "waiting" || this.status === "finished");
  }

  // Rulings

  openSeat(seat) {
    const row = this.match.seats[seat - 1], dialog = one("#seat-dialog"), out = row.state === "out" || row.state === "absent";
    this.chosen = seat;
    one("#seat-heading").textContent = this.say("seat_name", { seat, name: row.name });
    const may = { clock: !out && this.match.clock.timing !== "none" && this.status !== "waiting", withdraw: !out, remove: !out, restore: out, abandon: !out && this.status !== "waiting" && this.status !== "finished", illegal: !out && ["running", "paused"].includes(this.status) };
    for (const button of dialog.querySelectorAll("[data-ask]")) button.hidden = !may[button.dataset.ask];
    dialog.showModal();
  }

  /** Ask for what an action needs: seconds, a reason, or only to be sure. */
  ask(kind) {
    const action = this.actions.get(kind), dialog = one("#reason-dialog");
    const seat = ["out", "plays_on"].includes(kind) ? this.match.to_move : this.chosen;
    const values = { name: seat ? this.called(seat) : "" };
    const fill = words => words.replace("{name}", values.name);
    this.asked = { kind, seat };
    one("#seat-dialog").close();
    one("#reason-heading").textContent = fill(action.title);
    one("#reason-hint").textContent = fill(action.hint);
    one("#reason-send").textContent = action.button;
    one("#reason-send").className = ["end", "remove", "out", "adjudicate", "abandon"].includes(kind) ? "danger" : "primary";
    const timed = kind === "clock" || kind === "plays_on", seconds = one("#seconds");
    one("#seconds-field").hidden = !timed;
    seconds.disabled = !timed;
    seconds.min = kind === "plays_on" ? 1 : -3600;
    seconds.value = timed ? (kind === "plays_on" ? 60 : 30) : "";
    for (const button of one("#quick-seconds").children) button.hidden = kind === "plays_on" && +button.dataset.seconds < 0;
    one("#result-field").hidden = one("#result-field").disabled = kind !== "adjudicate";
    if (kind === "adjudicate") this.offerResults();
    const reason = one("#reason");
    reason.value = this.refused?.kind === kind ? this.refused.reason : "";
    reason.required = action.needs;
    one("#reason-label").textContent = this.say(action.needs ? "reason_needed" : "reason_wanted");
    one("#quick-reasons").replaceChildren(
      ...action.reasons.map(words => {
        const button = element("button", { type: "button" }, words);
        button.addEventListener("click", () => {
          reason.value = words;
          one("#reason-send").focus();
        });
        return button;
      }),
    );
    dialog.showModal();
    (timed ? seconds : reason).focus();
  }

  /** Two players: who wins; more: the place of each. */
  offerResults() {
    const { seats } = this.match, { say } = this, named = seat => say("named", { name: seat.name });
    if (seats.length > 2)
      return one("#results").replaceChildren(
        ...seats.map((seat, n) => {
          const choice = element("select", { name: `place-${n}` }, ...seats.map((_, place) => element("option", { value: place + 1 }, String(place + 1))));
          choice.value = String(seat.place ?? n + 1);
          return element("label", {}, say("place_of", { name: named(seat) }), choice);
        }),
      );
    const [first, second] = seats;
    const found = [["1 2", say("result_won", { name: named(first) })], ["1 1", say("result_drawn")], ["2 1", say("result_won", { name: named(second) })], ["2 2", say("result_lost")]];
    one("#results").replaceChildren(...found.map(([value, words]) => element("label", {}, element("input", { type: "radio", name: "result", value, required: true }), words)));
  }

  get placesChosen() {
    const chosen = one("#results input:checked");
    if (chosen) return chosen.value.split(" ").map(Number);
    return [...document.querySelectorAll("#results select")].map(select => +select.value);
  }

  async answer() {
    const { kind, seat } = this.asked, reason = one("#reason").value.trim();
    const body = { reason }, ms = Math.round(+one("#seconds").value * 1000);
    if (kind === "out" || kind === "plays_on") Object.assign(body, { ruling: kind }, kind === "plays_on" ? { ms } : {});
    if (kind === "clock") body.ms = ms;
    if (kind === "adjudicate") body.places = this.placesChosen;
    if (["clock", "withdraw", "remove", "restore", "illegal", "abandon"].includes(kind)) body.seat = seat;
    one("#reason-dialog").close();
    this.ruled();
    const done = await this.act(kind === "out" || kind === "plays_on" ? "ruling" : kind, body);
    this.refused = done ? null : { kind, reason };
    this.render();
  }

  /** A ruling is on its way: what was half done is dropped. */
  ruled() {}

  // Hands

  listen() {
    one("#reason-form").addEventListener("submit", event => {
      event.preventDefault();
      this.answer();
    });
    for (const button of document.querySelectorAll("[data-more]")) button.addEventListener("click", () => this.openSeat(+button.dataset.more));
    for (const button of document.querySelectorAll("[data-ask]")) button.addEventListener("click", () => this.ask(button.dataset.ask));
    one("#abandon").addEventListener("click", () => {
      this.chosen = this.missed.seat;
      this.ask("abandon");
    });
    for (const button of document.querySelectorAll("[data-now]")) button.addEventListener("click", () => this.act(button.dataset.now));
    for (const button of document.querySelectorAll("[data-seconds]")) button.addEventListener("click", () => (one("#seconds").value = button.dataset.seconds));
  }

  typed(event) {
    const free = !event.target.closest("button, a");
    if (free && event.key === "Backspace" && this.status !== "waiting") this.ask("takeback");
    else if (free && event.key === " " && this.on) this.ask("pause");
    else if (free && event.key === " " && this.status === "paused") this.act("resume");
    else return super.typed(event);
    return true;
  }
}

const page = readJSON("page"), game = await import(page.urls.board);
const table = new (suited(game, "asArbiter", page.pair ? following(ConsoleTable, "console/") : ConsoleTable))(page, game.Board);
table.start();
