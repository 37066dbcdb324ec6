// A match that is over: step, play, jump; safe points; every kyōen made and missed.

import { language, readJSON, speaker } from "./api.js";
import { Board } from "./board.js";
import { used } from "./clock.js";
import { safe } from "./practice.js";
import { element, one } from "./table.js";

const PACE = 1200; // ms a step is shown while playing

/** A fraction as the rules write it, and one more. */
function oneMore(text) {
  const [top, below = 1] = text.split("/").map(Number);
  return below === 1 ? String(top + 1) : `${top + below}/${below}`;
}

class Replay {
  constructor(page) {
    this.page = page;
    this.say = speaker(page.words);
    this.steps = page.analysis.steps;
    this.kyoens = page.analysis.kyoens;
    this.names = page.match.seats.map(seat => seat.name);
    this.board = new Board(one("#board"), { say: this.say });
    this.chosen = null; // a kyōen of the list that is shown
    one("#slider").max = this.steps.length - 1;
    this.list();
    this.record();
    this.listen();
    this.go(this.fromAddress());
  }

  fromAddress() {
    const asked = new URLSearchParams(location.search).get("ply") ?? location.hash.replace(/^#(ply=)?/, "");
    const ply = asked === "" ? this.steps.length - 1 : Number(asked);
    return Number.isInteger(ply) ? ply : this.steps.length - 1;
  }

  go(ply, chosen = null) {
    this.ply = Math.max(0, Math.min(this.steps.length - 1, ply));
    this.chosen = chosen;
    this.render();
    clearTimeout(this.writing);
    this.writing = setTimeout(() => history.replaceState(null, "", `#${this.ply}`), 300);
  }

  render() {
    const { ply, board, say } = this, { position, event } = this.steps[ply];
    board.show(position.stones, position.last);
    one("#step").textContent = say("step_of", { n: ply, all: this.steps.length - 1 });
    one("#told").textContent = event ? event.say[language] : say("start");
    const slider = one("#slider");
    slider.value = ply;
    slider.setAttribute("aria-valuetext", one("#step").textContent);
    this.shapes(position);
    this.hints(position);
    for (const row of one("#log").children) {
      if (+row.dataset.ply === ply) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    for (const row of one("#kyoens").children) {
      const current = this.chosen ? row.kyoen === this.chosen : row.kyoen.ply === ply || row.kyoen.claimed_ply === ply;
      row.toggleAttribute("data-current", current);
    }
    const line = one(`#log [data-ply="${ply}"]`), log = one("#log");
    if (line && log.scrollHeight > log.clientHeight) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
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

  record() {
    one("#log").replaceChildren(
      ...this.steps.slice(1).map(({ event }, n) => {
        const button = element("button", { type: "button", class: "quiet" });
        if (event.kind === "move") button.append(element("b", {}, this.names[event.seat - 1]), " ", event.text);
        else button.append(event.say[language]);
        if (event.reason) button.append(element("small", {}, this.say("reason", { reason: event.reason })));
        button.addEventListener("click", () => {
          this.stop();
          this.go(n + 1);
        });
        return element("li", { "data-ply": n + 1, "data-kind": event.kind, "data-right": event.right === true }, element("span", { class: "num" }, String(n + 1)), button, element("span", { class: "num" }, used(event.used_ms)));
      }),
    );
  }

  // Hands

  play() {
    if (this.playing) return this.stop();
    if (this.ply === this.steps.length - 1) this.go(0);
    one("#play").textContent = this.say("stop");
    this.playing = setInterval(() => {
      if (this.ply === this.steps.length - 1) this.stop();
      else this.go(this.ply + 1);
    }, PACE);
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    one("#play").textContent = this.say("play");
  }

  step(how) {
    if (how === "play") return this.play();
    this.stop();
    this.go({ first: 0, back: this.ply - 1, on: this.ply + 1, last: this.steps.length - 1 }[how]);
  }

  listen() {
    for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", () => this.step(button.dataset.step));
    one("#slider").addEventListener("input", event => {
      this.stop();
      this.go(+event.target.value);
    });
    for (const id of ["safe", "missed"]) one(`#${id}`).addEventListener("change", () => this.render());
    one("#share").addEventListener("click", () => this.share());
    addEventListener("hashchange", () => this.go(this.fromAddress()));
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [role=gridcell]")) return;
      const how = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key] ?? (event.key === " " && !event.target.closest("button, a, summary") ? "play" : null);
      if (!how) return;
      event.preventDefault();
      this.step(how);
    });
  }

  async share() {
    const url = new URL(location.pathname, location.href);
    url.searchParams.set("ply", this.ply);
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: document.title, url: url.href }).catch(() => {});
      return;
    }
    const button = one("#share"), words = button.textContent;
    await navigator.clipboard?.writeText(url.href).catch(() => {});
    history.replaceState(null, "", url);
    button.textContent = this.say("copied");
    setTimeout(() => (button.textContent = words), 2000);
  }
}

new Replay(readJSON("page"));
