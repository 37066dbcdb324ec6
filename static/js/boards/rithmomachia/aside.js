// Beside the board: what each side took, how far it is from the agreed numbers, what would win.

import { element, one } from "../../table.js";
import { image, pieceWords } from "./pieces.js";

export class Aside {
  constructor(table) {
    this.table = table;
    this.say = table.say;
    this.camps = [1, 2].map(seat => one(`[data-camp="${seat}"]`));
    this.dialog = one("#numbers");
    for (const button of document.querySelectorAll("[data-numbers]")) {
      button.hidden = !table.study;
      button.addEventListener("click", () => this.open(+button.dataset.numbers));
    }
  }

  show(position) {
    const key = JSON.stringify([position.sums, position.hands, position.to_move, this.table.actor]);
    if (this.shown === key) return;
    this.shown = key;
    this.camps.forEach((camp, n) => camp && this.camp(camp, position, n));
    if (this.table.study) this.notes(position);
  }

  camp(camp, position, n) {
    const sums = position.sums[n], needs = position.thresholds;
    for (const row of camp.querySelectorAll("[data-measure]")) {
      const name = row.dataset.measure, has = sums[name], goal = needs[name];
      row.style.setProperty("--p", goal ? Math.min(1, has / goal).toFixed(3) : 0);
      one("dd", row).replaceChildren(String(has), ...(goal ? [element("small", {}, `/${goal}`)] : []));
    }
    const hand = position.hands[n], list = one(".caught", camp);
    const pieces = hand.length ? hand : position.taken[n];
    list.replaceChildren(...pieces.map(piece => this.piece(piece, n + 1)));
  }

  /** A piece that was taken; where it may be dropped, a button. */
  piece(piece, seat) {
    const label = pieceWords({ ...piece, parts: null }, this.say), shown = image(piece, label);
    if (!piece.text || this.table.actor !== seat) return element("li", {}, shown);
    const button = element("button", { type: "button", "aria-label": label }, shown);
    button.addEventListener("click", () => this.table.board.choose({ hand: piece.text, piece }));
    return element("li", {}, button);
  }

  /** One piece away: say which. */
  async notes(position) {
    for (const camp of this.camps) if (camp) one(".near", camp).hidden = true;
    const answer = await this.table.study();
    if (!answer || position !== this.table.position) return;
    const study = answer.study ?? answer;
    this.camps.forEach((camp, n) => {
      const near = study.sets[n].sets.filter(set => set.length === 1).map(([number]) => number);
      if (!camp || !near.length) return;
      const note = one(".near", camp);
      note.textContent = this.say(near.length > 1 ? "near_some" : "near", { numbers: near.join(this.say("and")) });
      note.hidden = false;
    });
  }

  async open(seat) {
    const { say, table } = this, answer = await table.study();
    const study = answer?.study ?? answer, sets = study?.sets[seat - 1], threats = study?.threats[seat - 1];
    one("#numbers-heading").textContent = table.name(seat);
    const rows = (threats ?? []).map(found => say("threat", { text: found.text, name: say(`victory_${found.victory}`), numbers: found.numbers.join(say("and")) }));
    if (study?.pyramid[seat - 1]) rows.unshift(say("pyramid_first"));
    one("#threats").replaceChildren(...(rows.length ? rows : [say("threats_none")]).map(words => element("li", {}, words)));
    one("#sets-heading").textContent = this.setsWords(seat, sets);
    one("#sets").replaceChildren(...(sets?.sets ?? []).map(set => element("li", {}, set.join(" + "))));
    if (!this.dialog.open) this.dialog.showModal();
  }

  setsWords(seat, sets) {
    const { say } = this, { thresholds, sums } = this.table.position;
    if (!sets || thresholds.victory === "none") return "";
    if (thresholds.victory === "corpore") return say("any_pieces", { n: Math.max(0, thresholds.pieces - sums[seat - 1].pieces) });
    const n = sets.sets.length;
    if (!n) return say("sets_none");
    return say(sets.complete ? "sets" : "sets_more", { n });
  }
}
