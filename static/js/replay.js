// A match that is over: step, play, jump.

import { language, readJSON, speaker } from "./api.js";
import { used } from "./clock.js";
import { element, one, suited } from "./table.js";

const PACE = 1200; // ms a step is shown while playing

class Replay {
  constructor(page, Board) {
    this.page = page;
    this.say = speaker(page.words);
    this.steps = page.analysis.steps;
    this.names = page.match.seats.map(seat => seat.name);
    this.board = new Board(one("#board"), { say: this.say, page });
    one("#slider").max = this.steps.length - 1;
    this.record();
    this.listen();
  }

  start() {
    this.go(this.fromAddress());
  }

  fromAddress() {
    const asked = new URLSearchParams(location.search).get("ply") ?? location.hash.replace(/^#(ply=)?/, "");
    const ply = asked === "" ? this.steps.length - 1 : Number(asked);
    return Number.isInteger(ply) ? ply : this.steps.length - 1;
  }

  go(ply) {
    const before = this.ply;
    this.ply = Math.max(0, Math.min(this.steps.length - 1, ply));
    this.moving = this.ply === before + 1;
    this.render();
    this.moving = false;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => history.replaceState(null, "", `#${this.ply}`), 300);
  }

  render() {
    const { ply, board, say } = this, { position, event } = this.steps[ply];
    board.show(position, { animate: this.moving });
    one("#step").textContent = say("step_of", { n: ply, all: this.steps.length - 1 });
    one("#told").textContent = event ? event.say[language] : say("start");
    const slider = one("#slider");
    slider.value = ply;
    slider.setAttribute("aria-valuetext", one("#step").textContent);
    this.drawn(position);
    for (const row of one("#log").children) {
      if (+row.dataset.ply === ply) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    const line = one(`#log [data-ply="${ply}"]`), log = one("#log");
    if (line && log.scrollHeight > log.clientHeight) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
  }

  /** What is marked on the board besides the position. */
  drawn() {}

  record() {
    one("#log").replaceChildren(
      ...this.steps.slice(1).map(({ event }, n) => {
        const button = element("button", { type: "button", class: "quiet" });
        if (event.kind === "move") button.append(element("b", {}, this.names[event.seat - 1]), " ", this.board.line?.(event) ?? event.text);
        else button.append(event.say[language]);
        if (event.reason) button.append(element("small", {}, this.say("reason", { reason: event.reason })));
        button.addEventListener("click", () => {
          this.stop();
          this.go(n + 1);
        });
        return element("li", { "data-ply": n + 1, "data-kind": event.kind, "data-right": event.right === true }, element("span", { class: "num" }, String(n + 1)), button, element("span", { class: "num" }, used(event.used_ms)));
      }),
    );
  }

  // Hands

  play() {
    if (this.playing) return this.stop();
    if (this.ply === this.steps.length - 1) this.go(0);
    one("#play").textContent = this.say("stop");
    this.playing = setInterval(() => {
      if (this.ply === this.steps.length - 1) this.stop();
      else this.go(this.ply + 1);
    }, PACE);
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    one("#play").textContent = this.say("play");
  }

  step(how) {
    if (how === "play") return this.play();
    this.stop();
    this.go({ first: 0, back: this.ply - 1, on: this.ply + 1, last: this.steps.length - 1 }[how]);
  }

  listen() {
    for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", () => this.step(button.dataset.step));
    one("#slider").addEventListener("input", event => {
      this.stop();
      this.go(+event.target.value);
    });
    one("#share").addEventListener("click", () => this.share());
    addEventListener("hashchange", () => this.go(this.fromAddress()));
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [role=gridcell]")) return;
      const how = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key] ?? (event.key === " " && !event.target.closest("button, a, summary") ? "play" : null);
      if (!how) return;
      event.preventDefault();
      this.step(how);
    });
  }

  async share() {
    const url = new URL(location.pathname, location.href);
    url.searchParams.set("ply", this.ply);
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: document.title, url: url.href }).catch(() => {});
      return;
    }
    const button = one("#share"), words = button.textContent;
    await navigator.clipboard?.writeText(url.href).catch(() => {});
    history.replaceState(null, "", url);
    button.textContent = this.say("copied");
    setTimeout(() => (button.textContent = words), 2000);
  }
}

const page = readJSON("page"), game = await import(page.urls.board);
new (suited(game, "inReplay", Replay))(page, game.Board).start();
