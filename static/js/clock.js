// Clocks that follow the server's. The device's own clock is never asked what time it is, only
// how much has passed.

const KEPT = 20;

/** The server's time, from what its messages say and when they came. */
export class ServerTime {
  #offsets = [];

  /** A message said it is `iso`. It was late by its way here, so the latest offset is best. */
  sample(iso) {
    if (!iso) return;
    this.#offsets.push(Date.parse(iso) - performance.now());
    if (this.#offsets.length > KEPT) this.#offsets.shift();
  }

  now() {
    return performance.now() + Math.max(...this.#offsets);
  }
}

/** ms that `seat` has at the server's time `now`; null: no limit. Seats count from 1. */
export function left(clock, seat, now) {
  const kept = clock.left_ms?.[seat - 1] ?? null;
  if (clock.running && clock.turn === seat && clock.deadline)
    return Math.max(0, Date.parse(clock.deadline) - now);
  return kept;
}

/**
 * What the face shows: { ms, text, low, part, periods, free }. In byo-yomi the period now running
 * is shown and how many there are, this one included; with a delay the main time, which stands
 * while `free` ms of the turn are left that do not count.
 */
export function face(clock, seat, now) {
  let ms = left(clock, seat, now);
  if (ms === null) return null;
  let whole = clock.step_ms || clock.main_ms || 60_000, periods = 0, free = 0;
  if (clock.timing === "byo_yomi") {
    const extra = (clock.periods?.[seat - 1] ?? 0) * clock.step_ms;
    if (ms > extra) {
      ms -= extra;
      whole = clock.main_ms || ms;
    } else {
      periods = Math.ceil(ms / clock.step_ms);
      ms -= Math.max(0, periods - 1) * clock.step_ms;
    }
  } else if (clock.timing === "delay") {
    const main = clock.main_left_ms[seat - 1];
    free = clock.turn === seat ? Math.max(0, ms - main) : 0;
    ms = Math.min(ms, main);
    whole = clock.main_ms;
  } else if (clock.timing !== "per_move") whole = clock.main_ms || 60_000;
  return {
    ms,
    text: show(ms),
    low: ms < 10_000 && !free,
    free,
    part: Math.min(1, Math.max(0, ms / whole)),
    periods: Math.max(0, periods),
  };
}

/** "0:42", "12:05", "1:02:03". Under 10 s rounded down, so that 0:00 means none. */
export function show(ms) {
  const all = ms < 10_000 ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
  const two = n => String(n).padStart(2, "0");
  const hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** ".3", the tenths that are shown under 10 s; else "". */
export const tenths = ms => (ms > 0 && ms < 10_000 ? `.${Math.floor((ms % 1000) / 100)}` : "");

// What empties a phone is to look often and to draw what stands there already.

/** Call `tick` ten times a second while it answers that tenths are shown, else four times. */
export function ticking(tick) {
  let fast = false;
  try {
    fast = tick();
  } finally {
    setTimeout(() => ticking(tick), fast ? 100 : 250);
  }
}

/** Hide `node`, or show it. */
export function hide(node, hidden) {
  if (node.hidden !== hidden) node.hidden = hidden;
}

/** Write words. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Write how much of the time is left, from 1 to 0, in steps a person does not see. */
export function bar(node, part) {
  const left = (Math.round(part * 200) / 200).toFixed(3);
  if (node.style.getPropertyValue("--left") !== left) node.style.setProperty("--left", left);
}

/** Write a clock's face into a <time>, and what comes after it. */
export function paint(node, { ms, text }, after = "") {
  const tenth = tenths(ms), shown = text + tenth + after;
  if (node.dataset.shown === shown) return;
  node.dataset.shown = shown;
  const small = document.createElement("span");
  small.textContent = tenth;
  node.replaceChildren(text, ...(tenth ? [small] : []), after);
}

/** Time used for one stone, in whole seconds, as the record shows it. */
export function used(ms) {
  if (ms === null || ms === undefined) return "";
  const all = Math.floor(ms / 1000);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}
