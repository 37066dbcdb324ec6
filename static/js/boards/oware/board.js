// The board of Oware: an SVG made by the server, kept up to date here.

import { LETTER_Y, NUMBER_Y, PIT_Y, pitAt, wayOf } from "./place.js";
import { Seeds } from "./seeds.js";
import { LETTERS, seatOf, sowing } from "./sowing.js";

const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes = {}, text = "") {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== "") node.textContent = text;
  return node;
}

export class Board {
  constructor(svg, { say, onAction = () => {} }) {
    Object.assign(this, { svg, say, onAction });
    this.rows = [...svg.querySelectorAll('[role="row"]')];
    this.pits = [];
    for (const node of svg.querySelectorAll("[data-pit]")) {
      const pit = LETTERS.indexOf(node.dataset.pit);
      this.pits[pit] = { pit, letter: node.dataset.pit, node, count: node.querySelector(".count") };
    }
    this.stores = [1, 2].map(seat => svg.querySelector(`[data-store="${seat}"]`));
    this.marks = svg.querySelector(".marks");
    this.ways = svg.querySelector(".ways");
    this.ledge = svg.querySelector(".ledge");
    this.bottom = 1;
    this.position = null;
    this.seat = null; // who acts on this board, from 1
    this.aimed = null;
    this.over = null; // the pit under the pointer or the focus
    this.still = false;
    this.seeds = new Seeds(svg.querySelector(".seeds"), `url(#${svg.id}-seed)`, (holder, n) => this.counted(holder, n));
    this.rove(this.pits[0]);
    svg.addEventListener("click", event => this.clicked(event));
    svg.addEventListener("contextmenu", event => event.pointerType === "touch" && event.preventDefault());
    svg.addEventListener("keydown", event => this.key(event));
    svg.addEventListener("pointerdown", () => this.skip());
    svg.addEventListener("pointermove", event => event.pointerType !== "touch" && this.look(this.pitOf(event)));
    svg.addEventListener("pointerleave", () => this.look(null));
    svg.addEventListener("focusin", event => {
      const found = this.pitOf(event);
      if (!found) return;
      this.rove(found);
      this.look(event.target.matches(":focus-visible") ? found : null);
    });
    svg.addEventListener("focusout", () => this.look(null));
  }

  pitOf(event) {
    return this.pits[LETTERS.indexOf(event.target.closest?.("[data-pit]")?.dataset.pit ?? "-")] ?? null;
  }

  // What is shown

  /** Show a position, sowing when one move led to it. */
  show(position, { animate = false } = {}) {
    const key = JSON.stringify([position.pits, position.stores, position.to_move]);
    if (this.shown === key) return;
    const before = this.position, did = position.last_move;
    this.shown = key;
    this.seeds.skip();
    this.position = position;
    this.look(null);
    this.labels();
    this.svg.setAttribute("aria-label", this.summary());
    if (!animate || !did || !before || this.still) {
      this.seeds.set(position.pits, position.stores);
      return this.traces();
    }
    const origin = LETTERS.indexOf(did.pit), taken = did.taken.map(([letter]) => LETTERS.indexOf(letter));
    this.unmark();
    this.seeds.sow({ origin, seat: seatOf(origin), taken, shares: did.shares }, position.pits, position.stores, () => this.traces());
  }

  unmark() {
    this.marks.replaceChildren();
    this.ways.replaceChildren();
    this.ledge.textContent = "";
  }

  skip() {
    this.seeds.skip();
  }

  counted(holder, n) {
    const node = holder < 12 ? this.pits[holder].count : this.stores[holder - 12].querySelector(".count");
    if (node.textContent !== String(n)) node.textContent = n;
    if (holder < 12) this.pits[holder].node.toggleAttribute("data-empty", n === 0);
    else this.stores[holder - 12].toggleAttribute("data-more", n > 24);
  }

  /** What is marked while nothing else is: where the last move began and ended, what it took. */
  traces() {
    const shown = this.aimed ?? this.over;
    if (this.seeds.moving) return;
    this.unmark();
    if (shown) return this.reach(shown);
    const did = this.position?.last_move;
    if (!did) return;
    const at = letter => pitAt(LETTERS.indexOf(letter), this.bottom), from = at(did.pit), to = at(did.last);
    this.marks.append(make("circle", { class: "from", cx: from.x, cy: from.y, r: 0.5 }));
    this.marks.append(make("circle", { class: "last", cx: to.x, cy: to.y, r: 0.062 }));
    for (const [letter, seeds] of did.taken) {
      const { x, y } = at(letter);
      this.marks.append(make("text", { class: "took", x, y }, `+${seeds}`));
    }
    this.ledge.textContent = this.line({ text: did.pit, did });
  }

  /** Where a pit reaches, and what it would take. */
  reach({ pit, letter }) {
    const { pits } = this.position, found = sowing(pits, pit);
    if (!found.path.length) return;
    const aimed = this.aimed?.pit === pit, from = pitAt(pit, this.bottom), to = pitAt(found.last, this.bottom);
    this.ways.append(make("path", { class: "way", d: wayOf(pit, found.path, this.bottom) }));
    this.marks.append(
      make("circle", { class: aimed ? "aim" : "ring", cx: from.x, cy: from.y, r: 0.5 }),
      make("circle", { class: "end", cx: to.x, cy: to.y, r: 0.5 }),
    );
    for (const passed of new Set(found.path)) {
      const { x, y, up } = pitAt(passed, this.bottom), more = found.path.filter(other => other === passed).length;
      this.marks.append(make("text", { class: "more", x: x + 0.35, y: NUMBER_Y[up] }, `+${more}`));
    }
    for (const pit of found.taken) {
      const { x, y } = pitAt(pit, this.bottom);
      this.marks.append(make("circle", { class: "prey", cx: x, cy: y, r: 0.5 }));
    }
    const nothing = found.slam ? "grand_slam" : null;
    this.ledge.textContent = this.line({ text: letter, did: { last: LETTERS[found.last], captured: found.captured, nothing } });
  }

  look(found) {
    if (this.over === found) return;
    this.over = found && this.position?.pits[found.pit] ? found : null;
    this.traces();
  }

  /** Whose row is below; null: the first player's. */
  turn(seat) {
    const bottom = seat === 2 ? 2 : 1;
    if (bottom === this.bottom) return;
    this.bottom = bottom;
    this.seeds.bottom = bottom;
    this.svg.toggleAttribute("data-turned", bottom === 2);
    for (const { pit, node, count } of this.pits) {
      const { x, y, up } = pitAt(pit, bottom);
      for (const circle of node.querySelectorAll("circle")) {
        circle.setAttribute("cx", x);
        circle.setAttribute("cy", y);
      }
      count.setAttribute("x", x);
      count.setAttribute("y", NUMBER_Y[up]);
      const letter = node.querySelector(".letter");
      letter.setAttribute("x", x);
      letter.setAttribute("y", LETTER_Y[up]);
    }
    this.stores.forEach((store, n) => {
      store.style.transform = bottom === 2 ? `translateY(${n ? 4.32 : -4.32}px)` : "";
    });
    for (const row of this.rows) row.append(...[...row.children].reverse());
    this.rows.reverse();
    this.rows[0].after(this.rows[1]);
    this.seeds.layAll();
    this.rove(this.pits[bottom === 2 ? 6 : 0]);
  }

  enable(on, seat) {
    this.on = on;
    this.seat = seat ?? null;
    this.labels();
  }

  labels() {
    if (!this.position) return;
    const legal = this.on ? this.position.legal : [];
    for (const { letter, node } of this.pits) {
      const can = legal.includes(letter);
      node.toggleAttribute("data-legal", can);
      node.setAttribute("aria-disabled", String(!can));
      const label = this.spoken(letter);
      if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
    }
  }

  aim(text) {
    const aimed = text ? this.pits[LETTERS.indexOf(text)] : null;
    if (this.aimed === aimed) return;
    this.aimed = aimed;
    for (const { node } of this.pits) node.removeAttribute("aria-selected");
    aimed?.node.setAttribute("aria-selected", "true");
    this.traces();
  }

  // Words

  seedWords(n) {
    return this.say("seeds", { n });
  }

  reachWords({ last, captured, slam }) {
    const values = { last: LETTERS[last], n: captured };
    return this.say(slam ? "reach_slam" : captured ? "reach_takes" : "reach", values);
  }

  spoken(letter) {
    const pit = LETTERS.indexOf(letter), n = this.position.pits[pit];
    if (!n) return this.say("pit_empty", { pit: letter });
    const values = { pit: letter, seeds: this.seedWords(n) };
    if (!this.on || !this.position.legal.includes(letter)) return this.say("pit", values);
    return this.say("pit_reach", { ...values, reach: this.reachWords(sowing(this.position.pits, pit)) });
  }

  describe(text) {
    const pit = LETTERS.indexOf(text), n = this.position?.pits[pit];
    if (!n) return text;
    return this.say("move", { pit: text, seeds: this.seedWords(n), reach: this.reachWords(sowing(this.position.pits, pit)) });
  }

  /** A move of the record: where it went, what it took. */
  line({ text, did }) {
    if (!did) return text;
    return this.say(did.captured ? "line_takes" : did.nothing === "grand_slam" ? "line_slam" : "line", { text, last: did.last, n: did.captured });
  }

  summary() {
    const { stores, last_move: did } = this.position, values = { first: stores[0], second: stores[1], pit: did?.pit };
    return this.say(did ? "board_last" : "board", values);
  }

  seatNote(position, seat) {
    return this.seedWords(position.stores[seat - 1]);
  }

  /** Why a pit cannot be sown; null: it can, or nothing is known against it. */
  why(text) {
    const { legal, pits, must_feed: feed } = this.position, pit = LETTERS.indexOf(text), values = { pit: text };
    if (pit < 0 || legal.includes(text)) return null;
    if (this.seat && seatOf(pit) !== this.seat) return this.say("why_not_yours", values);
    if (!pits[pit]) return this.say("why_empty", values);
    if (feed && !sowing(pits, pit).reaches) return this.say("why_must_feed", values);
    return this.say("why_slam", values);
  }

  // Hands

  clicked(event) {
    const found = this.pitOf(event);
    if (!found) return;
    this.rove(found);
    this.onAction(found.letter, "tap");
  }

  rove(found) {
    if (this.at === found) return;
    this.at?.node.setAttribute("tabindex", "-1");
    found.node.setAttribute("tabindex", "0");
    this.at = found;
  }

  focus(found = this.at) {
    this.rove(found);
    found.node.focus({ preventScroll: true });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { pit } = this.at, here = pitAt(pit, this.bottom);
    const arrows = { ArrowLeft: [-1, here.y], ArrowRight: [1, here.y], ArrowUp: [0, PIT_Y[1]], ArrowDown: [0, PIT_Y[0]] };
    if (event.key in arrows) {
      event.preventDefault();
      const [dx, y] = arrows[event.key];
      const to = this.pits.find(other => {
        const there = pitAt(other.pit, this.bottom);
        return there.y === y && there.x === here.x + dx;
      });
      if (to) this.focus(to);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const row = this.pits.filter(other => pitAt(other.pit, this.bottom).y === here.y);
      row.sort((a, b) => pitAt(a.pit, this.bottom).x - pitAt(b.pit, this.bottom).x);
      this.focus(row.at(event.key === "Home" ? 0 : -1));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.skip();
      this.onAction(this.at.letter, "key");
    }
  }

  /** A letter typed anywhere on the page: that pit of whoever acts here, else of the row below. */
  type(key) {
    if (key === "Escape") this.skip();
    if (!/^[a-f]$/i.test(key)) return false;
    const seat = this.seat ?? this.bottom;
    const found = this.pits["abcdef".indexOf(key.toLowerCase()) + (seat === 2 ? 6 : 0)];
    this.focus(found);
    this.look(found);
    this.onAction(found.letter, "typed");
    return true;
  }
}
