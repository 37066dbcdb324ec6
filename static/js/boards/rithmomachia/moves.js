// Turns in notation, taken apart: +b2:e6-e5+d5, d5xd7/36, T90@c1.

const CORE = /^(?:([a-h]\d+)([-x])([a-h]\d+)(?:\/(\d+))?|([RTSP][\d/]+'?)@([a-h]\d+))$/;

/** { text, from, to, hand, how } of a turn; null when it is none. */
export function read(text) {
  const core = text.split(":").at(-1).split("+")[0], found = CORE.exec(core);
  if (!found) return null;
  const [, from, how, to, part, hand, onto] = found;
  return { text, core, from: from ?? null, to: to ?? onto, hand: hand ?? null, how: hand ? "@" : how, part: part ?? null };
}

/** The turns of a piece on `square`, or of one in the `hand`. */
export function turnsOf({ legal, takes }, { square = null, hand = null }) {
  return (legal ?? [])
    .map(read)
    .filter(turn => turn && (square ? turn.from === square : turn.hand === hand))
    .map(turn => ({ ...turn, takes: takes?.[turn.text] ?? [] }));
}

export const place = square => ({ x: "abcdefgh".indexOf(square[0]), y: 16 - Number(square.slice(1)) });

export const named = (x, y) => (x >= 0 && x < 8 && y >= 0 && y < 16 ? "abcdefgh"[x] + (16 - y) : null);
