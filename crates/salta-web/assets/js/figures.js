// The pieces on the board: one group each, which moves from square to square.

import { drawing } from "./pieces.js";
import { wordsOf } from "./squares.js";

const SVG = "http://www.w3.org/2000/svg";

export class Figures {
  /** @param {SVGElement} layer @param {Layout} layout */
  constructor(layer, layout) {
    this.layer = layer;
    this.layout = layout;
    /** @type {Map<string, SVGElement>} */
    this.byLetter = new Map();
  }

  // Places these pieces, by square; `able` says whether one can be picked up.
  /** @param {Map<string, Piece>} pieces @param {(square: string) => boolean} able */
  show(pieces, able) {
    const seen = new Set();
    for (const [square, piece] of pieces) {
      seen.add(piece.letter);
      const figure = this.byLetter.get(piece.letter) ?? this.make(piece);
      const [x, y] = this.layout.middle(square);
      moveTo(figure, { x, y });
      figure.dataset.square = square;
      figure.classList.toggle("able", able(square));
    }
    for (const [letter, figure] of this.byLetter) {
      if (seen.has(letter)) continue;
      figure.remove();
      this.byLetter.delete(letter);
    }
  }

  /** @param {Piece} piece */
  make(piece) {
    const figure = document.createElementNS(SVG, "g");
    figure.setAttribute("class", `piece ${piece.side}`);
    figure.innerHTML = `<title>${wordsOf(piece)}</title>${drawing(piece)}`;
    this.layer.append(figure);
    this.byLetter.set(piece.letter, figure);
    return figure;
  }

  // Lifts a piece above the others, to follow the pointer.
  /** @param {Piece} piece */
  lift(piece) {
    const figure = this.byLetter.get(piece.letter) ?? this.make(piece);
    figure.classList.add("held");
    this.layer.append(figure);
    return (/** @type {DOMPoint} */ point) => moveTo(figure, point);
  }

  drop() {
    for (const figure of this.byLetter.values()) figure.classList.remove("held");
  }
}

/** @param {SVGElement} figure @param {{ x: number, y: number }} it */
const moveTo = (figure, { x, y }) => (figure.style.transform = `translate(${x}px, ${y}px)`);
