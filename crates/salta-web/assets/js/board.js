// The board: draws what it is told and says which legal move was made on it.

import { arrow } from "./arrows.js";
import { Cursor } from "./cursor.js";
import { Figures } from "./figures.js";
import { Hand } from "./hand.js";
import { Layout } from "./layout.js";
import * as marks from "./marks.js";
import { numberOf, wordsOf } from "./squares.js";
import { say } from "./strings.js";

const LAYERS = ["squares", "marks", "pieces", "goal", "shares", "arrows", "cursor"];
/** @type {BoardView} */
const NOTHING = {
  pieces: new Map(),
  mover: "white",
  legal: [],
  goals: [[], []],
  recent: null,
  able: false,
  mustJump: false,
};

export class Board {
  /** @param {HTMLElement} host @param {BoardEvents} it */
  constructor(host, { move, pick, refuse, free, announce }) {
    this.host = host;
    this.onMove = move;
    this.onPick = pick;
    this.onRefuse = refuse;
    this.onFree = free;
    this.announce = announce;
    this.layout = new Layout();
    this.numbers = false;
    /** @type {string | null} */
    this.picked = null;
    this.view = NOTHING;
    /** @type {Map<string, number>} */
    this.shares = new Map();
    /** @type {string[]} */
    this.refused = [];
    this.showsGoals = false;
    const layers = ['<rect class="frame"/>', ...LAYERS.map((name) => `<g data-layer="${name}"></g>`)].join("");
    host.innerHTML = `<svg tabindex="0" role="application" aria-label="${say("board.label")}">${layers}</svg>`;
    this.svg = /** @type {SVGSVGElement} */ (host.firstChild);
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, this.part(`[data-layer=${name}]`)]));
    this.figures = new Figures(this.layers.pieces, this.layout);
    new Hand(this);
    this.cursor = new Cursor(this, this.layers.cursor);
    this.drawSquares();
  }

  /** @param {string} selector @returns {SVGElement} */
  part(selector) {
    return /** @type {SVGElement} */ (this.svg.querySelector(selector));
  }

  // Shows pieces by square, legal moves and what belongs to them; nothing is in hand.
  /** @param {Partial<BoardView>} view */
  show(view) {
    this.view = { ...this.view, ...view };
    this.picked = null;
    this.refused = [];
    this.drawPieces();
    this.drawMarks();
  }

  // Draws a board of `[rows, columns]`, White below unless it is flipped.
  /** @param {[number, number]} size @param {boolean} flipped @param {boolean} numbers */
  orient([rows, columns], flipped, numbers) {
    const known = [this.layout.rows, this.layout.columns, this.layout.flipped, this.numbers];
    if (String(known) === String([rows, columns, flipped, numbers])) return;
    Object.assign(this.layout, { rows, columns, flipped });
    this.numbers = numbers;
    this.drawSquares();
    this.show({});
  }

  drawSquares() {
    const [x, y, width, height] = this.layout.frame();
    this.svg.setAttribute("viewBox", this.layout.viewBox().join(" "));
    for (const [key, value] of Object.entries({ x, y, width, height }))
      this.part(".frame").setAttribute(key, String(value));
    this.layers.squares.innerHTML = marks.squares(this.layout, this.numbers);
    this.cursor.moveTo(this.cursor.square);
  }

  drawPieces() {
    this.figures.show(this.view.pieces, (square) => this.movesFrom(square).length > 0);
  }

  drawMarks() {
    const { layout, picked } = this;
    const { recent, legal, able, mustJump } = this.view;
    const parts = (recent ?? []).map((square) => marks.square(layout, square, "recent"));
    parts.push(marks.heat(layout, this.shares));
    if (able && mustJump)
      parts.push(
        ...new Set(legal.map((move) => marks.ring(layout, move.from))),
        ...legal.map((move) => marks.way(layout, move)),
      );
    parts.push(...this.refused.map((square) => marks.refused(layout, square)));
    if (picked)
      parts.push(
        marks.square(layout, picked, "picked"),
        ...this.movesFrom(picked).map((move) => marks.target(layout, move.to)),
      );
    this.layers.marks.innerHTML = parts.join("");
    this.layers.shares.innerHTML = marks.percents(layout, this.shares);
    const withGoals = this.showsGoals
      ? [...this.view.pieces.keys()].filter((square) => this.isMovers(square))
      : picked
        ? [picked]
        : [];
    this.layers.goal.innerHTML = withGoals.map((square) => marks.goalOf(layout, this.view, square)).join("");
  }

  /** @param {string} square */
  isMovers(square) {
    return this.view.pieces.get(square)?.side === this.view.mover;
  }

  // The goals of all pieces of the side to move, or of the piece in hand alone.
  toggleGoals() {
    this.showsGoals = !this.showsGoals;
    this.drawMarks();
    return this.showsGoals;
  }

  // Marks the squares that a refusal is about, until something else is done.
  /** @param {string[]} squares */
  refuse(squares) {
    this.refused = squares;
    this.drawMarks();
  }

  // Shares of a whole by square, as a map of heat.
  /** @param {Map<string, number>} shares */
  heat(shares) {
    this.shares = shares;
    this.drawMarks();
  }

  // Arrows: [{ from, to, side, width, opacity, order }].
  /** @param {Arrow[]} list */
  arrows(list) {
    this.layers.arrows.innerHTML = list.map((one) => arrow(this.layout, one)).join("");
  }

  /** @param {string} square */
  movesFrom(square) {
    return this.view.able ? this.view.legal.filter((move) => move.from === square) : [];
  }

  /** @param {string} square */
  label(square) {
    return this.numbers ? String(numberOf(square)) : square;
  }

  /** @param {string | null} square */
  pick(square) {
    this.picked = square;
    this.refused = [];
    this.drawMarks();
    this.onPick();
    const piece = square && this.view.pieces.get(square);
    if (!piece) return;
    const targets = this.movesFrom(square)
      .map((move) => this.label(move.to))
      .join(", ");
    this.announce(say("board.picked", { piece: wordsOf(piece), square: this.label(square), targets }));
  }

  // Picks up, puts down, lets go or refuses, whatever a touch of this square means.
  /** @param {string} square */
  touch(square) {
    const { picked } = this;
    const move = picked && this.movesFrom(picked).find((move) => move.to === square);
    if (move) {
      this.pick(null);
      this.onMove(move);
    } else if (this.movesFrom(square).length && square !== picked) this.pick(square);
    else {
      this.pick(null);
      if (!picked && !this.view.pieces.has(square)) this.onFree?.(square);
      if (square === picked || !this.view.able) return;
      if (picked && !this.isMovers(square)) this.onRefuse(picked, square);
      else if (this.view.pieces.has(square)) this.onRefuse(square, null);
    }
  }

  // Calls a word beside the squares it is about, such as "Salta!".
  /** @param {string} text */
  call(text, squares = /** @type {string[]} */ ([])) {
    this.host.querySelector("#call")?.remove();
    const above = squares.every((square) => this.layout.middle(square)[1] > 5 * this.layout.rows);
    if (text)
      this.host.insertAdjacentHTML("beforeend", `<div id="call" class="${above ? "above" : "below"}">${text}</div>`);
  }
}
