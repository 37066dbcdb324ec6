// The big screen: live boards and clocks of several matches over one stream.

import { get, language, readJSON, speaker } from "./api.js";
import { keepAwake } from "./awake.js";
import { ServerTime, bar, face, hide, paint, ticking, write } from "./clock.js";
import { Live } from "./live.js";
import { named, one, suited } from "./table.js";

const SHOWN = 9_000; // ms an event stays below the clock

class ScreenTable {
  constructor(match, Board, article, say, time) {
    Object.assign(this, { match, article, say, time, told: "", until: 0 });
    this.board = new Board(one(".points", article), { say, page: { match, me: null, arbiter: false } });
    this.render();
  }

  /** What is marked on the board besides the position. */
  drawn() {}

  take(match, event) {
    if (match.seq < this.match.seq) return;
    if (event && event.kind !== "move" && match.seq > this.match.seq) {
      this.told = event.say[language];
      this.until = performance.now() + SHOWN;
    } else if (event?.kind === "move") this.until = 0;
    this.moving = event?.kind === "move" && match.seq === this.match.seq + 1;
    this.match = named(match, this.say);
    this.render();
    this.moving = false;
  }

  name(seat) {
    return this.match.seats[seat - 1]?.name ?? "";
  }

  render() {
    const { position, seats, status } = this.match, { article, board } = this;
    board.show(position, { animate: !!this.moving });
    this.drawn();
    article.dataset.status = status;
    seats.forEach((seat, n) => {
      const row = one(".players", article).children[n];
      row.toggleAttribute("data-out", status !== "finished" && ["out", "absent"].includes(seat.state));
      if (seat.state === "thinking") row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      one("b", row).textContent = seat.name;
      const note = board.seatNote?.(position, seat.seat) ?? "";
      one("small", row).textContent = [note, seat.place ? this.say("place", { place: seat.place }) : ""].filter(Boolean).join(" · ");
    });
    this.tick();
  }

  tick() {
    const { match, say, article } = this, turn = match.clock.turn ?? match.to_move;
    const found = turn && match.status !== "finished" ? face(match.clock, turn, this.time.now()) : null, clock = one(".clock", article);
    hide(clock, !found);
    if (found) {
      const low = found.low && match.status === "running";
      paint(one("time", clock), found);
      bar(clock, found.part);
      clock.toggleAttribute("data-low", low);
      clock.toggleAttribute("data-stopped", match.status !== "running");
    }
    const words = performance.now() < this.until ? this.told : this.doing(turn), who = one(".who", article);
    write(who, words);
    article.toggleAttribute("data-told", performance.now() < this.until);
    return !!found?.low;
  }

  doing(turn) {
    const { say, match } = this;
    if (match.status === "waiting") return say("screen_waiting");
    if (match.status === "paused") return say("paused");
    if (match.status === "ruling") return say("ruling", { name: say("named", { name: this.name(turn) }) });
    if (match.status === "finished") {
      const first = match.seats.filter(seat => seat.place === 1).map(seat => say("named", { name: seat.name }));
      return first.length ? say(first.length > 1 ? "over_shared" : "over", { names: first.join(say("comma")) }) : say("over_plain");
    }
    return say("turn_of", { name: this.name(turn) });
  }
}

const page = readJSON("page"), time = new ServerTime(), games = new Map();
for (const [name, { board, words }] of Object.entries(page.games)) {
  const game = await import(board);
  games.set(name, { Board: game.Board, Table: suited(game, "onScreen", ScreenTable), say: speaker(words) });
}
for (const match of page.tables) time.sample(match.clock.server_time);
const tables = new Map(
  page.tables.map(match => {
    const { Board, Table, say } = games.get(match.game);
    return [match.id, new Table(match, Board, one(`[data-match="${match.id}"]`), say, time)];
  }),
);

keepAwake();
if (tables.size) {
  ticking(() => [...tables.values()].map(table => table.tick()).includes(true));
  new Live({
    url: () => `${page.urls.live}?${[...tables].map(([id, table]) => `match=${id}.${table.match.seq}`).join("&")}`,
    onMessage: ({ match, event }) => {
      if (!match) return;
      time.sample(match.clock.server_time);
      tables.get(match.id)?.take(match, event);
    },
    onState: open => document.body.toggleAttribute("data-offline", !open),
    refetch: async () => {
      let missed = false;
      for (const [id, table] of tables) {
        const before = table.match.seq, { ok, data } = await get(`${page.urls.api}${id}/`);
        if (!ok) continue;
        time.sample(data.clock.server_time);
        table.take(data, null);
        missed ||= data.seq > before;
      }
      return missed;
    },
  });
}
