// The replay of a match of Kyōen: safe points, and every kyōen made and missed.

import { element, one } from "../../table.js";
import { safe } from "./practice.js";

/** A fraction as the rules write it, and one more. */
function oneMore(text) {
  const [top, below = 1] = text.split("/").map(Number);
  return below === 1 ? String(top + 1) : `${top + below}/${below}`;
}

export const inReplay = Base =>
  class extends Base {
    constructor(...all) {
      super(...all);
      this.kyoens = this.page.analysis.kyoens;
      this.chosen = null; // a kyōen of the list that is shown
      for (const id of ["safe", "missed"]) one(`#${id}`).addEventListener("change", () => this.render());
      this.list();
    }

    go(ply, chosen = null) {
      this.chosen = chosen;
      super.go(ply);
    }

    drawn(position) {
      this.shapes(position);
      this.hints(position);
      for (const row of one("#kyoens").children) {
        const current = this.chosen ? row.kyoen === this.chosen : row.kyoen.ply === this.ply || row.kyoen.claimed_ply === this.ply;
        row.toggleAttribute("data-current", current);
      }
    }

    /** The claim of this step; else what its stone made; and, when wanted, what was missed before. */
    shapes(position) {
      const { board, ply } = this, shapes = [], claim = position.last_claim;
      const here = this.chosen ?? this.kyoens.find(found => found.ply === ply || found.claimed_ply === ply);
      if (one("#missed").checked)
        for (const found of this.kyoens)
          if (found.missed && found.ply <= ply && found !== here)
            for (const { curve, stones } of found.curves) if (stones.every(name => board.has(name))) shapes.push({ curve, kind: "missed" });
      let marked = [];
      if (claim && !this.chosen) {
        marked = [claim.stone, ...claim.points.filter(name => name !== claim.stone)];
        if (claim.right) shapes.push({ curve: claim.curve });
      } else if (here) {
        shapes.push(...here.curves.map(({ curve }) => ({ curve, kind: here.missed ? "missed strong" : "found" })));
        marked = here.curves.length === 1 ? [here.point, ...here.curves[0].stones.filter(name => name !== here.point)] : [here.point];
      }
      board.draw(shapes);
      board.choose(marked, claim && !this.chosen && !claim.right);
      if (claim?.right && !this.chosen) board.gone(claim.stone);
    }

    hints(position) {
      const show = one("#safe").checked, count = one("#safe-count");
      const found = show ? safe(position.lattice, position.stones, [...this.board.spots.keys()]) : [];
      this.board.hint(found);
      count.textContent = show ? String(found.length) : "";
    }

    list() {
      one("#no-kyoens").hidden = this.kyoens.length > 0;
      one("#kyoens").replaceChildren(
        ...this.kyoens.map(found => {
          const claimant = found.claimed_by ? this.names[found.claimed_by - 1] : this.say("by_arbiter");
          const values = { point: found.point, name: this.names[found.seat - 1] ?? this.say("by_arbiter"), claimant };
          const first = found.curves.slice(0, 3).map(({ curve, stones }) => element("small", {}, `${stones.join(" ")} · ${this.curveWords(curve)}`));
          const more = found.curves.length - first.length;
          const button = element("button", { type: "button", class: "quiet" }, this.say(found.missed ? "missed" : "claimed", values), ...first, ...(more > 0 ? [element("small", {}, this.say("more_curves", { n: more }))] : []));
          button.addEventListener("click", () => {
            this.stop();
            this.go(found.ply, found);
            one(".board").scrollIntoView({ block: "nearest", behavior: "smooth" });
          });
          const row = element("li", { "data-missed": found.missed }, element("span", { class: "num", "aria-hidden": "true" }, found.missed ? "–" : "○"), button);
          row.kyoen = found;
          return row;
        }),
      );
    }

    /** A centre on a point has that point's name; any other is counted from a1 = (1, 1). */
    curveWords(curve) {
      if (curve.kind === "line") return this.say("line");
      const [x, y] = curve.centre, name = `${String.fromCharCode(97 + Number(x))}${Number(y) + 1}`;
      const centre = this.board.spots.has(name) ? name : `(${oneMore(x)}, ${oneMore(y)})`;
      return this.say("circle", { centre, radius: curve.radius });
    }
  };
