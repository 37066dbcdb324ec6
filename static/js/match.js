// The player's page: place stones, claim, and see what happens.

import { readJSON } from "./api.js";
import { Feedback, options } from "./options.js";
import { PlayingTable } from "./play.js";
import { element, one } from "./table.js";

class PlayerTable extends PlayingTable {
  constructor(page) {
    const chosen = options({ confirm: matchMedia("(pointer: coarse)").matches });
    super(page, chosen, new Feedback(chosen));
    this.listen();
  }

  // What I may do

  get mine() {
    return this.me ? this.match.seats[this.me - 1] : null;
  }

  get myTurn() {
    return this.on && this.me !== null && this.match.to_move === this.me;
  }

  get mayClaim() {
    return this.on && !!this.position.seats?.[this.me - 1]?.may_claim;
  }

  get actor() {
    return this.myTurn ? this.me : null;
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

  drawn() {
    super.drawn();
    this.fit = null;
    if (this.picks) this.preview();
    this.hints();
  }

  /** Practice may show whether the stones fit before the claim is sent. */
  preview() {
    const { practice } = this;
    if (!practice || !this.options.preview || this.picks.length !== 3) return;
    const four = [this.against, ...this.picks], { lattice } = this.position;
    this.fit = practice.fits(lattice, four);
    if (this.fit) this.board.draw([{ curve: practice.curve(lattice, four, [...this.board.spots.keys()]), kind: "found" }]);
  }

  hints() {
    const { practice } = this, show = practice && this.options.safe && this.on;
    if (!show) return this.board.hint([]);
    const { lattice, stones } = this.position, key = stones.join(" ");
    if (this.hinted !== key) {
      this.hinted = key;
      this.safe = practice.safe(lattice, stones, [...this.board.spots.keys()]);
    }
    this.board.hint(this.safe);
  }

  headline() {
    const { say, position } = this, turn = this.match.to_move, last = position.last;
    if (this.sendingLine) return this.sendingLine;
    if (this.status === "waiting") return this.waitingLine();
    if (this.status === "finished") return this.overLine();
    if (this.status === "paused") return { seal: say("seal_wait"), text: say("paused"), small: say("paused_small"), calm: true };
    if (this.status === "ruling") return { seal: say("seal_wait"), text: say("ruling", { name: this.called(turn, true) }), small: say("ruling_small"), calm: true };
    if (this.picks) return this.pickLine(last);
    if (this.aim) return { seal: say("seal_next"), text: say("aim", { point: this.aim }), small: say("aim_small") };
    const doing = turn === this.me ? say("your_turn") : say("turn_of", { name: this.name(turn) });
    if (this.myTurn)
      return { seal: say("seal_next"), text: doing, small: last && this.mayClaim ? say("claim_or_place", { point: last }) : say("place_stone") };
    if (!this.me) return { seal: say("seal_now"), text: doing, small: last ? say("last_stone", { point: last, name: this.name(position.owner) }) : "", calm: true };
    if (!this.playing) return { seal: say("seal_now"), text: say("you_are_out"), small: doing, calm: true };
    if (this.mayClaim) return { seal: say("seal_claim"), text: say("claim_if"), small: this.mine.state === "next" ? say("you_are_next") : doing };
    if (position.owner === this.me && last) return { seal: say("seal_now"), text: doing, small: say("your_stone", { point: last }), calm: true };
    return { seal: say("seal_now"), text: doing, small: "", calm: true };
  }

  /** What happened; and under it, if so, that the reader is to play. */
  noticeLine() {
    return this.myTurn && !this.picks && !this.aim ? { ...this.notice, small: this.say("your_turn") } : this.notice;
  }

  waitingLine() {
    const { say } = this, free = this.match.seats.filter(seat => this.free(seat)).length;
    if (free) return { seal: say("seal_wait"), text: say("waiting_free", { n: free }), small: say("waiting_free_small"), calm: true };
    if (this.mine && !this.mine.ready) return { seal: say("seal_next"), text: say("ready_ask"), small: say("ready_ask_small") };
    const missing = this.match.seats.filter(seat => !seat.ready && !seat.computer).map(seat => say("named", { name: seat.name }));
    const text = missing.length ? say("waiting_for", { names: missing.join(say("comma")) }) : say("waiting_start");
    return { seal: say("seal_wait"), text, small: say("waiting_small"), calm: true };
  }

  overLine() {
    const { say } = this, first = this.places.filter(row => row.place === 1).map(row => this.called(row.seat));
    const mine = this.places.find(row => row.seat === this.me);
    const text = first.length ? say(first.length > 1 ? "over_shared" : first[0] === say("you_inside") ? "over_you" : "over", { names: first.join(say("comma")) }) : say("over_plain");
    const why = say(`reason_${this.match.outcome?.reason}`);
    return { seal: say("seal_over"), text, small: mine && mine.place > 1 ? say("over_place", { place: mine.place }) : why, calm: false };
  }

  controls() {
    const { say } = this, picking = !!this.picks, over = this.status === "finished";
    const ready = this.status === "waiting" && this.mine && !this.mine.ready;
    one("#act").dataset.state = over ? "over" : picking ? "picking" : ready ? "ready" : this.me && this.on && (this.playing || this.mayClaim) ? "play" : "none";
    const place = one("#place"), claim = one("#claim");
    place.hidden = !(this.aim && this.myTurn);
    place.textContent = this.aim ? say("place_at", { point: this.aim }) : "";
    claim.setAttribute("aria-disabled", String(!this.mayClaim || !!this.sending));
    one("#why").textContent = this.mayClaim ? "" : this.whyNoClaim();
    if (picking) {
      const left = 3 - this.picks.length, send = one("#send");
      send.setAttribute("aria-disabled", String(!!left || !!this.sending));
      const kind = left ? "more" : this.fit === true ? "send_fits" : this.fit === false ? "send_anyway" : "send";
      send.textContent = left ? say("more", { n: left }) : say(kind);
    }
    if (over) this.podium();
    one("#resign").hidden = !(this.playing && (this.on || this.status === "paused" || this.status === "ruling"));
    one("#invite")?.toggleAttribute("hidden", this.status !== "waiting");
    document.title = this.titled();
  }

  whyNoClaim() {
    const { say, position } = this;
    if (!this.on) return "";
    if (!position.last) return say(position.last_claim ? "no_claim_done" : "no_claim_stone");
    if (position.owner === this.me) return say("no_claim_own");
    return position.claimable ? say("no_claim_lost") : say("no_claim_gone");
  }

  podium() {
    const list = one("#places");
    if (list.childElementCount) return;
    list.append(
      ...this.places.map(({ seat, place }) =>
        element("li", { "data-place": place, "data-me": seat === this.me }, element("span", {}, this.say("place", { place })), element("b", {}, this.name(seat))),
      ),
    );
    one("#over").hidden = false;
  }

  titled() {
    this.plainTitle ??= document.title;
    return this.myTurn ? this.say("title_turn", { title: this.plainTitle }) : this.plainTitle;
  }

  // Hands

  listen() {
    one("#claim").addEventListener("click", () => this.beginClaim());
    one("#cancel").addEventListener("click", () => this.endClaim());
    one("#send").addEventListener("click", () => this.sendClaim());
    one("#place").addEventListener("click", () => this.aim && this.play(this.aim));
    one("#ready").addEventListener("click", () => this.act("ready", { seat: this.me, expected_seq: this.match.seq }));
    const resign = one("#resign-dialog");
    one("#resign").addEventListener("click", () => {
      one("#menu").close();
      resign.showModal();
    });
    resign.addEventListener("close", () => resign.returnValue === "yes" && this.act("resign", { seat: this.me, expected_seq: this.match.seq }));
    this.options.bind(one("#options"), () => this.render());
  }
}

const page = readJSON("page");
const table = new PlayerTable(page);
if (page.match.is_practice) table.practice = await import("./practice.js");
table.start();
