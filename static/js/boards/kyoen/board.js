// The board: an SVG made by the server, kept up to date here. Points are known by name.

const SVG = "http://www.w3.org/2000/svg";
const SLIP = 16; // px a finger may move during a tap
const REACH = 1.2; // how far from a finger a stone may be that it means, in points

function make(name, attributes = {}, text = "") {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== "") node.textContent = text;
  return node;
}

/**
 * `onAction(name, how)` is called when a point is meant: how is "tap", "key" or "typed" (only
 * pointed at, by typing its name). `say` gives words.
 */
export class Board {
  constructor(svg, { say, onAction = () => {} }) {
    this.svg = svg;
    this.say = say;
    this.onAction = onAction;
    this.spots = new Map();
    this.rows = [...svg.querySelectorAll('[role="row"]')].map(row =>
      [...row.querySelectorAll("[data-point]")].map(node => {
        const spot = { name: node.dataset.point, x: +node.dataset.x, y: +node.dataset.y, node };
        this.spots.set(spot.name, spot);
        return spot;
      }),
    );
    this.curves = svg.querySelector(".curves");
    this.marks = svg.querySelector(".marks");
    this.hints = svg.querySelector(".hints");
    this.stones = [...svg.querySelectorAll("[data-stone]")].map(node => node.dataset.point);
    this.last = svg.querySelector("[data-last]")?.dataset.point ?? null;
    this.typed = "";
    this.pressed = null;
    this.answered = -Infinity;
    this.rove(this.spots.get(this.last) ?? this.middle());
    svg.addEventListener("pointerdown", event => (this.pressed = event));
    svg.addEventListener("pointerup", event => this.released(event));
    svg.addEventListener("contextmenu", event => event.pointerType === "touch" && event.preventDefault());
    svg.addEventListener("click", event => this.clicked(event));
    svg.addEventListener("keydown", event => this.key(event));
    svg.addEventListener("focusin", event => {
      const name = event.target.closest?.("[data-point]")?.dataset.point;
      if (name) this.rove(this.spots.get(name));
    });
  }

  middle() {
    const row = this.rows[this.rows.length >> 1];
    return row[row.length >> 1];
  }

  has(name) {
    return this.stones.includes(name);
  }

  /** Show a position: its stones by name and the last of them (or null). */
  show({ stones, last }) {
    const before = new Set(this.stones), now = new Set(stones);
    for (const name of before) if (!now.has(name)) this.lift(this.spots.get(name));
    for (const name of now) if (!before.has(name)) this.put(this.spots.get(name));
    if (this.last !== last) {
      this.unlast(this.spots.get(this.last));
      if (last) this.relast(this.spots.get(last));
    }
    this.stones = [...stones];
    this.last = last ?? null;
    this.svg.setAttribute("aria-label", this.summary());
  }

  summary() {
    const { columns, rows } = this.svg.dataset, values = { columns, rows, n: this.stones.length, point: this.last };
    return this.say(this.last ? "board_last" : "board", values);
  }

  put(spot) {
    spot.node.dataset.stone = "";
    spot.node.prepend(make("circle", { class: "stone", r: 0.4 }));
    this.label(spot);
  }

  lift(spot) {
    delete spot.node.dataset.stone;
    delete spot.node.dataset.last;
    for (const node of spot.node.querySelectorAll(".stone, .last")) node.remove();
    this.label(spot);
  }

  unlast(spot) {
    if (!spot) return;
    delete spot.node.dataset.last;
    spot.node.querySelector(".last")?.remove();
    this.label(spot);
  }

  relast(spot) {
    spot.node.dataset.last = "";
    spot.node.querySelector(".stone").after(make("circle", { class: "last", r: 0.17 }));
    this.label(spot);
  }

  label(spot) {
    const { node, name } = spot, at = { point: name };
    const kind = "last" in node.dataset ? "point_last" : "stone" in node.dataset ? "point_stone" : "point_empty";
    node.setAttribute("aria-label", this.say(kind, at));
  }

  /** Ring and number the chosen stones; the first (the last stone placed) has no number. */
  choose(names, wrong = false) {
    this.marks.replaceChildren();
    names.forEach((name, n) => {
      const { x, y } = this.spots.get(name);
      this.marks.append(make("circle", { class: wrong ? "pick wrong" : "pick", cx: x, cy: y, r: 0.49 }));
      if (n) this.marks.append(make("text", { class: "on", x, y: y + 0.02 }, n));
    });
    for (const { node, name } of this.spots.values())
      if (names.includes(name)) node.setAttribute("aria-selected", "true");
      else node.removeAttribute("aria-selected");
  }

  /** Why a stone cannot be placed there; null: nothing is known against it. */
  why(name) {
    return this.has(name) ? this.say("taken", { point: name }) : null;
  }

  /** A stone that is about to be placed. */
  aim(name) {
    this.marks.replaceChildren();
    if (!name) return;
    const { x, y } = this.spots.get(name);
    this.marks.append(
      make("circle", { class: "stone ghost", cx: x, cy: y, r: 0.4 }),
      make("circle", { class: "aim", cx: x, cy: y, r: 0.52 }),
    );
  }

  /** Where a stone lay that a claim took off. */
  gone(name) {
    const { x, y } = this.spots.get(name);
    this.marks.append(make("circle", { class: "gone", cx: x, cy: y, r: 0.4 }));
  }

  /** Small marks on points: the safe ones. */
  hint(names) {
    this.hints.replaceChildren(
      ...names.map(name => {
        const { x, y } = this.spots.get(name);
        return make("circle", { class: "safe", cx: x, cy: y, r: 0.11 });
      }),
    );
  }

  /**
   * Draw circles and lines as the rules tell them (y upwards): { curve, kind }. `kind` is
   * "found" or "missed".
   */
  draw(shapes) {
    this.curves.replaceChildren();
    for (const { curve, kind = "found" } of shapes) {
      const attributes = { class: `curve ${kind}` };
      if (kind === "found") attributes.pathLength = 1;
      const d = curve.drawing ?? curve;
      if ("r" in d) {
        this.curves.append(make("circle", { ...attributes, cx: d.cx, cy: -d.cy, r: d.r }));
        if (kind === "found")
          this.curves.append(
            make("path", { class: "curve", d: `M${d.cx - 0.16} ${-d.cy}h0.32M${d.cx} ${-d.cy - 0.16}v0.32` }),
          );
      } else {
        const dx = d.x2 - d.x1, dy = d.y2 - d.y1, more = 0.55 / Math.hypot(dx, dy);
        const ends = { x1: d.x1 - dx * more, y1: -(d.y1 - dy * more), x2: d.x2 + dx * more, y2: -(d.y2 + dy * more) };
        this.curves.append(make("line", { ...attributes, ...ends }));
      }
    }
  }

  // Pointing

  /** The point next to where the pointer is; among `names` and within reach, when given. */
  nearest(event, names = null) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    let best = null, distance = names ? REACH ** 2 : Infinity;
    for (const spot of names ? names.map(name => this.spots.get(name)) : this.spots.values()) {
      const d = (spot.x - at.x) ** 2 + (spot.y - at.y) ** 2;
      if (d < distance) [best, distance] = [spot, d];
    }
    return best?.name ?? null;
  }

  /** A press counts however long it was, if the finger stayed; then no click is waited for. */
  released(event) {
    const { pressed } = this;
    this.pressed = null;
    if (event.button !== 0 || pressed?.pointerId !== event.pointerId) return;
    if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > SLIP) return;
    this.answered = performance.now();
    this.meant(this.nearest(event, this.only?.() ?? null));
  }

  /** A click without a press comes from a screen reader: it means the point it stands on. */
  clicked(event) {
    if (performance.now() - this.answered < 1_000) return;
    this.meant(event.target.closest("[data-point]")?.dataset.point ?? null);
  }

  meant(name) {
    if (!name) return;
    this.rove(this.spots.get(name));
    this.onAction(name, "tap");
  }

  rove(spot) {
    if (this.at === spot) return;
    this.at?.node.setAttribute("tabindex", "-1");
    spot.node.setAttribute("tabindex", "0");
    this.at = spot;
  }

  focus(name = null) {
    const spot = name ? this.spots.get(name) : this.at;
    if (!spot) return;
    this.rove(spot);
    spot.node.focus({ preventScroll: true });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in arrows) {
      event.preventDefault();
      this.step(...arrows[event.key]);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const row = this.rows.find(row => row.includes(this.at));
      this.focus(row.at(event.key === "Home" ? 0 : -1).name);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.typed = "";
      this.onAction(this.at.name, "key");
    }
  }

  /** To the next point to the side, or to the nearest one of the row above or below. */
  step(dx, dy) {
    const y = this.rows.findIndex(row => row.includes(this.at)), x = this.rows[y].indexOf(this.at);
    if (dx) return this.focus(this.rows[y][x + dx]?.name ?? this.at.name);
    const row = this.rows[y + dy];
    if (!row) return;
    const near = row.reduce((a, b) => (Math.abs(b.x - this.at.x) < Math.abs(a.x - this.at.x) ? b : a));
    this.focus(near.name);
  }

  /** A letter or digit was typed somewhere on the page: collect a point's name and go there. */
  type(key) {
    if (/^[a-s]$/i.test(key)) this.typed = key.toLowerCase();
    else if (/^[0-9]$/.test(key) && this.typed) this.typed += key;
    else return false;
    clearTimeout(this.forget);
    this.forget = setTimeout(() => (this.typed = ""), 2_000);
    if (!this.spots.has(this.typed)) return /^[a-s]$/.test(this.typed);
    this.focus(this.typed);
    this.onAction(this.typed, "typed");
    return true;
  }
}
