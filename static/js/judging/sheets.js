// One problem at a time: by its number, by the buttons below it, by the address.

export class Sheets {
  constructor(problems) {
    this.problems = problems;
    problems.forEach((problem, n) => {
      this.lead(problem, ".previous", problems[n - 1]);
      this.lead(problem, ".following", problems[n + 1]);
    });
  }

  lead(problem, button, to) {
    const link = problem.article.querySelector(button);
    if (to) link.href = `#${to.article.id}`;
    else link.hidden = true;
  }

  begin() {
    addEventListener("hashchange", () => this.show(this.wanted(), true));
    const undone = this.problems.find(one => one.form && ["open", "kept"].includes(one.state));
    this.show(this.wanted() ?? undone ?? this.problems[0]);
  }

  wanted() {
    return this.problems.find(one => `#${one.article.id}` === location.hash);
  }

  show(problem, moved = false) {
    if (!problem) return;
    for (const one of this.problems) {
      one.article.toggleAttribute("data-shown", one === problem);
      if (one === problem) one.nav.setAttribute("aria-current", "true");
      else one.nav.removeAttribute("aria-current");
    }
    const { nav, article } = problem, row = nav.closest("ol");
    row.scrollTo({ left: nav.offsetLeft - row.offsetLeft - row.clientWidth / 2 });
    if (!moved) return;
    article.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }
}
