// One match on a page: what every page of it shows, kept true by the stream.

import { get, language, speaker } from "./api.js";
import { ServerTime, bar, face, hide, paint, ticking, used, write } from "./clock.js";
import { Live } from "./live.js";

export const one = (selector, from = document) => from.querySelector(selector);

export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== false) node.setAttribute(key, value === true ? "" : value);
  node.append(...children.filter(child => child !== null && child !== ""));
  return node;
}

/** What the game's script makes of a class of the pages: itself, when it has nothing to add. */
export const suited = (game, name, Class) => (game[name] ? game[name](Class) : Class);

/** A match as the server says it to everybody, with the names of computer players in the reader's language. */
export function named(match, say) {
  for (const seat of match.seats) {
    const found = seat.computer ? /^Computer (\d+)$/.exec(seat.name) : null;
    if (found) seat.name = say("computer_name", { n: found[1] });
  }
  return match;
}

const QUIET = new Set(["start", "move"]);
const SHOWN = 7_000; // ms an event stays in the headline
const LONG = 32; // characters of a headline that is set smaller
const SPOKEN = [10, 5]; // seconds left that are said aloud

/**
 * `page` is what the server wrote into the page: { match, me, urls, words, arbiter }; `Board`
 * the class of the game's script. Subclasses give `headline()`, `controls()`,
 * `pointed(text, how)` and may extend `happened(event)` and `drawn()`.
 */
export class Table {
  constructor(page, Board) {
    this.page = page;
    this.me = page.me;
    this.say = speaker(page.words);
    this.time = new ServerTime();
    this.match = page.match;
    this.log = page.match.log ?? [];
    this.connected = true;
    this.notice = null;
    this.spoken = new Set();
    this.studied = { seq: -1, answer: null };
    this.board = new Board(one("#board"), {
      say: this.say,
      page,
      onAction: (text, how) => this.pointed(text, how),
      onPart: () => this.parted(),
    });
    this.board.turn?.(this.me);
    this.time.sample(this.match.clock.server_time);
  }

  start() {
    this.render();
    ticking(() => this.tick());
    // The page may have been long on its way: one answer tells the time better.
    if (this.status === "running") this.refetch().catch(() => {});
    if (this.match.status !== "finished" || this.page.arbiter)
      this.live = new Live({
        url: () => `${this.page.urls.live}?after=${this.match.seq}`,
        onMessage: message => this.heard(message),
        onState: open => this.setConnected(open),
        refetch: () => this.refetch(),
        stays: () => this.stays,
      });
  }

  /** Whether one must hear of it in a tab that is not seen. */
  get stays() {
    return false;
  }

  // The truth

  heard({ match, event }) {
    this.take(match, event);
  }

  /** Take what the server says, unless something newer is known. */
  take(match, event = null) {
    if (!match || match.seq < this.match.seq) return;
    this.time.sample(match.clock?.server_time);
    const known = this.log.at(-1)?.seq ?? 0, fresh = [];
    if (match.log) {
      fresh.push(...match.log.filter(line => line.seq > known));
      this.log = match.log;
    } else if (event && event.seq === known + 1) {
      fresh.push(event);
      this.log.push(event);
    } else if (match.seq > known) this.refetch().catch(() => {});
    this.match = named(match, this.say);
    for (const line of fresh) this.happened(line);
    this.moving = fresh.length === 1 && fresh[0].kind === "move";
    this.render();
    this.moving = false;
  }

  /** Fetch the match; true when the stream had missed something. */
  async refetch() {
    const before = this.match.seq, { ok, status, data } = await get(this.page.urls.api);
    if (ok) this.take(data);
    else if (status === 404) location.reload(); // it is there no more
    return ok && this.match.seq > before;
  }

  /** What the server tells of the present position when asked, or null. */
  async study() {
    const seq = this.match.position_seq;
    if (this.studied.seq !== seq) this.studied = { seq, answer: get(this.page.urls.study).catch(() => null) };
    const answer = await this.studied.answer;
    return answer?.ok && answer.data.position_seq === this.match.position_seq ? answer.data : null;
  }

  happened(event) {
    this.announce(event.say?.[language] ?? "");
    if (QUIET.has(event.kind)) this.notice = null;
    else this.notify(this.noteOf(event));
  }

  /** What the headline tells of an event for a while. */
  noteOf(event) {
    return { seal: this.say("seal_note"), text: event.say[language], small: event.reason ?? "" };
  }

  notify(notice, time = SHOWN) {
    this.notice = { ...notice, until: performance.now() + time };
  }

  noticeLine() {
    return this.notice;
  }

  announce(words) {
    if (!words) return;
    const region = one("#said");
    region.append(element("p", {}, words));
    while (region.children.length > 3) region.firstChild.remove();
  }

  setConnected(open) {
    if (this.connected === open) return;
    this.connected = open;
    document.body.toggleAttribute("data-offline", !open);
    this.announce(this.say(open ? "connected" : "reconnecting_said"));
    this.render();
  }

  // What is so

  get position() {
    return this.match.position;
  }

  get status() {
    return this.match.status;
  }

  name(seat) {
    return this.match.seats[seat - 1]?.name ?? "";
  }

  /** The name in a sentence (at its beginning: `first`); "you" where it is the reader. */
  called(seat, first = false) {
    if (seat === this.me) return this.say(first ? "you" : "you_inside");
    return this.say("named", { name: this.name(seat) });
  }

  /** A seat that waits for whoever opens the invitation. */
  free(seat) {
    return this.page.invited && !seat.taken;
  }

  get places() {
    const { places } = this.match.outcome ?? { places: [] };
    return places.map((place, n) => ({ seat: n + 1, place })).sort((a, b) => a.place - b.place || a.seat - b.seat);
  }

  /** An action of the board for words: in notation, and as the board describes it. */
  wordsOf(text) {
    return { text, point: text, move: this.board.describe?.(text) ?? text };
  }

  // What is shown

  render() {
    this.board.show(this.position, { animate: !!this.moving });
    this.drawn();
    this.seats();
    this.lines();
    this.tick();
    this.controls();
  }

  /** What is marked on the board besides the position. */
  drawn() {}

  /** The board is half-way through an action of several taps. */
  parted() {}

  seats() {
    const list = one("#seats");
    this.match.seats.forEach((seat, n) => {
      const row = list.children[n], current = seat.state === "thinking";
      row.toggleAttribute("data-out", this.status !== "finished" && ["out", "absent"].includes(seat.state));
      row.toggleAttribute("data-placed", seat.state === "placed");
      if (current) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      one("b", row).textContent = seat.seat === this.me ? this.say("you") : this.free(seat) ? this.say("free_seat") : seat.name;
      const note = this.board.seatNote?.(this.position, seat.seat) ?? "";
      one("small", row).textContent = [note, this.seatWords(seat)].filter(Boolean).join(" · ");
    });
  }

  seatWords(seat) {
    if (this.status === "waiting") return this.say(this.free(seat) ? "seat_free" : seat.ready || seat.computer ? "seat_ready" : "seat_waiting");
    if (this.status === "finished" && seat.place) return this.say("place", { place: seat.place });
    if (seat.state === "out" && seat.place) return this.say("seat_out_place", { place: seat.place });
    if (seat.state === "thinking" && this.status !== "running") return this.say("seat_stopped");
    return this.say(`seat_${seat.state}`, { point: this.position.last ?? "" });
  }

  /** The record, newest first. */
  lines() {
    const list = one("#log"), known = list.childElementCount;
    if (known === this.log.length && known && +list.firstElementChild.dataset.seq === this.log.at(-1).seq) return;
    const undone = new Set(this.log.map(event => event.undone).filter(Boolean));
    let moves = 0;
    const rows = this.log.map(event => {
      const row = this.line(event, event.kind === "move" ? moves + 1 : moves);
      row.toggleAttribute("data-undone", undone.has(event.seq));
      if (event.kind === "move" && !undone.has(event.seq)) moves += 1;
      return row;
    });
    list.replaceChildren(...rows.reverse());
  }

  line(event, number) {
    if (event.kind === "move")
      return element(
        "li",
        { "data-seq": event.seq, "data-kind": "move" },
        element("span", { class: "num" }, String(number)),
        element("b", {}, event.seat === this.me ? this.say("you") : this.name(event.seat)),
        element("span", {}, this.board.line?.(event) ?? event.text),
        element("span", { class: "num" }, used(event.used_ms)),
      );
    const words = element("span", { class: "words" }, event.say?.[language] ?? "");
    if (event.reason) words.append(element("small", {}, this.say("reason", { reason: event.reason })));
    return element(
      "li",
      { "data-seq": event.seq, "data-kind": event.kind, "data-right": event.right === true },
      element("span", { class: "num", "aria-hidden": "true" }, this.mark(event)),
      words,
    );
  }

  /** One character before an event in the record. */
  mark() {
    return "–";
  }

  /** The clock, and the headline when a notice has been read. Returns whether tenths are shown. */
  tick() {
    const { clock } = this.match, turn = clock.turn ?? this.match.to_move, now = this.time.now();
    const found = turn ? face(clock, turn, now) : null, node = one("#clock");
    hide(node, !found);
    if (found) {
      const running = this.status === "running", low = running && found.low;
      paint(one("time", node), found);
      bar(node, found.part);
      node.toggleAttribute("data-low", low);
      node.toggleAttribute("data-stopped", !running);
      const seconds = low ? Math.floor(found.ms / 1000) : Math.ceil(found.ms / 1000);
      if (this.second !== seconds) {
        this.second = seconds;
        node.setAttribute("aria-label", this.say("clock", { name: this.called(turn, true), seconds: this.duration(seconds) }));
      }
      const periods = one("#periods");
      const free = Math.ceil(found.free / 1000), more = found.periods ? this.say("periods", { n: found.periods }) : free ? this.say("free", { n: free }) : "";
      hide(periods, !more);
      write(periods, more);
      this.low(low, turn, seconds);
    }
    if (this.notice && performance.now() > this.notice.until) {
      this.notice = null;
      this.drawn();
    }
    this.sayHeadline(found);
    return !!found?.low;
  }

  duration(seconds) {
    const minutes = Math.floor(seconds / 60);
    return minutes
      ? this.say("minutes_seconds", { minutes, seconds: seconds % 60 })
      : this.say("seconds", { n: seconds });
  }

  /** Under ten seconds, in words: once at ten and once at five for the player on turn. */
  low(low, turn, seconds) {
    if (!low) {
      this.spoken.clear();
      return;
    }
    for (const at of SPOKEN)
      if (seconds < at && !this.spoken.has(at)) {
        this.spoken.add(at);
        if (turn === this.me) {
          one("#urgent").textContent = this.say("seconds_left", { n: Math.max(1, seconds) });
          this.warned?.(at);
        }
      }
  }

  sayHeadline(found) {
    let { seal, text, small = "", calm = false } = this.notice ? this.noticeLine() : this.headline();
    if (!this.connected) [seal, text, small, calm] = [this.say("seal_offline"), this.say("offline"), this.say("reconnecting"), true];
    else if (found?.low && this.status === "running") small = this.say("low", { name: this.called(this.match.to_move, true), n: Math.floor(found.ms / 1000) });
    const key = [seal, text, small, calm].join("\n");
    if (this.headed === key) return;
    this.headed = key;
    one("#seal").textContent = seal;
    one("#say").replaceChildren(text, ...(small ? [element("small", {}, small)] : []));
    one("#headline").toggleAttribute("data-calm", calm);
    one("#headline").toggleAttribute("data-long", text.length > LONG);
  }
}
