// What a paper says to its contestant: how it stands, and when somebody must do something.

import { note } from "../site.js";

const TRY = 3_000; // ms between two looks whether somebody has signed in again
const KEPT = 12_000; // ms a note takes the place of the state

const id = name => document.getElementById(name);
const closed = dialog => new Promise(done => dialog.addEventListener("close", () => done(dialog.returnValue), { once: true }));

export class Talk {
  constructor(paper) {
    Object.assign(this, { paper, say: paper.say, until: 0 });
    id("hand-in")?.addEventListener("click", () => this.askHandIn());
  }

  /** Said once where the state stands, and to a screen reader. */
  note(words, level) {
    if (level || this.paper.page.closed) return note(words, level ?? "warning");
    this.words = words;
    this.until = performance.now() + KEPT;
    setTimeout(() => this.draw(), KEPT + 50);
    this.draw();
  }

  draw() {
    const { paper, say } = this, { clock } = paper;
    document.body.toggleAttribute("data-away", paper.away);
    if (paper.page.closed) return;
    const open = paper.problems.filter(one => one.state === "open").length;
    const state = paper.away
      ? say(paper.fault ? "server_fault" : "offline")
      : clock.phase === "hand_in"
        ? say("hand_in_only")
        : clock.paused_since
          ? say("paused")
          : performance.now() < this.until
            ? this.words
            : open
              ? say("to_answer", { n: open })
              : say("all_answered");
    if (id("status").textContent !== state) id("status").textContent = state;
    const saved = id("saved"), waits = paper.unsent > 0;
    saved.dataset.state = !waits ? "done" : paper.away ? "missing" : "wait";
    const until = clock.ends_at ? say("ends", { time: paper.hour(clock.ends_at) }) : say("no_end");
    const words = `${say(!waits ? "saved" : paper.away ? "kept_here" : "saving")} · ${until}`;
    if (saved.textContent !== words) saved.textContent = words;
  }

  names(problems) {
    return problems.map(one => one.data.label).join(", ");
  }

  async askHandIn() {
    const { paper, say } = this, dialog = id("hand-in-dialog"), box = id("unanswered");
    const open = paper.problems.filter(one => one.state === "open"), kept = paper.problems.filter(one => ["kept", "unsent"].includes(one.state));
    const lines = [[open, "unanswered"], [kept, "only_saved"]].filter(([those]) => those.length).map(([those, words]) => say(words, { names: this.names(those) }));
    box.replaceChildren(
      ...(lines.length ? lines : [say("all_answered")]).map(words => Object.assign(document.createElement("p"), { className: "note", textContent: words })),
    );
    dialog.returnValue = "";
    dialog.showModal();
    if ((await closed(dialog)) === "yes") paper.handIn();
  }

  /** Another device writes: this page stops. `first`: it did when this page was opened. */
  async other(device, first = false) {
    const { paper, say } = this, dialog = id("other-dialog");
    if (paper.stopped || paper.page.closed) return;
    paper.stopped = true;
    id("other-words").textContent = say(first ? "other_first" : "other_took", { device: device || say("other_unnamed") });
    dialog.returnValue = "";
    dialog.showModal();
    if ((await closed(dialog)) === "yes") return paper.takeOver();
    document.body.dataset.looking = "";
    for (const one of paper.problems) if (one.form) one.form.inert = true;
    const line = document.createElement("div"), button = document.createElement("button");
    note(say("looking"), "warning");
    Object.assign(button, { type: "button", className: "primary", textContent: say("go_on_here") });
    button.addEventListener("click", () => paper.takeOver());
    line.className = "row";
    line.append(button);
    id("notes").append(line);
  }

  signedOut(words = "still_out") {
    const dialog = id("signed-out"), { paper } = this;
    if (!dialog) return;
    paper.stopped = true;
    id("signed-out-words").textContent = this.say(words);
    if (!this.out) dialog.showModal();
    this.out = true;
    clearTimeout(this.again);
    this.again = setTimeout(() => paper.look(), TRY);
  }

  wrongPerson() {
    this.signedOut("wrong_person");
  }

  signedIn() {
    if (!this.out) return;
    this.out = false;
    clearTimeout(this.again);
    id("signed-out").close();
    this.paper.stopped = "looking" in document.body.dataset;
    this.paper.sync();
  }
}
