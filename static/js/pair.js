// What matches between two have besides: draws, both clocks, the score of a series.

import { Looks, get } from "./api.js";
import { face, hide, paint } from "./clock.js";
import { element, one } from "./table.js";

/** 1.5 as people write it: 1½. */
export const points = value => (value % 1 ? `${Math.floor(value) || ""}½` : String(value));

/** The series that a match is a game of; `path` is the page of the next game. */
export const following = (Base, path = "") =>
  class extends Base {
    constructor(...all) {
      super(...all);
      this.series = this.page.series ?? null;
      this.looks = new Looks();
    }

    /** Another game of the series ended, was made or is played again; or this one is gone. */
    heard(message) {
      if (message.gone) location.assign(`${this.page.urls.matches}${message.gone}/${path}`);
      else if (message.series) this.fetchSeries();
      else super.heard(message);
    }

    /** A game that was made while the stream was away was not told of. */
    async refetch() {
      const missed = await super.refetch();
      if (this.series && this.status === "finished") await this.fetchSeries();
      return missed;
    }

    happened(event) {
      super.happened(event);
      if (this.series && (this.status === "finished" || event.undone)) this.fetchSeries();
    }

    async fetchSeries() {
      const look = this.looks.begin();
      const { ok, data } = await get(`${this.page.urls.api}series/`).catch(() => ({}));
      if (!ok || !this.looks.take(look)) return;
      this.series = data;
      this.render();
    }

    controls() {
      super.controls();
      this.standing();
    }

    get game() {
      return this.series?.games.find(game => game.match === this.match.id) ?? null;
    }

    /** Game 2 of 3, and the points of both; the way to the next game. */
    standing() {
      const node = one("#series"), next = one("#next-game"), { game, series, say } = this;
      node.hidden = !game;
      next.hidden = true;
      if (!game) return;
      const [left, right] = [1, 2].map(side => ({ name: this.name(game.seats.indexOf(side) + 1) || say("free_seat"), points: points(series.points[side - 1]) }));
      const names = { "\u0001": left.name, "\u0002": right.name };
      const score = say("series_score", { one: "\u0001", two: "\u0002", a: left.points, b: right.points });
      const parts = score.split(/([\u0001\u0002])/).map(part => (names[part] ? element("span", { class: "who", title: names[part] }, names[part]) : part));
      node.replaceChildren(`${say("series_game", { n: game.number, all: series.planned })} · `, ...parts);
      const current = series.games.find(({ match }) => match === series.current);
      if (this.status !== "finished" && current.number < game.number)
        node.append(" · ", element("a", { href: `${this.page.urls.matches}${series.current}/${path}` }, say("series_earlier", { n: current.number })));
      const more = this.status === "finished" && series.current !== this.match.id;
      next.hidden = !more;
      one("#again")?.toggleAttribute("hidden", more);
      one("#replay").classList.toggle("primary", !more);
      if (!more) return;
      next.href = `${this.page.urls.matches}${series.current}/${path}`;
      next.textContent = say("series_next", { n: current.number });
    }
  };

export const pairing = Base =>
  class extends following(Base) {
    constructor(...all) {
      super(...all);
      one("#draw").addEventListener("click", () => {
        one("#menu").close();
        this.act("offer_draw", { seat: this.me });
      });
      one("#accept").addEventListener("click", () => this.act("accept_draw", { seat: this.me }));
      one("#decline").addEventListener("click", () => this.act("decline_draw", { seat: this.me }));
    }

    happened(event) {
      super.happened(event);
      if (this.offered || this.status === "finished") this.notice = null; // the headline says it itself
    }

    /** Whether somebody offers me a draw. */
    get offered() {
      return this.on && this.me && this.match.offer !== null && this.match.offer !== this.me;
    }

    get mayOffer() {
      return this.page.draws && this.match.policy.draw_offers !== false && this.on && this.me !== null && this.match.offer === null;
    }

    controls() {
      super.controls();
      one("#draw").hidden = !this.mayOffer;
      one("#offer").hidden = !this.offered;
      if (this.offered && one("#act").dataset.state === "none") one("#act").dataset.state = "offer";
    }

    // Words

    headline() {
      const line = super.headline(), { say } = this;
      if (this.status === "finished" && this.series) return { ...line, small: this.seriesWords() || line.small };
      if (this.offered && !this.chosenLine() && !this.sendingLine) return { seal: say("seal_next"), text: say("draw_offered", { name: this.called(this.match.offer, true) }), small: say("draw_offered_small") };
      return line;
    }

    seriesWords() {
      const { series, say } = this;
      if (!series.over) return say("series_goes_on", { n: series.games.length });
      return series.winner ? say("series_won", { name: say("named", { name: series.names[series.winner - 1] }) }) : say("series_drawn");
    }

    seatWords(seat) {
      if (this.status !== "finished" || !seat.place) return super.seatWords(seat);
      return this.resultWords(seat.place);
    }

    resultWords(place) {
      const best = this.places.filter(row => row.place === 1).length;
      return this.say(place > 1 ? "lost" : best > 1 ? "drew" : "won");
    }

    placeWords(seat, place) {
      const note = this.board.seatNote?.(this.position, seat) ?? "";
      return [this.resultWords(place), note].filter(Boolean).join(" · ");
    }
  };

/** The clock of every seat beside its name, where players keep what they do not use. */
export function seatClocks(table) {
  const { clock } = table.match, now = table.time.now(), kept = !["none", "per_move"].includes(clock.timing);
  for (const row of one("#seats").children) {
    const node = one("time", row), found = kept ? face(clock, +row.dataset.seat, now) : null;
    hide(node, !found);
    if (!found) continue;
    paint(node, found, found.periods ? ` ×${found.periods}` : "");
    node.toggleAttribute("data-low", found.low && table.status === "running" && clock.turn === +row.dataset.seat);
  }
}
