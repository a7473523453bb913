// The turns worth playing, as a table; pointing at one shows its line, a click plays it.

import { short, signed } from "./numbers.js";

const ROWS = 6;
const LINE = 6;

export class Candidates {
  // `told`: { point(candidate or null), play(move) }.
  constructor(table, effortHead, told) {
    Object.assign(this, { table, effortHead, told });
  }

  hide() {
    this.table.hidden = true;
  }

  // `notation` gives a move's text.
  show(opinion, notation) {
    const network = opinion.candidates[0].visits !== null;
    this.effortHead.textContent = network ? "visits" : "depth";
    this.table.hidden = false;
    this.table.classList.toggle("network", network);
    const rows = opinion.candidates.slice(0, ROWS).map((candidate) => this.row(candidate, opinion, notation));
    this.table.tBodies[0].replaceChildren(...rows);
  }

  row(candidate, opinion, notation) {
    const { move, open, margin, visits, prior, line } = candidate;
    const rest = line.slice(1, LINE).map(notation).join(" ");
    const cells = [
      notation(move) + (open ? " …" : ""),
      signed(margin),
      visits === null ? opinion.depth : short(visits),
      prior === null ? "" : `${(100 * prior).toFixed(0)} %`,
      rest,
    ];
    const row = document.createElement("tr");
    for (const cell of cells) row.insertCell().textContent = cell;
    row.lastChild.title = rest;
    row.addEventListener("pointerenter", () => this.told.point(candidate));
    row.addEventListener("pointerleave", () => this.told.point(null));
    row.addEventListener("click", () => this.told.play(line[0]));
    return row;
  }
}
