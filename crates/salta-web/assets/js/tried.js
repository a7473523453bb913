// The lines that were tried beside the one shown, each a button that leads there.

import { button, redraw } from "./buttons.js";
import { branches } from "./lines.js";
import { at, numberOf } from "./squares.js";

// Moves of a line that are written out.
const MOST = 8;

// `numbers` says whether squares have Salta numbers.
/** @param {HTMLElement} host @param {Table} table @param {boolean} numbers */
export function drawTried(host, table, numbers) {
  const { state, view } = table;
  const firstPly = Number(view.positions[0].split(" ")[2]);
  const items = branches(state.lines, state.line).map(({ line, index, after }) => {
    const moves = line.slice(after, after + MOST).map((move) => written(move, numbers));
    const ply = firstPly + after;
    const number = `${Math.floor(ply / 2) + 1}.${ply % 2 ? ".." : ""}`;
    const more = line.length > after + MOST ? " …" : "";
    const item = document.createElement("li");
    item.append(button(`(${number} ${moves.join(" ")}${more})`, () => table.take(index, after + 1)));
    return item;
  });
  redraw(host, items);
}

// A move as it is shown, with `-` for a step and `:` for a jump; links leave them out.
/** @param {string} move @param {boolean} numbers */
function written(move, numbers) {
  const [, from, to] = move.match(/^([a-j]\d+)[-:]?([a-j]\d+)$/) ?? [];
  if (!from) return move;
  const isStep = Math.abs(at(from).row - at(to).row) === 1;
  const [one, other] = [from, to].map((square) => (numbers ? numberOf(square) : square));
  return `${one}${isStep ? "-" : ":"}${other}`;
}
