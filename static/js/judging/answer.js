// The ways to give an answer. Each is one text: `value()` reads it, `show(text)` sets it,
// `ready()` tells what keeps it from being sent, in words, or "".

import { Board } from "../boards/kyoen/board.js";

const SVG = "http://www.w3.org/2000/svg";
const NAME = /[a-z]\d{1,2}/g;

class AnswerBoard extends Board {
  /** Ring the chosen points; on stones with their number. */
  choose(names, others = []) {
    const marks = [];
    const ring = (name, kind) => {
      const { x, y } = this.spots.get(name), node = document.createElementNS(SVG, "circle");
      for (const [key, value] of Object.entries({ class: kind, cx: x, cy: y, r: this.has(name) ? 0.49 : 0.34 })) node.setAttribute(key, value);
      marks.push(node);
    };
    for (const name of others) if (!names.includes(name)) ring(name, "earlier");
    names.forEach((name, n) => {
      ring(name, this.has(name) ? "pick" : "pick safe-pick");
      if (!this.has(name)) return;
      const { x, y } = this.spots.get(name), text = document.createElementNS(SVG, "text");
      for (const [key, value] of Object.entries({ class: "on", x, y: y + 0.02 })) text.setAttribute(key, value);
      text.textContent = n + 1;
      marks.push(text);
    });
    this.marks.replaceChildren(...marks);
    for (const { node, name } of this.spots.values())
      if (names.includes(name)) node.setAttribute("aria-selected", "true");
      else node.removeAttribute("aria-selected");
  }
}

class Typed {
  constructor(article, tools) {
    Object.assign(this, { article, ...tools, input: article.querySelector(".typed-answer") });
    this.input.addEventListener("input", () => this.onChange());
  }

  value() {
    return this.input.value.trim() ? this.input.value : "";
  }

  show(text) {
    this.input.value = text;
  }

  ready() {
    return this.value() ? "" : this.say("empty");
  }

  focus() {
    this.input.focus();
  }
}

class Choice {
  constructor(article, tools) {
    Object.assign(this, { article, ...tools });
    this.inputs = [...article.querySelectorAll(".options input")];
    for (const input of this.inputs) input.addEventListener("change", () => this.onChange());
  }

  value() {
    return this.inputs.filter(input => input.checked).map(input => input.value).join(", ");
  }

  show(text) {
    const chosen = text.split(/[\s,;]+/);
    for (const input of this.inputs) input.checked = chosen.includes(input.value);
  }

  ready() {
    return this.value() ? "" : this.say("empty");
  }

  focus() {
    (this.inputs.find(input => input.checked) ?? this.inputs[0])?.focus();
  }
}

/** Points of a board, pressed or typed. `most` of them; on stones or on empty points. */
class Picks extends Typed {
  constructor(article, tools, { most, stones }) {
    super(article, tools);
    Object.assign(this, { most, stones, picks: [] });
    this.board = new AnswerBoard(article.querySelector(".points"), { say: this.say, onAction: name => this.toggle(name) });
    this.input.addEventListener("input", () => this.fromText());
    this.input.addEventListener("keydown", event => event.key === "Escape" && this.clear());
  }

  fromText() {
    const names = [...new Set(this.input.value.toLowerCase().match(NAME) ?? [])];
    this.picks = names.filter(name => this.board.spots.has(name) && this.board.has(name) === this.stones).slice(0, this.most);
    this.board.choose(this.picks, this.others());
  }

  others() {
    return [];
  }

  toggle(name) {
    if (this.article.closest("[data-looking]")) return;
    if (this.board.has(name) !== this.stones) return this.fail(this.say(this.stones ? "not_a_stone" : "not_empty", { point: name }));
    const known = this.picks.indexOf(name);
    if (known >= 0) this.picks.splice(known, 1);
    else if (this.most === 1) this.picks = [name];
    else if (this.picks.length >= this.most) return this.fail(this.say("five"));
    else this.picks.push(name);
    this.fail("");
    this.input.value = this.picks.join(" ");
    this.board.choose(this.picks, this.others());
    this.tell(this.say(known >= 0 ? "unpicked" : "picked", { point: name, n: this.picks.length }));
    this.complete?.();
    this.onChange();
  }

  clear() {
    this.show("");
    this.onChange();
  }

  show(text) {
    this.input.value = text;
    this.fromText();
  }

  ready() {
    return this.value() ? "" : this.say(this.most === 4 ? "four" : "empty", { n: 0 });
  }

  focus() {
    this.board.focus();
  }
}

/** Several sets of four: "a1b1a2b2; c3d4e5f6", the unfinished one at the end. */
class Sets extends Picks {
  constructor(article, tools) {
    super(article, tools, { most: 4, stones: true });
    this.sets = [];
    this.list = article.querySelector(".sets");
    article.querySelector(".add-set").addEventListener("click", () => {
      if (this.picks.length === 4) this.complete();
      else this.fail(this.say("four", { n: this.picks.length }));
      this.onChange();
    });
    this.input.addEventListener("keydown", event => {
      if (event.key !== "Enter" || this.picks.length !== 4) return;
      event.preventDefault();
      this.complete();
      this.onChange();
    });
  }

  others() {
    return (this.sets ?? []).flat();
  }

  complete() {
    if (this.picks.length !== 4) return;
    const set = [...this.picks], same = JSON.stringify([...set].sort());
    this.picks = [];
    this.input.value = "";
    if (this.sets.some(one => JSON.stringify([...one].sort()) === same)) this.fail(this.say("set_known"));
    else {
      this.sets.push(set);
      this.tell(this.say("set_added", { n: this.sets.length, points: set.join(" ") }));
    }
    this.draw();
  }

  draw() {
    this.list.replaceChildren(
      ...this.sets.map((set, n) => {
        const item = document.createElement("li"), words = document.createElement("span"), button = document.createElement("button");
        words.textContent = set.join(" ");
        Object.assign(button, { type: "button", className: "quiet", textContent: this.say("remove") });
        button.setAttribute("aria-label", this.say("remove_set", { n: n + 1 }));
        button.addEventListener("click", () => {
          this.sets.splice(n, 1);
          this.draw();
          this.onChange();
          (this.list.children[n] ?? this.list.lastElementChild ?? this.article).querySelector("button, input").focus();
        });
        item.append(words, button);
        return item;
      }),
    );
    this.board.choose(this.picks, this.others());
  }

  value() {
    return [...this.sets.map(set => set.join(" ")), this.input.value.trim()].filter(Boolean).join("; ");
  }

  show(text) {
    const groups = text.split(/[;\n]/).map(group => group.toLowerCase().match(NAME) ?? []);
    this.sets = groups.filter(group => group.length === 4);
    this.input.value = groups.filter(group => group.length && group.length !== 4).at(-1)?.join(" ") ?? "";
    this.fromText();
    this.draw();
  }

  ready() {
    if (this.input.value.trim()) return this.say("four", { n: this.picks.length });
    return this.sets.length ? "" : this.say("empty");
  }
}

/** The control of a problem. `tools`: say, tell(words), fail(words), onChange(). */
export function control(article, tools) {
  switch (article.dataset.control) {
    case "choice": return new Choice(article, tools);
    case "board": return new Picks(article, tools, { most: 4, stones: true });
    case "sets": return new Sets(article, tools);
    case "one": return new Picks(article, tools, { most: 1, stones: false });
    case "many": return new Picks(article, tools, { most: 400, stones: false });
    default: return new Typed(article, tools);
  }
}
