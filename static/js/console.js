// The arbiter's console: every seat from one device, and rulings with their reasons.

import { readJSON } from "./api.js";
import { left, show } from "./clock.js";
import { Feedback, options } from "./options.js";
import { PlayingTable } from "./play.js";
import { element, one } from "./table.js";

const ARBITER = "arbiter";

class ConsoleTable extends PlayingTable {
  constructor(page) {
    const chosen = options({ confirm: matchMedia("(pointer: coarse)").matches });
    super(page, chosen, new Feedback({ sound: false, vibration: false }));
    this.claimant = null; // a seat, or ARBITER
    this.asked = null; // the action a reason is asked for
    this.actions = new Map(page.actions.map(action => [action.action, action]));
    this.listen();
  }

  get actor() {
    return this.on ? this.match.to_move : null;
  }

  get mayClaim() {
    return this.claimant === ARBITER ? this.on && this.position.claimable : this.seatMayClaim(this.claimant);
  }

  seatMayClaim(seat) {
    return this.on && !!seat && !!this.position.seats?.[seat - 1]?.may_claim;
  }

  byWhom(what) {
    if (what === "move") return { seat: this.match.to_move };
    return this.claimant === ARBITER ? { arbiter: true } : { seat: this.claimant };
  }

  claimBy(seat) {
    if (this.picks) this.endClaim();
    this.claimant = seat;
    if (this.mayClaim) this.beginClaim();
    else this.claimant = null;
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
    if (this.status === "waiting") return { seal: say("seal_next"), text: say("console_waiting"), small: say("console_waiting_small", { n: this.match.seats.length }) };
    if (this.status === "finished") return { seal: say("seal_over"), text: say("console_over"), small: say("console_over_small") };
    if (this.status === "paused") return { seal: say("seal_wait"), text: say("paused"), small: say("paused_small"), calm: true };
    if (this.status === "ruling") return { seal: say("seal_next"), text: say("console_ruling", { name }), small: say("console_ruling_small") };
    if (this.picks) return { ...this.pickLine(this.against), text: this.claimText() };
    if (this.aim) return { seal: say("seal_next"), text: say("aim", { point: this.aim }), small: say("aim_small") };
    return { seal: say("seal_now"), text: say("console_turn", { name }), small: say("console_turn_small"), calm: true };
  }

  claimText() {
    if (this.claimant === ARBITER) return this.say("arbiter_claims");
    return this.say("seat_claims", { seat: this.claimant, name: this.called(this.claimant) });
  }

  seats() {
    super.seats();
    for (const button of document.querySelectorAll("[data-claim]")) {
      const seat = +button.dataset.claim;
      button.setAttribute("aria-disabled", String(!this.seatMayClaim(seat)));
      button.setAttribute("aria-pressed", String(!!this.picks && this.claimant === seat));
    }
  }

  tick() {
    super.tick();
    const { clock } = this.match, now = this.time.now();
    for (const row of one("#seats").children) {
      const ms = left(clock, +row.dataset.seat, now);
      one("time", row).textContent = ms === null || row.hasAttribute("data-out") ? "" : show(ms);
    }
  }

  controls() {
    const { say } = this, state = { waiting: "waiting", paused: "paused", ruling: "ruling", finished: "over" }[this.status];
    one("#act").dataset.state = state ?? (this.picks ? "picking" : "play");
    const place = one("#place");
    place.hidden = !this.aim;
    place.textContent = this.aim ? say("place_at", { point: this.aim }) : "";
    one("#arbiter-claim")?.setAttribute("aria-disabled", String(!(this.on && this.position.claimable)));
    if (this.picks) {
      const more = 3 - this.picks.length, send = one("#send");
      send.setAttribute("aria-disabled", String(!!more || !!this.sending));
      send.textContent = more ? say("more", { n: more }) : say("send");
    }
    one("#takeback").toggleAttribute("hidden", this.status === "waiting");
    one("#end").toggleAttribute("hidden", this.status === "waiting" || this.status === "finished");
  }

  endClaim() {
    this.claimant = null;
    super.endClaim();
  }

  // Rulings

  openSeat(seat) {
    const row = this.match.seats[seat - 1], dialog = one("#seat-dialog"), out = row.state === "out" || row.state === "absent";
    this.chosen = seat;
    one("#seat-heading").textContent = this.say("seat_name", { seat, name: row.name });
    const may = { clock: !out && this.match.clock.timing !== "none" && this.status !== "waiting", withdraw: !out, remove: !out, restore: out };
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
    one("#reason-send").className = ["end", "remove", "out"].includes(kind) ? "danger" : "primary";
    const timed = kind === "clock" || kind === "plays_on", seconds = one("#seconds");
    one("#seconds-field").hidden = !timed;
    seconds.disabled = !timed;
    seconds.min = kind === "plays_on" ? 1 : -3600;
    seconds.value = timed ? (kind === "plays_on" ? 60 : 30) : "";
    for (const button of one("#quick-seconds").children) button.hidden = kind === "plays_on" && +button.dataset.seconds < 0;
    const reason = one("#reason");
    reason.value = "";
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

  async answer() {
    const { kind, seat } = this.asked, reason = one("#reason").value.trim();
    const body = { reason, expected_seq: this.match.seq }, ms = Math.round(+one("#seconds").value * 1000);
    if (kind === "out" || kind === "plays_on") Object.assign(body, { ruling: kind }, kind === "plays_on" ? { ms } : {});
    if (kind === "clock") body.ms = ms;
    if (["clock", "withdraw", "remove", "restore"].includes(kind)) body.seat = seat;
    one("#reason-dialog").close();
    this.picks = null;
    await this.act(kind === "out" || kind === "plays_on" ? "ruling" : kind, body);
    this.render();
  }

  // Hands

  listen() {
    one("#place").addEventListener("click", () => this.aim && this.play(this.aim));
    one("#cancel").addEventListener("click", () => this.endClaim());
    one("#send").addEventListener("click", () => this.sendClaim());
    one("#arbiter-claim")?.addEventListener("click", () => this.claimBy(ARBITER));
    one("#reason-form").addEventListener("submit", event => {
      event.preventDefault();
      this.answer();
    });
    for (const button of document.querySelectorAll("[data-claim]")) button.addEventListener("click", () => this.claimBy(+button.dataset.claim));
    for (const button of document.querySelectorAll("[data-more]")) button.addEventListener("click", () => this.openSeat(+button.dataset.more));
    for (const button of document.querySelectorAll("[data-ask]")) button.addEventListener("click", () => this.ask(button.dataset.ask));
    for (const button of document.querySelectorAll("[data-now]")) button.addEventListener("click", () => this.act(button.dataset.now, { expected_seq: this.match.seq }));
    for (const button of document.querySelectorAll("[data-seconds]")) button.addEventListener("click", () => (one("#seconds").value = button.dataset.seconds));
  }

  key(event) {
    const free = !(event.ctrlKey || event.metaKey || event.altKey) && !one("dialog[open]") && !event.target.closest("input, select, textarea, button, a");
    if (free && /^[1-8]$/.test(event.key) && !this.board.typed) this.claimBy(+event.key);
    else if (free && event.key === "Backspace" && this.status !== "waiting") this.ask("takeback");
    else if (free && event.key === " " && this.on) this.ask("pause");
    else if (free && event.key === " " && this.status === "paused") this.act("resume", { expected_seq: this.match.seq });
    else return super.key(event);
    event.preventDefault();
  }
}

new ConsoleTable(readJSON("page")).start();
