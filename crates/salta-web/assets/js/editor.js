// A position set up by hand: pieces go wherever they are put, off the board too, and wait beside it.

import { button, redraw } from "./buttons.js";
import { say, sideName } from "./strings.js";
import { at, isDark, nameOf, pieceOf, piecesOf, wordsOf } from "./squares.js";

const LETTERS = "ABCDEFGHIJKLMNO";

export class Editor {
  /** @type {(string | null)[][]} */
  goals = [[], []];
  first = "w";

  /** @param {Board} board @param {ById} $ @param {{ play(line: string): void, leave(): void }} told */
  constructor(board, $, told) {
    this.board = board;
    this.elements = { panel: $("editor"), spare: $("spare"), mover: $("mover") };
    this.told = told;
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    /** @type {Piece | null} */
    this.waiting = null;
    $("editor-done").addEventListener("click", () => this.told.play(this.line()));
    $("editor-empty").addEventListener("click", () => this.put(new Map()));
    $("editor-cancel").addEventListener("click", () => this.end());
    this.elements.mover.addEventListener("change", () => this.show());
  }

  get isOn() {
    return !this.elements.panel.hidden;
  }

  // Begins with a position line; `goals` names the pieces that the variant has, `first` who begins: w or b.
  /** @param {string} line @param {(string | null)[][]} goals @param {string} first */
  begin(line, goals, first) {
    Object.assign(this, { goals, first });
    this.elements.mover.value = line.split(" ")[1];
    this.elements.panel.hidden = false;
    this.put(piecesOf(line));
    // As for a lesson: on a phone both panel and board are in view.
    this.elements.panel.scrollIntoView({ block: "end" });
  }

  end() {
    if (!this.isOn) return;
    this.waiting = null;
    this.elements.panel.hidden = true;
    this.told.leave();
  }

  /** @param {Map<string, Piece>} pieces */
  put(pieces) {
    this.pieces = pieces;
    this.waiting = null;
    this.show();
  }

  // Every piece may go to every free square; a piece that waits, to the square that is touched.
  show() {
    const { rows, columns } = this.board.layout;
    const places = Array.from({ length: rows * columns }, (_, i) => [i % columns, Math.floor(i / columns)]);
    const dark = places.filter(([column, row]) => isDark(column, row)).map(([column, row]) => nameOf(column, row));
    const free = dark.filter((square) => !this.pieces.has(square));
    const legal = [...this.pieces.keys()].flatMap((from) => free.map((to) => ({ from, to, text: `${from}-${to}` })));
    const mover = this.elements.mover.value === "w" ? "white" : "black";
    this.board.show({ pieces: this.pieces, mover, legal, recent: null, able: true, mustJump: false });
    this.board.call("");
    this.drawSpare();
  }

  /** @param {{ from: string, to: string }} it */
  move({ from, to }) {
    const pieces = new Map(this.pieces);
    pieces.set(to, /** @type {Piece} */ (pieces.get(from)));
    pieces.delete(from);
    this.put(pieces);
  }

  // A free square is touched, or a piece that the board lets go.
  /** @param {string} square */
  touch(square) {
    const { column, row } = at(square);
    if (!this.waiting || this.pieces.has(square) || !isDark(column, row)) return;
    this.put(new Map(this.pieces).set(square, this.waiting));
  }

  // Takes the piece in hand off the board.
  /** @param {string} square */
  remove(square) {
    const pieces = new Map(this.pieces);
    pieces.delete(square);
    this.put(pieces);
  }

  // Buttons of the pieces that are not on the board, and one that takes a piece off it.
  drawSpare() {
    const placed = new Set([...this.pieces.values()].map(({ letter }) => letter));
    const letters = [...LETTERS].flatMap((letter, i) => [
      ...(this.goals[0][i] ? [letter] : []),
      ...(this.goals[1][i] ? [letter.toLowerCase()] : []),
    ]);
    const spare = letters.filter((letter) => !placed.has(letter)).map(pieceOf);
    const off = button(say("editor.remove"), () => this.board.picked && this.remove(this.board.picked));
    redraw(this.elements.spare, [off, ...spare.map((piece) => this.spare(piece))]);
  }

  /** @param {Piece} piece */
  spare(piece) {
    const wait = () => {
      this.waiting = piece;
      this.drawSpare();
    };
    const made = button(`${sideName(piece.side)} ${wordsOf(piece)}`, wait, piece.side);
    made.setAttribute("aria-pressed", String(this.waiting?.letter === piece.letter));
    return made;
  }

  // The position line, early in the game.
  line() {
    const { rows, columns } = this.board.layout;
    const text = Array.from({ length: rows }, (_, i) => this.row(rows - 1 - i, columns)).join("/");
    const mover = this.elements.mover.value;
    // Plies that fit whoever is to move.
    return `${text} ${mover} ${mover === this.first ? 0 : 1}`;
  }

  /** @param {number} row @param {number} columns */
  row(row, columns) {
    let [text, gap] = ["", 0];
    for (let column = row % 2; column < columns; column += 2) {
      const piece = this.pieces.get(nameOf(column, row));
      if (!piece) gap++;
      else [text, gap] = [`${text}${gap || ""}${piece.letter}`, 0];
    }
    return `${text}${gap || ""}`;
  }
}
