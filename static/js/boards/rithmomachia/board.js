// The board of Rithmomachia: an SVG made by the server, kept up to date here.

import { get } from "../../api.js";
import { named, place, read, turnsOf } from "./moves.js";
import { capturesWords, drawn, kindWords, make, pieceWords } from "./pieces.js";

const SLIDE = 260; // ms a piece takes to its square
const TYPING = 1500; // ms between the keys of one square
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  constructor(svg, { say, page, onAction = () => {}, onPart = () => {} }) {
    Object.assign(this, { svg, say, page, onAction, onPart });
    this.cells = new Map();
    for (const node of svg.querySelectorAll("[data-square]")) this.cells.set(node.dataset.square, { square: node.dataset.square, node, ...place(node.dataset.square), key: null });
    this.rows = [...svg.querySelectorAll('[role="row"]')];
    this.under = svg.querySelector(".under");
    this.marks = svg.querySelector(".marks");
    this.bottom = 1;
    this.position = null;
    this.chosen = null; // { square | hand, piece, turns, mine }
    this.asked = null; // turns among which the reader has to say what is taken
    this.aimed = null;
    this.typed = "";
    this.choices = document.createElement("div");
    this.choices.className = "which";
    this.choices.hidden = true;
    svg.after(this.choices);
    this.rove(this.cells.get("a1"));
    svg.addEventListener("click", event => this.clicked(event.target.closest?.("[data-square]")?.dataset.square, "tap"));
    svg.addEventListener("keydown", event => this.key(event));
    svg.addEventListener("focusin", event => {
      const cell = this.cells.get(event.target.dataset?.square);
      if (cell) this.rove(cell);
    });
  }

  // What is shown

  show(position, { animate = false } = {}) {
    const key = JSON.stringify([position.pieces, position.hands, position.to_move, position.times, position.last_move?.text]);
    if (this.shown === key) return;
    this.shown = key;
    this.position = position;
    this.studied = null;
    this.forget();
    for (const [square, cell] of this.cells) this.set(cell, position.pieces[square] ?? null);
    if (this.page?.lessons) this.crop();
    this.svg.setAttribute("aria-label", this.summary());
    if (animate && !calm.matches) this.slide();
    this.label();
    this.mark();
  }

  set(cell, piece) {
    const key = piece ? JSON.stringify(piece) : "";
    if (cell.key === key) return;
    cell.key = key;
    cell.piece = piece;
    cell.node.querySelector(".man")?.remove();
    if (piece) cell.node.prepend(drawn(piece));
  }

  /** The piece that moved comes from where it was. */
  slide() {
    const did = this.position.last_move;
    if (!did?.from || did.stays) return;
    const to = this.cells.get(did.to), from = this.at(did.from), here = this.at(did.to);
    const man = to.node.querySelector(".man");
    man?.animate([{ transform: `translate(${from.x - here.x}px, ${from.y - here.y}px)` }, { transform: "none" }], { duration: SLIDE, easing: "ease-out" });
    to.node.parentNode.append(to.node);
    this.order();
  }

  /** Where the middle of a square is, as the board is turned. */
  at(square) {
    const { x, y } = place(square);
    return this.bottom === 2 ? { x: 7.5 - x, y: 15.5 - y } : { x: x + 0.5, y: y + 0.5 };
  }

  /** The reader's side below. */
  turn(seat) {
    const bottom = seat === 2 ? 2 : 1;
    if (bottom === this.bottom) return;
    this.bottom = bottom;
    for (const cell of this.cells.values()) {
      const { x, y } = this.at(cell.square);
      cell.node.setAttribute("transform", `translate(${x} ${y})`);
    }
    this.svg.querySelectorAll(".files text").forEach((text, n) => text.setAttribute("x", bottom === 2 ? 7.5 - n : n + 0.5));
    this.svg.querySelectorAll(".ranks text").forEach((text, n) => text.setAttribute("y", bottom === 2 ? 15.5 - n : n + 0.5));
    this.order();
    this.mark();
  }

  /** The squares in the order in which they are read. */
  order() {
    const first = this.svg.querySelector('[role="row"]').previousElementSibling;
    const rows = [...this.rows].sort((a, b) => this.at(a.firstElementChild.dataset.square).y - this.at(b.firstElementChild.dataset.square).y);
    for (const row of rows) row.append(...[...row.children].sort((a, b) => this.at(a.dataset.square).x - this.at(b.dataset.square).x));
    first.after(...rows);
  }

  /** Only the ranks that matter, on the small positions of a lesson. */
  crop() {
    if (this.cropped) return;
    this.cropped = true;
    const squares = [...Object.keys(this.position.pieces), ...(this.position.legal ?? []).map(text => read(text)?.to).filter(Boolean)];
    const ys = squares.map(square => place(square).y), top = Math.max(0, Math.min(...ys) - 0), low = Math.min(15, Math.max(...ys));
    this.svg.setAttribute("viewBox", `-0.5 ${top - 0.06} 8.56 ${low - top + 1.5}`);
    this.svg.style.setProperty("--ratio", (8.56 / (low - top + 1.5)).toFixed(3));
    this.svg.querySelector(".files").setAttribute("transform", `translate(0 ${low - 15})`);
    this.svg.querySelectorAll(".ranks text").forEach((text, n) => text.toggleAttribute("hidden", n < top || n > low));
    for (const row of this.rows) row.toggleAttribute("data-away", place(row.firstElementChild.dataset.square).y < top || place(row.firstElementChild.dataset.square).y > low);
  }

  enable(on, seat) {
    if (this.on === !!on && this.seat === (seat ?? null)) return;
    this.on = !!on;
    this.seat = seat ?? null;
    if (this.chosen?.mine && !this.on) this.forget();
    this.label();
    this.mark();
  }

  aim(text) {
    const aimed = text ? read(text) : null;
    if (this.aimed?.text === aimed?.text) return;
    this.aimed = aimed && { ...aimed, takes: this.position?.takes?.[text] ?? [] };
    this.mark();
  }

  frame(square, name, inset = 0.03) {
    const { x, y } = this.at(square);
    return make("rect", { class: name, x: x - 0.5 + inset, y: y - 0.5 + inset, width: 1 - 2 * inset, height: 1 - 2 * inset });
  }

  mark() {
    this.under.replaceChildren();
    this.marks.replaceChildren();
    if (!this.position) return;
    const did = this.position.last_move;
    if (did) {
      if (did.from && !did.stays) this.under.append(this.frame(did.from, "trail from", 0));
      this.under.append(this.frame(did.stays ? did.from : did.to, "trail", 0));
      for (const { square } of did.captures) if (!this.position.pieces[square]) this.marks.append(this.cross(square));
    }
    if (this.chosen) this.markChosen();
    if (this.aimed) {
      const { from, to, takes } = this.aimed;
      if (from) this.under.append(this.frame(from, "chosen"));
      this.marks.append(this.frame(to, "aim", 0.06));
      for (const [square] of takes) this.marks.append(this.frame(square, "prey", 0.06));
    }
  }

  cross(square) {
    const { x, y } = this.at(square);
    return make("path", { class: "fell", d: `M${x - 0.13} ${y - 0.13}l.26 .26m0 -.26l-.26 .26` });
  }

  markChosen() {
    const { square, turns } = this.chosen, seen = new Set();
    if (square) this.under.append(this.frame(square, "chosen"));
    for (const { to, takes, how } of turns) {
      const direct = how === "x", key = `${to}${direct || takes.length > 0}`;
      if (!this.aimed) for (const [prey] of takes) if (!seen.has(prey)) this.marks.append(this.frame(prey, "prey", 0.06)), seen.add(prey);
      if (seen.has(key) || direct) continue;
      seen.add(key);
      const { x, y } = this.at(to);
      this.marks.append(make("circle", { class: takes.length ? "target takes" : "target", cx: x, cy: y, r: takes.length ? 0.19 : 0.15 }));
    }
  }

  // Words

  label() {
    this.going = new Map(); // how many turns each piece has
    if (this.on && !this.chosen)
      for (const turn of (this.position?.legal ?? []).map(read)) if (turn) this.going.set(turn.from, (this.going.get(turn.from) ?? 0) + 1);
    for (const cell of this.cells.values()) {
      const label = this.spoken(cell);
      if (cell.node.getAttribute("aria-label") !== label) cell.node.setAttribute("aria-label", label);
      const chosen = this.chosen?.square === cell.square;
      if (chosen) cell.node.setAttribute("aria-selected", "true");
      else cell.node.removeAttribute("aria-selected");
    }
  }

  spoken({ square, piece }) {
    const { say } = this;
    const label = piece ? say("square_piece", { square, side: say(`side_${piece.side}`), piece: pieceWords(piece, say) }) : say("square_empty", { square });
    const turn = this.chosen?.turns.find(one => one.to === square);
    const n = this.going.get(square);
    if (n) return say("square_moves", { label, n });
    if (!turn) return label;
    return turn.takes.length ? say("square_takes", { label, captures: capturesWords(turn.takes, say) }) : say("square_goes", { label });
  }

  summary() {
    const sides = Object.values(this.position.pieces).map(piece => piece.side), even = sides.filter(side => side === "E").length;
    const text = this.position.last_move?.text;
    return this.say(text ? "board_last" : "board", { even, odd: sides.length - even, text });
  }

  describe(text) {
    const turn = read(text), { say } = this;
    if (!turn || !this.position) return text;
    const takes = this.takesOf(text), captures = capturesWords(takes, say), values = { from: turn.from, to: turn.to, captures };
    if (turn.hand) return say(takes.length ? "drop_takes" : "drop", { ...values, piece: kindWords(turn.hand, say) });
    const piece = this.position.pieces[turn.from];
    if (!piece) return text;
    values.piece = pieceWords({ ...piece, parts: null }, say);
    return say(turn.part ? "take_stays" : takes.length ? "move_takes" : "move", values);
  }

  takesOf(text) {
    return this.position.takes?.[text] ?? this.studied?.other.takes[text] ?? [];
  }

  /** A move of the record, with its sums. */
  line({ text, did }) {
    if (!did?.captures.length) return text;
    const sums = did.captures.flatMap(one => one.ways.slice(0, 1).map(way => way.sum || this.say("siege")));
    return `${text} (${sums.join(this.say("or"))})`;
  }

  seatNote(position, seat) {
    return this.say(`note_${seat}`, { value: position.sums[seat - 1].value });
  }

  why(text) {
    const legal = this.position?.legal ?? [];
    return legal.includes(text) ? null : this.say("why_not", { text });
  }

  /** What the page says while a piece is chosen. */
  get part() {
    const { say, chosen } = this;
    if (!chosen?.mine) return null;
    if (this.asked) return { text: say("which"), small: "" };
    const values = { piece: pieceWords({ ...chosen.piece, parts: null }, say), square: chosen.square };
    if (!chosen.turns.length) return { text: say("cannot_move", values), small: "" };
    return { text: say(chosen.square ? "chosen" : "chosen_hand", values), small: this.takenWords("chosen_takes") || say("chosen_small") };
  }

  /** What is told of a piece that is only looked at. */
  get look() {
    const { say, chosen } = this;
    if (!chosen || chosen.mine) return null;
    const text = chosen.square ? this.spoken({ square: chosen.square, piece: chosen.piece }) : pieceWords(chosen.piece, say);
    return { text, small: this.takenWords("chosen_other") || say(chosen.turns.length ? "chosen_small" : "chosen_still") };
  }

  /** What the chosen piece can take, each once. */
  takenWords(key) {
    const seen = new Map();
    for (const { takes } of this.chosen.turns) for (const one of takes) seen.set(one[0] + one[1], one);
    const takes = [...seen.values()];
    return takes.length ? this.say(key, { captures: capturesWords(takes.slice(0, 3), this.say) }) : "";
  }

  // Hands

  /** A square is meant: a piece is chosen, or goes there. */
  clicked(square, how) {
    if (!square || !this.position) return;
    this.rove(this.cells.get(square));
    const turns = this.chosen?.mine ? this.chosen.turns.filter(turn => turn.to === square) : [];
    if (turns.length) return this.meant(turns, how);
    if (!this.position.pieces[square] || this.chosen?.square === square) return this.cancel();
    this.choose({ square });
  }

  /** Choose a piece by its square, or one of the hand; whoever's it is, to look at. */
  async choose({ square = null, hand = null, piece = null }) {
    const found = piece ?? this.position.pieces[square], side = this.position.to_move === 2 ? "O" : "E";
    const turning = this.position.to_move !== null && found.side === side, mine = !!this.on && turning;
    this.asked = null;
    this.chosen = { square, hand, piece: found, mine, turns: turning ? turnsOf(this.position, { square, hand }) : [] };
    this.ask();
    this.label();
    this.mark();
    this.onPart();
    if (turning || !this.page?.urls?.study || this.position.to_move === null) return;
    const other = await this.others();
    if (!other || this.chosen?.square !== square) return;
    this.chosen.turns = turnsOf(other, { square, hand });
    this.label();
    this.mark();
    this.onPart();
  }

  /** The turns of the side that is not to move, asked for once a position. */
  async others() {
    if (!this.studied) {
      const shown = this.shown, answer = await get(this.page.urls.study).catch(() => null);
      if (!answer?.ok || shown !== this.shown) return null;
      this.studied = answer.data.study ?? answer.data;
    }
    return this.studied.other;
  }

  meant(turns, how) {
    if (turns.length === 1) return this.onAction(turns[0].text, how);
    if (this.aimed && turns.some(turn => turn.text === this.aimed.text)) return this.onAction(this.aimed.text, how);
    this.asked = turns;
    this.ask();
    this.onPart();
    this.choices.firstElementChild?.focus({ preventScroll: true });
  }

  /** Buttons for what may be taken, where a pyramid leaves a choice. */
  ask() {
    const turns = this.asked ?? [];
    this.choices.hidden = !turns.length;
    this.choices.replaceChildren(
      ...turns.map(turn => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = capturesWords(turn.takes, this.say) || this.say("nothing_taken");
        button.addEventListener("click", () => {
          this.asked = null;
          this.ask();
          this.onAction(turn.text, "tap");
        });
        return button;
      }),
    );
  }

  forget() {
    this.chosen = null;
    this.asked = null;
    this.ask();
  }

  cancel() {
    if (!this.chosen) return false;
    this.forget();
    this.label();
    this.mark();
    this.onPart();
    return true;
  }

  rove(cell) {
    if (this.here === cell) return;
    this.here?.node.setAttribute("tabindex", "-1");
    cell.node.setAttribute("tabindex", "0");
    this.here = cell;
  }

  focus(cell = this.here) {
    this.rove(cell);
    cell.node.focus({ preventScroll: true });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in arrows) {
      event.preventDefault();
      const side = this.bottom === 2 ? -1 : 1, [dx, dy] = arrows[event.key];
      const to = named(this.here.x + side * dx, this.here.y + side * dy);
      if (to) this.focus(this.cells.get(to));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.typed = "";
      this.clicked(this.here.square, "key");
    }
  }

  /** A letter and one or two digits typed anywhere on the page: that square. */
  type(key) {
    const now = performance.now();
    if (now - (this.typedAt ?? 0) > TYPING) this.typed = "";
    if (key === "Enter" && this.typed.length > 1) {
      this.typed = "";
      this.clicked(this.here.square, "key");
      return true;
    }
    if (!/^[a-h0-9]$/i.test(key)) return false;
    this.typedAt = now;
    const typed = /[a-h]/i.test(key) ? key.toLowerCase() : this.typed + key, cell = this.cells.get(typed);
    if (!cell && !/^[a-h]$/.test(typed)) return false;
    this.typed = typed;
    if (cell) this.focus(cell);
    return true;
  }
}
