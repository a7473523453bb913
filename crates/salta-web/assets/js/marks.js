// What is drawn on squares: the squares themselves, and marks on and around them. All give SVG text.

import { drawing } from "./pieces.js";
import { isDark, nameOf, numberOf } from "./squares.js";

// All squares with their labels; Salta numbers within the squares if wanted.
/** @param {Layout} layout @param {boolean} numbers */
export function squares(layout, numbers) {
  const { rows, columns } = layout;
  const places = upTo(rows * columns, (i) => [i % columns, Math.floor(i / columns)]);
  const labels = [
    ...upTo(rows, (row) => rowLabel(layout, row)),
    ...upTo(columns, (column) => columnLabel(layout, column)),
  ];
  return places.map(([column, row]) => ground(layout, column, row, numbers)).join("") + labels.join("");
}

/** @param {Layout} layout @param {number} column @param {number} row @param {boolean} numbers */
function ground(layout, column, row, numbers) {
  const name = nameOf(column, row);
  const [x, y] = layout.corner(name);
  const dark = isDark(column, row);
  const number = dark && numbers ? `<text class="number" x="${x + 0.4}" y="${y + 2}">${numberOf(name)}</text>` : "";
  const kind = dark ? `class="dark" data-square="${name}"` : 'class="light"';
  return `<rect ${kind} x="${x}" y="${y}" width="10.05" height="10.05"/>${number}`;
}

/** @template T @param {number} length @param {(i: number) => T} of */
const upTo = (length, of) => Array.from({ length }, (_, i) => of(i));

/** @param {Layout} layout @param {number} row */
function rowLabel(layout, row) {
  const [, y] = layout.middle(nameOf(0, row));
  return `<text class="label" x="-2.3" y="${y}">${row + 1}</text>`;
}

/** @param {Layout} layout @param {number} column */
function columnLabel(layout, column) {
  const [x] = layout.middle(nameOf(column, 0));
  return `<text class="label" x="${x}" y="${10 * layout.rows + 2.3}">${nameOf(column, 0)[0]}</text>`;
}

/** @param {Layout} layout @param {string} name @param {string} kind */
export function square(layout, name, kind, extra = "") {
  const [x, y] = layout.corner(name);
  return `<rect class="${kind}" x="${x}" y="${y}" width="10" height="10" ${extra}/>`;
}

// How much of a whole falls on each square; colours fade slowly, so that small shares are seen.
/** @param {Layout} layout @param {Map<string, number>} shares */
export function heat(layout, shares) {
  /** @param {number} share */
  const opacity = (share) => `opacity="${Math.min(0.9, Math.sqrt(share)).toFixed(2)}"`;
  return [...shares].map(([name, share]) => square(layout, name, "heat", opacity(share))).join("");
}

// The same in per cent, to be drawn above the pieces.
/** @param {Layout} layout @param {Map<string, number>} shares */
export function percents(layout, shares) {
  return [...shares]
    .filter(([, share]) => share >= 0.01)
    .map(([name, share]) => percent(layout, name, share))
    .join("");
}

/** @param {Layout} layout @param {string} name @param {number} share */
function percent(layout, name, share) {
  const [x, y] = layout.corner(name);
  const badge = `<rect class="badge" x="${x + 5.4}" y="${y + 7.2}" width="4.6" height="2.8" rx=".6"/>`;
  return `${badge}<text class="percent" x="${x + 7.7}" y="${y + 8.7}">${Math.round(100 * share)}%</text>`;
}

// Around a piece that has to jump.
/** @param {Layout} layout @param {string} name */
export function ring(layout, name) {
  const [x, y] = layout.middle(name);
  /** @param {string} kind */
  const circle = (kind) => `<circle class="${kind}" cx="${x}" cy="${y}" r="5"/>`;
  return circle("compelled ground") + circle("compelled");
}

// From a piece to where it has to jump.
/** @param {Layout} layout @param {{ from: string, to: string }} it */
export function way(layout, { from, to }) {
  const [[x1, y1], [x2, y2]] = [layout.middle(from), layout.middle(to)];
  return `<line class="way" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
}

// Around a square that a refusal is about.
/** @param {Layout} layout @param {string} name */
export function refused(layout, name) {
  const [x, y] = layout.corner(name);
  return `<rect class="refused" data-refused="${name}" x="${x + 0.6}" y="${y + 0.6}" width="8.8" height="8.8" rx="1"/>`;
}

// On a square that the piece in hand can go to.
/** @param {Layout} layout @param {string} name */
export function target(layout, name) {
  const [x, y] = layout.middle(name);
  return `<circle class="target" data-target="${name}" cx="${x}" cy="${y}" r="1.9"/>`;
}

// The goal of a piece, with the piece as a shadow if the square is free, and in its corner if not.
/** @param {Layout} layout @param {string} name @param {Piece} piece @param {boolean} free */
function goal(layout, name, piece, free) {
  const [x, y] = layout.corner(name);
  const place = free ? `translate(${x + 5} ${y + 5})` : `translate(${x + 7.2} ${y + 2.8}) scale(.55)`;
  const shape = `<g class="${free ? "ghost" : "owner"} ${piece.side}" transform="${place}">${drawing(piece)}</g>`;
  /** @param {string} kind */
  const frame = (kind) => `<rect class="${kind}" x="${x + 0.5}" y="${y + 0.5}" width="9" height="9" rx="1"/>`;
  return `<g data-goal="${name}">${frame("goal ground")}${frame("goal")}${shape}</g>`;
}

// The goal of the piece on a square, if it has one.
/** @param {Layout} layout @param {BoardView} view @param {string} square */
export function goalOf(layout, { pieces, goals }, square) {
  const piece = pieces.get(square);
  const own = piece && goals[piece.side === "white" ? 0 : 1][piece.index];
  return own ? goal(layout, own, piece, !pieces.has(own)) : "";
}
