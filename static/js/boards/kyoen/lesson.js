// A board to try the rules on: a press on an empty point places a stone, presses on three
// stones besides the last claim them with it.

import { Board } from "./board.js";
import { showClaim } from "./claims.js";

const NEEDED = 3;

export class LessonBoard extends Board {
  constructor(svg, options) {
    super(svg, options);
    this.tell = this.onAction;
    this.onAction = (name, how) => how !== "typed" && this.meantAt(name, how);
    this.picks = [];
  }

  meantAt(name, how) {
    if (!this.has(name)) return this.tell(name, how);
    if (name === this.last || !this.position) return;
    const at = this.picks.indexOf(name);
    if (at >= 0) this.picks.splice(at, 1);
    else this.picks.push(name);
    if (this.picks.length < NEEDED) return this.choose(this.picks.length ? [this.last, ...this.picks] : []);
    this.tell(`${this.claimant}!${this.picks.join("")}`, how);
    this.picks = [];
  }

  /** Whoever is on turn claims: never the one who placed the last stone. */
  get claimant() {
    return this.position.to_move ?? 1;
  }

  /** `animate`: somebody has just tried this, so what it made is drawn too. */
  show(position, { animate = false } = {}) {
    super.show(position);
    this.position = position;
    this.picks = [];
    showClaim(this, position.last_claim);
    if (!animate || position.last_claim || !position.made.length) return;
    this.draw(position.made);
    if (position.made.length === 1) this.choose([this.last, ...position.made[0].stones.filter(name => name !== this.last)]);
  }

  called(move) {
    return move.includes("!") ? move.slice(move.indexOf("!") + 1).match(/[a-s]\d+/g).join(" ") : move;
  }
}
