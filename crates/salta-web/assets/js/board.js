// The board: draws what it is told and says which legal move was made on it.

import { arrow } from "./arrows.js";
import { Cursor } from "./cursor.js";
import { Figures } from "./figures.js";
import { Hand } from "./hand.js";
import { Layout } from "./layout.js";
import * as marks from "./marks.js";
import { numberOf, wordsOf } from "./squares.js";

const LAYERS = ["squares", "marks", "pieces", "goal", "shares", "arrows", "cursor"];
const NOTHING = { pieces: new Map(), mover: "white", legal: [], goals: [[], []], recent: null, able: false, mustJump: false };

export class Board {
  constructor(host, { move, pick, refuse, announce }) {
    Object.assign(this, { host, onMove: move, onPick: pick, onRefuse: refuse, announce });
    this.layout = new Layout();
    this.numbers = false;
    this.picked = null;
    this.view = NOTHING;
    this.shares = new Map();
    this.refused = [];
    this.showsGoals = false;
    host.innerHTML = `<svg tabindex="0" role="application" aria-label="Salta board: arrows move the cursor, Enter picks up and puts down, Escape lets go"><rect class="frame"/>${LAYERS.map((name) => `<g data-layer="${name}"></g>`).join("")}</svg>`;
    this.svg = host.firstChild;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, this.svg.querySelector(`[data-layer=${name}]`)]));
    this.figures = new Figures(this.layers.pieces, this.layout);
    new Hand(this);
    new Cursor(this, this.layers.cursor);
    this.drawSquares();
  }

  // Shows pieces by square, legal moves and what belongs to them; nothing is in hand.
  show(view) {
    this.view = { ...this.view, ...view };
    this.picked = null;
    this.refused = [];
    this.drawPieces();
    this.drawMarks();
  }

  // Draws a board of `[rows, columns]`, White below unless it is flipped.
  orient([rows, columns], flipped, numbers) {
    const { layout } = this;
    const sameBoard = rows === layout.rows && columns === layout.columns;
    if (sameBoard && flipped === layout.flipped && numbers === this.numbers) return;
    Object.assign(layout, { rows, columns, flipped });
    this.numbers = numbers;
    this.drawSquares();
    this.show({});
  }

  drawSquares() {
    const [x, y, width, height] = this.layout.frame();
    this.svg.setAttribute("viewBox", this.layout.viewBox().join(" "));
    for (const [key, value] of Object.entries({ x, y, width, height })) this.svg.querySelector(".frame").setAttribute(key, value);
    this.layers.squares.innerHTML = marks.squares(this.layout, this.numbers);
  }

  drawPieces() {
    this.figures.show(this.view.pieces, (square) => this.movesFrom(square).length > 0);
  }

  drawMarks() {
    const { layout, picked } = this;
    const { recent, legal, able, mustJump } = this.view;
    const parts = (recent ?? []).map((square) => marks.square(layout, square, "recent"));
    parts.push(marks.heat(layout, this.shares));
    if (able && mustJump) parts.push(...new Set(legal.map((move) => marks.ring(layout, move.from))), ...legal.map((move) => marks.way(layout, move)));
    parts.push(...this.refused.map((square) => marks.refused(layout, square)));
    if (picked) parts.push(marks.square(layout, picked, "picked"), ...this.movesFrom(picked).map((move) => marks.target(layout, move.to)));
    this.layers.marks.innerHTML = parts.join("");
    this.layers.shares.innerHTML = marks.percents(layout, this.shares);
    const withGoals = this.showsGoals ? [...this.view.pieces.keys()].filter((square) => this.isMovers(square)) : [picked].filter(Boolean);
    this.layers.goal.innerHTML = withGoals.map((square) => this.goalOf(square)).join("");
  }

  goalOf(square) {
    const piece = this.view.pieces.get(square);
    const goal = piece && this.view.goals[piece.side === "white" ? 0 : 1][piece.index];
    return goal ? marks.goal(this.layout, goal, piece, !this.view.pieces.has(goal)) : "";
  }

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
  refuse(squares) {
    this.refused = squares;
    this.drawMarks();
  }

  // Shares of a whole by square, as a map of heat.
  heat(shares) {
    this.shares = shares;
    this.drawMarks();
  }

  // Arrows: [{ from, to, side, width, opacity, order }].
  arrows(list) {
    this.layers.arrows.innerHTML = list.map((one) => arrow(this.layout, one)).join("");
  }

  movesFrom(square) {
    return this.view.able ? this.view.legal.filter((move) => move.from === square) : [];
  }

  label(square) {
    return this.numbers ? String(numberOf(square)) : square;
  }

  pick(square) {
    this.picked = square;
    this.refused = [];
    this.drawMarks();
    this.onPick();
    const piece = square && this.view.pieces.get(square);
    if (piece) this.announce(`${wordsOf(piece)} on ${this.label(square)}: ${this.movesFrom(square).map((move) => this.label(move.to)).join(", ")}`);
  }

  // Picks up, puts down, lets go or refuses, whatever a touch of this square means.
  touch(square) {
    const { picked } = this;
    const move = picked && this.movesFrom(picked).find((move) => move.to === square);
    if (move) {
      this.pick(null);
      this.onMove(move);
    } else if (this.movesFrom(square).length && square !== picked) this.pick(square);
    else {
      this.pick(null);
      if (square === picked || !this.view.able) return;
      if (picked && !this.isMovers(square)) this.onRefuse(picked, square);
      else if (this.view.pieces.has(square)) this.onRefuse(square, null);
    }
  }

  // Calls a word beside the squares it is about, such as "Salta!".
  call(text, squares = []) {
    this.host.querySelector("#call")?.remove();
    const above = squares.every((square) => this.layout.middle(square)[1] > 5 * this.layout.rows);
    if (text) this.host.insertAdjacentHTML("beforeend", `<div id="call" class="${above ? "above" : "below"}">${text}</div>`);
  }
}
