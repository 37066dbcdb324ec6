// What only practice matches show: whether four stones fit, and where a stone is safe.
// Exact: the numbers stay far below 2^53.

const FORMS = { square: [1, 0, 1], triangular: [1, 1, 1], rectangular: [1, 0, 2] };

export function coordinates(name) {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}

function lifted(lattice, name) {
  const [a, b, c] = FORMS[lattice], [x, y] = coordinates(name);
  return [a * x * x + b * x * y + c * y * y, x, y];
}

function plane([q1, x1, y1], [q2, x2, y2], [q3, x3, y3]) {
  const [q, x, y, u, v, w] = [q1 - q3, x1 - x3, y1 - y3, q2 - q3, x2 - x3, y2 - y3];
  const a = x * w - v * y, b = y * u - w * q, c = q * v - u * x;
  return [a, b, c, -(a * q3 + b * x3 + c * y3)];
}

const on = ([a, b, c, d], [q, x, y]) => a * q + b * x + c * y + d === 0;

/** Whether four points by name lie on one circle or line. */
export function fits(lattice, names) {
  const [p, q, r, s] = names.map(name => lifted(lattice, name));
  return on(plane(p, q, r), s);
}

/** The circle or line through three points, to draw: y upwards, as the rules tell it. */
export function curve(lattice, names, all) {
  const [a, b, c, d] = plane(...names.slice(0, 3).map(name => lifted(lattice, name)));
  const [e, f, g] = FORMS[lattice];
  const place = (x, y) =>
    lattice === "triangular" ? [x + y / 2, (y * Math.sqrt(3)) / 2] : [x, lattice === "square" ? y : y * Math.SQRT2];
  if (a === 0) {
    const line = all.filter(name => on([a, b, c, d], lifted(lattice, name))).map(coordinates);
    line.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    const [x1, y1] = place(...line[0]), [x2, y2] = place(...line.at(-1));
    return { kind: "line", drawing: { x1, y1, x2, y2 } };
  }
  const below = a * (4 * e * g - f * f);
  const x = (f * c - 2 * g * b) / below, y = (f * b - 2 * e * c) / below;
  const [cx, cy] = place(x, y);
  return { kind: "circle", drawing: { cx, cy, r: Math.sqrt(e * x * x + f * x * y + g * y * y - d / a) } };
}

/** The empty points where a stone makes no kyōen. */
export function safe(lattice, stones, all) {
  const taken = new Set(stones), own = stones.map(name => lifted(lattice, name)), planes = [];
  for (let i = 0; i < own.length; i++)
    for (let j = i + 1; j < own.length; j++)
      for (let k = j + 1; k < own.length; k++) planes.push(plane(own[i], own[j], own[k]));
  return all.filter(name => {
    if (taken.has(name)) return false;
    const point = lifted(lattice, name);
    return !planes.some(found => on(found, point));
  });
}
