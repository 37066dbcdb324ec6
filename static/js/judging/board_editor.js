// A board to set stones on, by tap and by keyboard; the field beside it holds the same in words.
import { Board } from "../boards/kyoen/board.js";

const SETTLE = 350; // ms after the last letter until the board follows the field

/** Whether a field says something else than the page came with: typed before this ran, or restored. */
const touched = field => (field.options ? !field.selectedOptions[0]?.defaultSelected : field.value !== field.defaultValue);

/** `fields`: the lattice, shape, columns, rows and stones of a form. */
export class BoardEditor {
  constructor(holder, fields) {
    this.holder = holder;
    this.fields = fields;
    this.asked = 0;
    this.begin();
    if (Object.values(fields).some(touched)) this.redraw();
    else this.drawn = this.wanted();
    for (const name of ["lattice", "shape", "columns", "rows"]) fields[name].addEventListener("change", () => this.redraw());
    fields.stones.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.redraw(), SETTLE);
    });
  }

  begin() {
    this.svg = this.holder.querySelector("svg");
    this.board = new Board(this.svg, { say: (key, { point }) => this.say(key, point), onAction: name => this.toggle(name) });
  }

  /** Words of a point: the coordinate, with a mark where a stone lies. */
  say(key, point) {
    if (key === "point_stone" || key === "point_last") return `${point} ●`;
    if (key === "point_empty") return point;
    return this.svg.getAttribute("aria-label");
  }

  toggle(name) {
    this.lay(this.board.has(name) ? this.board.stones.filter(one => one !== name) : [...this.board.stones, name]);
  }

  clear() {
    this.lay([]);
  }

  lay(stones) {
    this.board.show({ stones, last: null });
    this.fields.stones.value = stones.join(" ");
    this.drawn = null; // not by the server
    this.changed();
  }

  /** What the fields describe. */
  wanted() {
    const wanted = new URLSearchParams();
    for (const [name, field] of Object.entries(this.fields)) wanted.set(name, field.value);
    return wanted.toString();
  }

  /** Ask the server for the board the fields describe: it knows every lattice. */
  async redraw() {
    const turn = ++this.asked, wanted = this.wanted();
    if (wanted === this.drawn) return;
    let answer;
    try {
      answer = await fetch(`${this.holder.dataset.url}?${wanted}`, { headers: { "HX-Request": "true" } });
    } catch {
      return; // without a connection the old board stays
    }
    if (!answer.ok || turn !== this.asked) return;
    if (this.wanted() !== wanted) return this.redraw(); // a stone was set meanwhile
    const made = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#editor");
    if (!made) return;
    this.holder.replaceChildren(...made.childNodes);
    const { columns, rows, stones } = made.dataset;
    if (stones && /^[012\s]{4,}$/.test(this.fields.stones.value)) this.fields.stones.value = stones;
    if (this.fields.columns.value !== columns) this.fields.columns.value = columns;
    if (this.fields.rows.value !== rows) this.fields.rows.value = rows;
    this.drawn = this.wanted();
    this.begin();
    this.changed();
  }

  changed() {
    this.fields.stones.form.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
