// The pages of a script: larger, smaller, turned; notes pinned to a place on them.

const ZOOMS = [1, 1.4, 2, 2.8, 4], STEP = 0.01;
const near = value => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

export class Viewer {
  /** `notes`: [{page, x, y, text}], x and y from 0 to 1 on the page as it was sent. */
  constructor(holder, { notes, others, editable, say, changed }) {
    Object.assign(this, { holder, notes, others, editable, say, changed });
    this.pages = [...(holder?.querySelectorAll(".sheet-page") ?? [])].map(figure => ({ figure, number: Number(figure.dataset.page), zoom: 0, turns: 0 }));
    for (const page of this.pages) this.begin(page);
  }

  begin(page) {
    const { figure } = page, frame = figure.querySelector(".frame");
    page.list = figure.querySelector(".pin-notes");
    if (!frame) return;
    Object.assign(page, { frame, turn: figure.querySelector(".turn"), image: figure.querySelector("img"), pins: figure.querySelector(".pins") });
    for (const button of figure.querySelectorAll("[data-do]")) button.addEventListener("click", () => this.act(button.dataset.do, page));
    frame.addEventListener("pointerenter", () => (this.current = page));
    frame.addEventListener("focus", () => (this.current = page));
    page.turn.addEventListener("click", event => {
      if (!page.pinning) return;
      this.pinning(page, false);
      this.add(page, event.offsetX / page.turn.clientWidth, event.offsetY / page.turn.clientHeight);
    });
    page.image.addEventListener("load", () => this.lay(page));
    this.lay(page);
    this.draw(page);
  }

  /** in, out, turn or note, on the page in hand; whether there was one. */
  act(what, page = this.current ?? this.pages.find(one => one.frame)) {
    if (!page?.frame) return false;
    if (what === "in") page.zoom = Math.min(ZOOMS.length - 1, page.zoom + 1);
    if (what === "out") page.zoom = Math.max(0, page.zoom - 1);
    if (what === "turn") page.turns = (page.turns + 1) % 4;
    if (what === "note") return page.pinning ? this.add(page, 0.5, 0.1) : this.pinning(page, true), true;
    this.lay(page);
    return true;
  }

  pinning(page, on) {
    page.pinning = on;
    page.figure.toggleAttribute("data-pinning", on);
    page.figure.querySelector("[data-do=note]")?.setAttribute("aria-pressed", String(on));
  }

  lay(page) {
    const { turn, frame, image } = page, [width, height] = [Number(image.getAttribute("width")) || image.naturalWidth || 3, Number(image.getAttribute("height")) || image.naturalHeight || 4];
    const aside = page.turns % 2 === 1, across = frame.clientWidth * ZOOMS[page.zoom], scale = across / (aside ? height : width);
    const [w, h] = [width * scale, height * scale];
    turn.style.setProperty("width", `${w}px`);
    turn.style.setProperty("height", `${h}px`);
    turn.style.setProperty("transform", { 0: "none", 1: `translateX(${h}px) rotate(90deg)`, 2: `translate(${w}px, ${h}px) rotate(180deg)`, 3: `translateY(${w}px) rotate(270deg)` }[page.turns]);
    turn.style.setProperty("margin-block-end", `${aside ? w - h : 0}px`);
    turn.style.setProperty("--back", `${-90 * page.turns}deg`);
  }

  add(page, x, y) {
    if (!this.editable) return;
    this.pinning(page, false);
    this.notes.push({ page: page.number, x: near(x), y: near(y), text: "" });
    this.changed();
    this.draw(page);
    page.list.querySelector("li:last-child input")?.focus();
  }

  draw(page) {
    const own = this.notes.filter(one => one.page === page.number), others = this.others.filter(one => one.page === page.number);
    const pins = own.map((note, n) => this.pin(page, note, String(n + 1), true)).concat(others.map((note, n) => this.pin(page, note, String.fromCharCode(97 + n), false)));
    page.pins?.replaceChildren(...pins);
    page.list.replaceChildren(...own.map((note, n) => this.row(page, note, n + 1)), ...others.map((note, n) => this.other(note, String.fromCharCode(97 + n))));
  }

  pin(page, note, name, mine) {
    const pin = document.createElement(mine && this.editable ? "button" : "span");
    pin.className = "pin";
    pin.toggleAttribute("data-other", !mine);
    pin.textContent = name;
    pin.title = note.text;
    pin.style.setProperty("left", `${note.x * 100}%`);
    pin.style.setProperty("top", `${note.y * 100}%`);
    if (pin.tagName !== "BUTTON") return pin;
    pin.type = "button";
    pin.setAttribute("aria-label", this.say("note_on", { n: name, page: page.number }));
    pin.addEventListener("click", event => {
      event.stopPropagation();
      page.list.querySelectorAll("input")[Number(name) - 1]?.focus();
    });
    pin.addEventListener("keydown", event => {
      const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
      if (event.key === "Delete" || event.key === "Backspace") return event.preventDefault(), this.remove(page, note);
      if (!by) return;
      event.preventDefault();
      note.x = near(note.x + by[0]);
      note.y = near(note.y + by[1]);
      pin.style.setProperty("left", `${note.x * 100}%`);
      pin.style.setProperty("top", `${note.y * 100}%`);
      this.changed();
    });
    return pin;
  }

  row(page, note, number) {
    const item = document.createElement("li"), label = document.createElement("b");
    label.textContent = number;
    if (!this.editable) {
      item.append(label, ` ${note.text}`);
      return item;
    }
    const input = document.createElement("input"), remove = document.createElement("button");
    Object.assign(input, { value: note.text, maxLength: 1000 });
    input.setAttribute("aria-label", this.say("note_on", { n: number, page: page.number }));
    input.addEventListener("input", () => {
      note.text = input.value;
      this.changed();
    });
    input.addEventListener("keydown", event => event.key === "Enter" && !event.ctrlKey && !event.metaKey && (event.preventDefault(), input.blur()));
    Object.assign(remove, { type: "button", textContent: "×" });
    remove.setAttribute("aria-label", this.say("remove", { n: number }));
    remove.addEventListener("click", () => this.remove(page, note));
    item.append(label, input, remove);
    return item;
  }

  other(note, letter) {
    const item = document.createElement("li"), label = document.createElement("b"), who = document.createElement("small");
    label.textContent = letter;
    who.textContent = note.who;
    item.append(label, ` ${note.text} `, who);
    return item;
  }

  remove(page, note) {
    this.notes.splice(this.notes.indexOf(note), 1);
    this.changed();
    this.draw(page);
    page.figure.querySelector("[data-do=note]")?.focus();
  }
}
