// The list of moves, with what each lost once the game is reviewed.

import { button, redraw } from "./buttons.js";
import { signed } from "./numbers.js";
import { say } from "./strings.js";

/** @param {HTMLElement} host @param {MovesSettings} it */
export function drawMoves(host, { moves, firstPly, at, notation, points, jump }) {
  const items = moves.flatMap((move, i) => {
    const ply = firstPly + i;
    const begun = [];
    if (ply % 2 === 0 || i === 0) begun.push(item("count", `${Math.floor(ply / 2) + 1}.`));
    if (ply % 2 === 1 && i === 0) begun.push(item("", "…"));
    return [...begun, cell(move, i + 1, { current: i + 1 === at, notation, point: points[i + 1], jump })];
  });
  redraw(host, items);
  const current = /** @type {HTMLElement | null} */ (host.querySelector("[aria-current]"));
  if (current) host.scrollTop = current.offsetTop - host.offsetTop - host.clientHeight / 2;
}

/** @param {Move} move @param {number} ply @param {CellSettings} it */
function cell(move, ply, { current, notation, point, jump }) {
  const shown = button(notation(move), () => jump(ply));
  shown.dataset.ply = String(ply);
  if (current) shown.setAttribute("aria-current", "true");
  const made = item("");
  made.append(shown);
  if (point?.lost && point.lost >= 0.5) made.append(lost(point));
  return made;
}

/** @param {Point} point */
function lost(point) {
  const shown = document.createElement("span");
  shown.className = point.turning ? "lost turning" : "lost";
  shown.textContent = ` ${signed(-(point.lost ?? 0))}`;
  shown.title = say(point.turning ? "moves.turning" : "moves.lost");
  return shown;
}

/** @param {string} kind */
function item(kind, text = "") {
  const made = document.createElement("li");
  made.className = kind;
  made.textContent = text;
  return made;
}
