// The turns worth playing, as a table; pointing at one shows its line, a click plays it; so do focus and Enter.

import { short, signed } from "./numbers.js";
import { say } from "./strings.js";

const ROWS = 6;
const LINE = 6;

export class Candidates {
  // `told`: { point(candidate or null), play(move) }.
  /**
   * @param {HTMLTableElement} table
   * @param {HTMLElement} effortHead
   * @param {{ point(candidate: Candidate | null): void, play(move: Move): void }} told
   */
  constructor(table, effortHead, told) {
    this.table = table;
    this.effortHead = effortHead;
    this.told = told;
    /** @type {Map<string, HTMLTableRowElement>} */
    this.rows = new Map();
    /** @type {Map<HTMLTableRowElement, Candidate>} */
    this.shown = new Map();
  }

  // The candidate that has the focus.
  get focused() {
    const row = document.activeElement?.closest("tr");
    return row && this.shown.get(row);
  }

  hide() {
    this.table.hidden = true;
    this.rows.clear();
    this.shown.clear();
  }

  // `solved`: the opinion of a table of solved positions beside this one, if there is one; `notation` gives a
  // move's text.
  /** @param {Opinion} opinion @param {Opinion | null} solved @param {Notation} notation */
  show(opinion, solved, notation) {
    const network = opinion.candidates[0].visits !== null;
    const exact = opinion.candidates[0].plies !== null;
    this.effortHead.textContent = say(exact ? "analysis.plies" : network ? "analysis.visits" : "analysis.depth");
    this.table.hidden = false;
    this.table.classList.toggle("network", network);
    this.table.classList.toggle("solved", Boolean(solved));
    const values = new Map(solved?.candidates.map(({ move, margin, plies }) => [move.text, { margin, plies }]));
    // Exact values are shown of every turn.
    const rows = opinion.candidates
      .slice(0, exact || solved ? undefined : ROWS)
      .map((candidate) => this.row(candidate, opinion, values.get(candidate.move.text), notation));
    const [body] = this.table.tBodies;
    const { activeElement } = document;
    for (const [i, row] of rows.entries()) if (body.rows[i] !== row) body.insertBefore(row, body.rows[i] ?? null);
    while (body.rows.length > rows.length) body.deleteRow(-1);
    // A row that has moved has lost the focus.
    if (activeElement instanceof HTMLElement && body.contains(activeElement)) activeElement.focus();
  }

  /**
   * @param {Candidate} candidate
   * @param {Opinion} opinion
   * @param {{ margin: number, plies: number | null } | undefined} value
   * @param {Notation} notation
   */
  row(candidate, opinion, value, notation) {
    const { move, open, margin, plies, visits, prior, line } = candidate;
    const rest = line.slice(1, LINE).map(notation).join(" ");
    const cells = [
      notation(move) + (open ? " …" : ""),
      signed(margin),
      String(plies ?? (visits === null ? opinion.depth : short(visits))),
      prior === null ? "" : `${(100 * prior).toFixed(0)} %`,
      value ? say("analysis.exact-value", { margin: signed(value.margin), plies: value.plies }) : "",
      rest,
    ];
    const row = this.rowOf(move.text);
    for (const [i, cell] of cells.entries()) {
      const place = row.cells[i] ?? row.insertCell();
      (place.firstElementChild ?? place).textContent = cell;
    }
    row.cells[cells.length - 1].title = rest;
    this.shown.set(row, candidate);
    return row;
  }

  // A move has one row as long as the table is shown, so that a click while a search goes on is not lost.
  /** @param {string} text */
  rowOf(text) {
    const known = this.rows.get(text);
    if (known) return known;
    const row = document.createElement("tr");
    row.insertCell().append(document.createElement("button"));
    row.addEventListener("pointerenter", () => this.told.point(this.shown.get(row) ?? null));
    for (const left of ["pointerleave", "focusin", "focusout"]) row.addEventListener(left, () => this.told.point(null));
    row.addEventListener("click", () => this.told.play(/** @type {Candidate} */ (this.shown.get(row)).line[0]));
    this.rows.set(text, row);
    return row;
  }
}
