// Claims: whoever sees a kyōen chooses three stones besides the last. For players and arbiters.

import { one } from "../../table.js";

const ARBITER = "arbiter";

/** Circle and verdict of a claim, and where the stone lay that a right one took off. */
export function showClaim(board, claim, show = true) {
  const shown = claim && show;
  board.draw(shown && claim.right ? [{ curve: claim.curve, kind: "found" }] : []);
  board.choose(shown ? [claim.stone, ...claim.points.filter(name => name !== claim.stone)] : [], !claim?.right);
  if (shown && claim.right) board.gone(claim.stone);
}

/** Subclasses say `mayClaim`. */
const claiming = Base =>
  class extends Base {
    constructor(...all) {
      super(...all);
      this.picks = null; // the stones chosen for a claim, besides the last
      this.board.only = () => (this.picks ? this.pickable : null);
      one("#cancel").addEventListener("click", () => this.endClaim());
      one("#send").addEventListener("click", () => this.sendClaim());
    }

    get pickable() {
      return this.position.stones.filter(name => name !== this.position.last);
    }

    pointed(name, how) {
      if (!this.picks) return super.pointed(name, how);
      if (how !== "typed") this.pick(name, how);
    }

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

    /** A claim that is sent while a stone is on its way waits for it. */
    async sendClaim() {
      if (this.picks?.length !== 3) return;
      const picks = this.picks, points = [...picks, this.against];
      await this.send("claims", { points, expected_seq: this.match.seq, ...this.byWhom("claim") }, { text: this.say("sending_claim") });
      if (this.picks === picks) this.picks = null;
      this.render();
    }

    get sendingLine() {
      return this.picks && this.sending?.what !== "claims" ? null : super.sendingLine;
    }

    happened(event) {
      super.happened(event);
      if (event.kind === "move" && this.picks && event.text !== this.against) {
        this.picks = null;
        this.tell("claim_too_late");
      }
      if (event.kind === "claim" && this.picks && event.right) this.picks = null;
    }

    noteOf(event) {
      if (event.kind !== "claim") return super.noteOf(event);
      const { seat, right, against, points } = event, name = seat ? this.called(seat) : this.say("arbiter");
      const small = right ? this.say("claim_right_small", { name: this.called(against) }) : points.join(" ");
      return { seal: this.say(right ? "seal_right" : "seal_wrong"), text: this.say(right ? "claim_right" : "claim_wrong", { name }), small, claim: true };
    }

    mark(event) {
      return event.kind === "claim" ? (event.right ? "○" : "×") : super.mark(event);
    }

    sound(event) {
      return event.kind === "claim" ? (event.right ? "right" : "wrong") : super.sound(event);
    }

    // What is shown

    /** A right claim is shown until the next stone, a wrong one while the headline tells of it. */
    drawn() {
      const claim = this.position.last_claim;
      if (this.picks) {
        this.board.draw([]);
        this.board.choose([this.against, ...this.picks]);
      } else if (this.aim) {
        this.board.draw([]);
        this.board.choose([]);
        this.board.aim(this.aim);
      } else showClaim(this.board, claim, claim?.right || this.notice?.claim);
    }

    pickLine() {
      const { say } = this;
      if (this.fit === true) return { seal: say("seal_right"), text: say("fits"), small: say("fits_small") };
      if (this.fit === false) return { seal: say("seal_wrong"), text: say("fits_not"), small: say("change_stone") };
      if (this.picks.length === 3) return { seal: say("seal_pick"), text: say("four_chosen"), small: say("change_stone") };
      return { seal: say("seal_pick"), text: say("pick_stones", { n: 3 - this.picks.length }), small: say("last_is_in", { point: this.against }) };
    }

    chosenLine() {
      return this.picks ? this.pickLine() : super.chosenLine();
    }

    controls() {
      super.controls();
      if (!this.picks) return;
      const { say } = this, left = 3 - this.picks.length, send = one("#send");
      send.setAttribute("aria-disabled", String(!!left || !!this.sending));
      const kind = this.fit === true ? "send_fits" : this.fit === false ? "send_anyway" : "send";
      send.textContent = left ? say("more", { n: left }) : say(kind);
    }

    typed(event) {
      if (event.key === "Escape" && this.picks) this.endClaim();
      else if (event.key === "!" || event.key === "！") this.beginClaim();
      else if (event.key === "Enter" && this.picks?.length === 3 && !event.target.closest("button, a")) this.sendClaim();
      else return super.typed(event);
      return true;
    }
  };

export const asPlayer = Base =>
  class extends claiming(Base) {
    constructor(...all) {
      super(...all);
      one("#claim").addEventListener("click", () => this.beginClaim());
    }

    get mayClaim() {
      return this.on && !!this.position.seats?.[this.me - 1]?.may_claim;
    }

    get actState() {
      const state = super.actState;
      if (state === "over") return state;
      if (this.picks) return "picking";
      return this.me && this.mayClaim ? "play" : state;
    }

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

    turnLine(doing) {
      const { say, position } = this, { last, owner } = position;
      if (this.myTurn) return { seal: say("seal_next"), text: doing, small: last && this.mayClaim ? say("claim_or_place", { point: last }) : say("your_move") };
      if (!this.me) return { seal: say("seal_now"), text: doing, small: last ? say("last_stone", { point: last, name: this.name(owner) }) : "", calm: true };
      if (!this.playing) return super.turnLine(doing);
      if (this.mayClaim) return { seal: say("seal_claim"), text: say("claim_if"), small: this.mine.state === "next" ? say("you_are_next") : doing };
      if (owner === this.me && last) return { seal: say("seal_now"), text: doing, small: say("your_stone", { point: last }), calm: true };
      return super.turnLine(doing);
    }

    controls() {
      super.controls();
      one("#claim").setAttribute("aria-disabled", String(!this.mayClaim || !!this.sending));
      one("#why").textContent = this.mayClaim ? "" : this.whyNoClaim();
    }

    whyNoClaim() {
      const { say, position } = this;
      if (!this.on) return "";
      if (!position.last) return say(position.last_claim ? "no_claim_done" : "no_claim_stone");
      if (position.owner === this.me) return say("no_claim_own");
      return position.claimable ? say("no_claim_lost") : say("no_claim_gone");
    }
  };

export const asArbiter = Base =>
  class extends claiming(Base) {
    constructor(...all) {
      super(...all);
      this.claimant = null; // a seat, or ARBITER
      one("#arbiter-claim")?.addEventListener("click", () => this.claimBy(ARBITER));
      for (const button of document.querySelectorAll("[data-claim]")) button.addEventListener("click", () => this.claimBy(+button.dataset.claim));
    }

    get mayClaim() {
      return this.claimant === ARBITER ? this.on && this.position.claimable : this.seatMayClaim(this.claimant);
    }

    seatMayClaim(seat) {
      return this.on && !!seat && !!this.position.seats?.[seat - 1]?.may_claim;
    }

    byWhom(what) {
      if (what !== "claim") return super.byWhom(what);
      return this.claimant === ARBITER ? { arbiter: true } : { seat: this.claimant };
    }

    claimBy(seat) {
      if (this.picks) this.endClaim();
      this.claimant = seat;
      if (this.mayClaim) this.beginClaim();
      else this.claimant = null;
    }

    endClaim() {
      this.claimant = null;
      super.endClaim();
    }

    ruled() {
      this.picks = null;
      super.ruled();
    }

    get actState() {
      const state = super.actState;
      return state === "play" && this.picks ? "picking" : state;
    }

    pickLine() {
      const { claimant, say } = this;
      const text = claimant === ARBITER ? say("arbiter_claims") : say("seat_claims", { seat: claimant, name: this.called(claimant) });
      return { ...super.pickLine(), text };
    }

    seats() {
      super.seats();
      for (const button of document.querySelectorAll("[data-claim]")) {
        const seat = +button.dataset.claim;
        button.setAttribute("aria-disabled", String(!this.seatMayClaim(seat)));
        button.setAttribute("aria-pressed", String(!!this.picks && this.claimant === seat));
      }
    }

    controls() {
      super.controls();
      one("#arbiter-claim")?.setAttribute("aria-disabled", String(!(this.on && this.position.claimable)));
    }

    typed(event) {
      const free = !event.target.closest("button, a");
      if (!free || !/^[1-8]$/.test(event.key) || this.board.typed) return super.typed(event);
      this.claimBy(+event.key);
      return true;
    }
  };

/** Practice matches can show what others never do. */
export async function prepare(table) {
  if (table.match.is_practice) table.practice = await import("./practice.js");
}
