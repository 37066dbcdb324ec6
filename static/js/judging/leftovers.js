// After the end: what was typed and never reached the server is shown, and may be sent late.

import { uuid } from "./store.js";

export class Leftovers {
  /** `photos`: pages that never reached the server. */
  constructor(paper, photos) {
    Object.assign(this, { paper, photos });
    this.box = document.getElementById("leftovers");
    this.draw();
  }

  /** Problems whose text here is newer than anything the server has. */
  get those() {
    if (this.paper.page.clock.phase === "handed_in") return [];
    return this.paper.problems.filter(({ id, data }) => {
      const here = this.paper.store.answer(id);
      return here?.text.trim() && here.acked < here.seq && here.text !== data.draft && data.left !== 0 && !data.sent.includes(here.text);
    });
  }

  draw() {
    const { say } = this.paper, { those, photos } = this;
    this.box.hidden = !those.length && !photos.length;
    if (this.box.hidden) return this.box.replaceChildren();
    const title = document.createElement("h2"), words = document.createElement("p");
    title.textContent = say("leftover_title");
    title.className = "h3";
    words.textContent = those.length ? say("leftover_words") : "";
    const lost = document.createElement("p");
    lost.textContent = photos.length ? say("leftover_photos", { names: photos.map(page => page.name).join(", ") }) : "";
    this.box.replaceChildren(title, words, ...those.map(problem => this.row(problem)), lost);
  }

  row(problem) {
    const row = document.createElement("div"), text = document.createElement("p"), button = document.createElement("button");
    const here = this.paper.store.answer(problem.id);
    row.className = "row";
    text.textContent = `${this.paper.say("problem", { label: problem.data.label })}: ${here.text.slice(0, 200)}`;
    Object.assign(button, { type: "button", textContent: this.paper.say("send_late") });
    button.addEventListener("click", () => {
      this.paper.store.keep(problem.id, { ...here, acked: here.seq });
      this.paper.submit({ key: uuid(), problem: problem.id, answer: here.text, pages: [], at: Date.now() });
      this.draw();
    });
    row.append(text, button);
    return row;
  }
}
