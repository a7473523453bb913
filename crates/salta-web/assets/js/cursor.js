// The keyboard on the board: arrows move a cursor, Enter picks up and puts down, Escape lets go. After
// a click ← and → step through the game, as everywhere else, until ↑ or ↓ brings the cursor back.

import * as marks from "./marks.js";
import { at, nameOf, wordsOf } from "./squares.js";
import { say, sideName } from "./strings.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Cursor {
  /** @param {Board} board @param {SVGElement} layer */
  constructor(board, layer) {
    this.board = board;
    this.layer = layer;
    /** @type {string | null} */
    this.square = null;
    board.svg.addEventListener("keydown", (event) => this.key(event));
    this.pointed = false;
    board.svg.addEventListener("pointerdown", () => this.point(true));
    board.svg.addEventListener("focusout", () => this.point(false));
  }

  /** @param {string | null} square */
  moveTo(square) {
    const { rows, columns } = this.board.layout;
    // A smaller board may have come.
    const isThere = square && at(square).row < rows && at(square).column < columns;
    this.square = isThere ? square : null;
    /** @param {string} kind */
    const frame = (kind) => (this.square ? marks.square(this.board.layout, this.square, kind) : "");
    this.layer.innerHTML = frame("cursor") + frame("cursor2");
  }

  // Whether the board is used by mouse or finger.
  /** @param {boolean} pointed */
  point(pointed) {
    this.pointed = pointed;
    this.moveTo(null);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step?.[0] && this.pointed && !this.square) return;
    if (step) this.moveTo(this.neighbour(step));
    else if ((event.key === "Enter" || event.key === " ") && this.square) this.board.touch(this.square);
    else if (event.key === "Escape") this.board.pick(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (step) this.tell();
  }

  // The next dark square; at first one of a piece that can move.
  /** @param {number[]} it */
  neighbour([right, up]) {
    if (!this.square) return this.board.view.legal[0]?.from ?? "c3";
    const { flipped, rows, columns } = this.board.layout;
    const turn = flipped ? -1 : 1;
    /** @param {number} value @param {number} most */
    const within = (value, most) => Math.max(0, Math.min(most, value));
    const { column, row } = at(this.square);
    const next = within(row + turn * up, rows - 1);
    return nameOf(2 * within((column >> 1) + turn * right, columns / 2 - 1) + (next % 2), next);
  }

  tell() {
    if (!this.square) return;
    const piece = this.board.view.pieces.get(this.square);
    const square = this.board.label(this.square);
    this.board.announce(
      piece ? say("board.piece", { square, side: sideName(piece.side), piece: wordsOf(piece) }) : square,
    );
  }
}
