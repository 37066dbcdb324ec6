// Sowing as the rules have it, for showing where a pit reaches. Pits are 0 to 11, "ABCDEFabcdef".

export const LETTERS = "ABCDEFabcdef";

export const seatOf = pit => (pit < 6 ? 1 : 2);

/** The pit of each seed, in order; the origin is passed over on every lap. */
export function path(origin, seeds) {
  return Array.from({ length: seeds }, (_, seed) => (origin + (seed % 11) + 1) % 12);
}

/** What sowing a pit would do: its path, the last pit, what it takes, whether it is a slam. */
export function sowing(pits, origin) {
  const way = path(origin, pits[origin]), sown = [...pits];
  sown[origin] = 0;
  for (const pit of way) sown[pit] += 1;
  const last = way.at(-1) ?? origin, theirs = origin < 6 ? 6 : 0, taken = [];
  if (way.length)
    for (let pit = last; pit >= theirs && pit < theirs + 6 && (sown[pit] === 2 || sown[pit] === 3); pit -= 1) taken.push(pit);
  const all = sown.slice(theirs, theirs + 6).reduce((sum, seeds) => sum + seeds, 0);
  const captured = taken.reduce((sum, pit) => sum + sown[pit], 0), slam = captured > 0 && captured === all;
  return { path: way, last, sown, taken: slam ? [] : taken, captured: slam ? 0 : captured, slam, reaches: way.some(pit => seatOf(pit) !== seatOf(origin)) };
}
