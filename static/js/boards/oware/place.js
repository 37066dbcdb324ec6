// Where things lie on the board, in the units of its picture (games/faces/oware/picture.py).

export const PIT_Y = [3.5, 1.7], NUMBER_Y = [4.17, 1.03], LETTER_Y = [2.91, 2.29], STORE_Y = [4.76, 0.44];
const EDGE = 0.8, STORE_X = 1.15, GOLDEN = Math.PI * (3 - Math.sqrt(5)), SPREAD = 0.107, ROOM = 0.345;

/** The middle of a pit when `bottom` is the seat below. */
export function pitAt(pit, bottom) {
  const up = pit < 6 === (bottom === 2) ? 1 : 0, place = pit % 6;
  return { x: EDGE + (up ? 5 - place : place), y: PIT_Y[up], up };
}

/** Where the seeds of a pit lie, from its middle. */
export function heap(seeds) {
  if (seeds === 1) return [[0, 0]];
  const apart = Math.min(SPREAD, ROOM / Math.sqrt(Math.max(seeds, 1)));
  return Array.from({ length: seeds }, (_, seed) => {
    const away = apart * Math.sqrt(seed + 0.6), turn = seed * GOLDEN + seeds;
    return [away * Math.cos(turn), away * Math.sin(turn)];
  });
}

/** Where a seed lies in a store. */
export function inStore(seed, y) {
  const pair = seed >> 1;
  return [STORE_X + 0.2 * pair + 0.09 * Math.floor(pair / 6), y + (seed % 2 ? 0.105 : -0.105)];
}

/** The way of a sowing as a path: along the rows and round their ends. */
export function wayOf(origin, way, bottom) {
  let from = pitAt(origin, bottom), d = `M${from.x} ${from.y}`;
  for (const pit of way) {
    const to = pitAt(pit, bottom);
    if (to.y === from.y) d += Math.abs(to.x - from.x) > 1.5 ? `L${to.x} ${to.y}` : `H${to.x}`;
    else {
      const out = to.x > 3.3 ? 0.52 : -0.52;
      d += `C${from.x + out} ${from.y} ${to.x + out} ${to.y} ${to.x} ${to.y}`;
    }
    from = to;
  }
  return d;
}
