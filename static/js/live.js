// One stream of server-sent events a tab, which mends itself.

const CHECK = 20_000; // ms of silence after which the truth is fetched
const LOOK = 5_000; // ms between two looks at how the stream stands
const SOON = 800, LATE = 5_000; // ms before the next try

/** The address of the stream of a tournament; at first it tells what came since the page was made. */
export const following = point => first => `/live/?tournament=${first ? point : point.split(".")[0]}`;

/**
 * `url(first)` is asked for at each start, so that it can name what has been seen. `onMessage(data)`
 * gets every message, `onState(open)` whether the stream is, `refetch()` has to fetch the truth
 * and return whether the stream had missed something. A browser opens six connections to a server
 * and no more, so that a tab nobody sees lets its stream go, unless `stays()`, until it is seen.
 */
export class Live {
  constructor({ url, onMessage, onState, refetch, stays = () => false }) {
    Object.assign(this, { url, onMessage, onState, refetch, stays });
    this.wait = SOON;
    this.opened = false;
    this.heard = performance.now();
    addEventListener("online", () => this.restart());
    addEventListener("offline", () => this.lose());
    addEventListener("pageshow", event => event.persisted && this.restart());
    addEventListener("pagehide", () => this.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    setInterval(() => this.rest() || this.check(), LOOK);
    if (!this.rest()) this.open();
  }

  open() {
    this.close();
    const source = (this.source = new EventSource(this.url(!this.lost)));
    source.onopen = async () => {
      this.heard = performance.now();
      this.wait = SOON;
      this.tell(true);
      if (this.lost) await this.fetch();
      this.lost = false;
    };
    source.onerror = () => this.lose();
    for (const kind of ["match", "tournament"])
      source.addEventListener(kind, event => {
        this.heard = performance.now();
        this.onMessage(JSON.parse(event.data), kind);
      });
    source.addEventListener("ping", () => (this.heard = performance.now()));
  }

  lose() {
    if (this.ended || this.asleep) return;
    this.close();
    this.lost = true;
    this.tell(false);
    this.again();
  }

  again() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(this.wait * 1.6, LATE);
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
  }

  /** No more messages are wanted: the match is over. */
  end() {
    this.close();
    this.ended = true;
  }

  /** Let the stream go while nobody looks; whether it is gone. */
  rest() {
    if (!document.hidden || this.stays()) return false;
    this.asleep = true;
    this.close();
    return true;
  }

  wake() {
    if (!this.asleep) return this.check(true);
    this.asleep = false;
    this.restart();
  }

  restart() {
    if (this.ended || this.asleep) return;
    this.lost = true;
    this.open();
  }

  tell(open) {
    if (this.opened === open && this.told) return;
    this.opened = open;
    this.told = true;
    this.onState(open);
  }

  /** A stream that is dead may look open: after silence, ask the server itself. */
  async check(now = false) {
    if (this.ended || this.asleep || this.checking) return;
    if (!now && performance.now() - this.heard < CHECK) return;
    if (this.source?.readyState !== EventSource.OPEN) return now ? this.restart() : undefined;
    this.heard = performance.now();
    if (await this.fetch()) this.restart();
  }

  async fetch() {
    this.checking = true;
    try {
      return await this.refetch();
    } catch {
      this.lost = true;
      this.tell(false);
      if (this.source?.readyState === EventSource.OPEN) this.again();
      return false;
    } finally {
      this.checking = false;
    }
  }
}
