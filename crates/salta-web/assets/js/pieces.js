// How a piece looks: side by light or dark disc, suit by shape, number within. Pictures have the same
// numbers (crates/salta-report/src/board/pieces.rs).

/** @param {number} radius @param {number} turn */
const polar = (radius, turn) =>
  `${(radius * Math.sin(2 * Math.PI * turn)).toFixed(2)},${(-radius * Math.cos(2 * Math.PI * turn)).toFixed(2)}`;

function star() {
  const points = Array.from({ length: 10 }, (_, i) => polar(i % 2 ? 2.25 : 4.15, i / 10));
  return `<polygon class="shape" points="${points.join(" ")}"/>`;
}

const moon = () => '<path class="shape" d="M-.4-3.75A3.75 3.75 0 1 0-.4 3.75 4.35 4.35 0 0 1-.4-3.75Z"/>';

function sun() {
  /** @param {number} i */
  const ray = (i) =>
    `<polygon class="shape" points="${polar(4.1, i / 8)} ${polar(2.6, i / 8 - 0.045)} ${polar(2.6, i / 8 + 0.045)}"/>`;
  return `<circle class="shape" r="2.45"/>${Array.from({ length: 8 }, (_, i) => ray(i)).join("")}`;
}

const SHAPES = [star(), moon(), sun()];
// Where the number stands, and in which ink: the moon leaves room beside it.
const DIGITS = [
  [0, 0.35, "digit"],
  [1.25, 0.1, "digit moon"],
  [0, 0.1, "digit"],
];

// The inside of a piece's group, about (0, 0), for squares of 10.
/** @param {Piece} piece */
export function drawing(piece) {
  const [x, y, ink] = DIGITS[piece.suit];
  const rim = piece.side === "black" ? '<circle class="rim" r="4.3"/>' : "";
  const digit = `<text class="${ink}" x="${x}" y="${y}">${piece.number}</text>`;
  return `<circle class="disc" r="4.65"/>${rim}${SHAPES[piece.suit]}${digit}`;
}
