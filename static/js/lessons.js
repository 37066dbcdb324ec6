// Rules on small positions: moves tried on their boards are answered by the server's rules.

import { get, readJSON, speaker } from "./api.js";
import { element, one } from "./table.js";

const page = readJSON("page"), say = speaker(page.words), game = await import(page.urls.board);

class Lesson {
  constructor(section) {
    this.section = section;
    this.code = section.dataset.lesson;
    this.first = page.lessons[this.code];
    this.told = one(".told", section);
    this.board = new (game.LessonBoard ?? game.Board)(one(".points", section), { say, page: { ...page, me: null, arbiter: false }, onAction: (text, how) => how !== "typed" && this.attempt(text), onPart: () => {} });
    for (const button of section.querySelectorAll("[data-try]"))
      button.addEventListener("click", () => {
        // A move of the list is meant on the position of the lesson, wherever play has gone since.
        if (!this.position.legal?.includes(button.dataset.try) || this.position.text !== this.first.text) this.show(this.first);
        this.attempt(button.dataset.try);
      });
    one("[data-again]", section).addEventListener("click", () => {
      this.show(this.first);
      this.untell();
    });
    one(".tries", section).hidden = false;
    this.show(this.first);
  }

  show(position, animate = false) {
    this.position = position;
    this.board.show(position, { animate });
    this.board.enable?.(position.to_move !== null, position.to_move);
  }

  async attempt(move) {
    const asked = new URLSearchParams({ lesson: this.code, position: this.position.text, move });
    const { status, data } = await get(`${page.urls.try}?${asked}`).catch(() => ({}));
    if (!data?.told) return this.tell(move, say("no_answer"), true);
    this.tell(move, data.told, status >= 400);
    if (data.position) this.show(data.position, true);
  }

  /** Mark what the page says of the move already, or say something more. */
  tell(move, words, refused) {
    this.untell();
    const known = [...this.told.children].find(row => row.dataset.move === move && one("dd", row).textContent === words);
    const row = known ?? element("div", { "data-more": true }, element("dt", {}, this.board.called?.(move) ?? move), element("dd", {}, words));
    row.toggleAttribute("data-refused", refused);
    row.setAttribute("aria-current", "step");
    if (!known) this.told.append(row);
  }

  untell() {
    for (const row of [...this.told.children])
      if ("more" in row.dataset) row.remove();
      else row.removeAttribute("aria-current");
  }
}

for (const section of document.querySelectorAll("[data-lesson]")) new Lesson(section);
