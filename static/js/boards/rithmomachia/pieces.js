// Pieces as drawings and words. A piece is { side: "E"|"O", shape: "R"|"T"|"S"|"P", value, parts?, turned? }.

const SVG = "http://www.w3.org/2000/svg";
const SIZES = { R: [0.44, 0.4, 0.31], T: [0.4, 0.34, 0.25], S: [0.4, 0.4, 0.31], P: [0.4, 0.4, 0.31] };

export function make(name, attributes = {}, text = "") {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== "") node.textContent = text;
  return node;
}

/** A piece around 0, 0; one unit is a square of the board. */
export function drawn({ side, shape, value, turned }) {
  const even = side === "E", node = make("g", { class: `man ${even ? "even" : "odd"}` }), text = String(value);
  if (turned) node.setAttribute("data-turned", "");
  if (shape === "R") node.append(make("circle", { r: 0.41 }));
  else if (shape === "T") node.append(make("path", { d: even ? "M0 -0.443L0.443 0.353H-0.443Z" : "M0 0.443L0.443 -0.353H-0.443Z" }));
  else node.append(make("rect", { x: -0.381, y: -0.381, width: 0.763, height: 0.763 }));
  if (shape === "P")
    node.append(
      make("path", { class: "roof", d: "M-0.381 -0.381L0.381 0.381M0.381 -0.381L-0.381 0.381" }),
      make("rect", { class: "plate", x: -0.3, y: -0.17, width: 0.6, height: 0.34 }),
    );
  const size = SIZES[shape][Math.min(text.length, 3) - 1], y = shape === "T" ? (even ? 0.1 : -0.1) : 0;
  node.append(make("text", { y, "font-size": size }, text));
  return node;
}

/** A piece as a picture of its own. */
export function image(piece, label, size = 34) {
  const node = make("svg", { viewBox: "-0.5 -0.5 1 1", width: size, height: size, role: "img", "aria-label": label, class: "rithmo" });
  node.append(drawn(piece));
  return node;
}

/** round 9; pyramid 55 (25, 16, …); … turned. */
export function pieceWords({ shape, value, parts, turned }, say) {
  const plain = say(`shape_${shape}`, { n: value });
  const piece = parts ? say("pyramid_parts", { piece: plain, parts: parts.join(say("and")) }) : plain;
  return turned ? say("turned", { piece }) : piece;
}

/** R9 in words. */
export const kindWords = (kind, say) => say(`shape_${kind[0]}`, { n: kind.slice(1).split("/")[0] });

/** What falls, with the sums: [[square, kind, [sum, …]], …]. */
export function capturesWords(takes, say) {
  return takes
    .map(([square, kind, sums]) =>
      say("capture", { square, piece: kindWords(kind, say), sums: sums.map(sum => (sum === "siege" ? say("siege") : sum)).join(say("or")) }),
    )
    .join(say("and"));
}
