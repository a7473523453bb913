// Thinking about the position shown: a stream of opinions that stops when the position is left.

import { stream } from "./api.js";
import { short, signed } from "./numbers.js";

// Moves of a line drawn as arrows, and other candidates beside it.
const LINE = 4;
const OTHERS = 3;

export class Analysis {
  // `elements`: { race, thinking, heat, analysts }; `notation` gives a move's text.
  constructor({ board, candidates, elements, notation, fail }) {
    Object.assign(this, { board, candidates, elements, notation, fail });
    this.on = false;
    this.opinion = null;
  }

  // Begins anew for this position of a game, if it is on; whatever ran before is stopped.
  async follow(game, view) {
    this.stop();
    if (!this.on || view.over) return;
    this.mover = view.to_move;
    const leave = (this.leave = new AbortController());
    try {
      await stream("analyse", { game, by: this.elements.analysts.name }, leave.signal, (told) => this.show(told));
    } catch (error) {
      if (!leave.signal.aborted) this.fail(error);
    }
  }

  stop() {
    this.leave?.abort();
    this.leave = null;
    this.opinion = null;
    this.elements.race.hidden = true;
    this.elements.thinking.textContent = "";
    this.candidates.hide();
    this.board.arrows([]);
    this.board.heat(new Map());
  }

  show({ by, race, opinion, done }) {
    const { elements } = this;
    elements.race.hidden = !race;
    if (race) elements.race.textContent = race.sentence;
    if (!opinion?.candidates.length) return;
    this.opinion = opinion;
    elements.thinking.textContent = `${by}: ${inWords(opinion)}${done ? ", done" : " …"}`;
    this.candidates.show(opinion, this.notation);
    this.drawArrows();
    this.drawHeat();
  }

  // The line of one candidate numbered, the best by default; the next best turns thin.
  drawArrows(candidate = null) {
    if (!this.opinion) return;
    const shown = candidate ?? this.opinion.candidates[0];
    const sides = this.mover === "white" ? ["white", "black"] : ["black", "white"];
    const others = this.opinion.candidates.slice(0, OTHERS).filter((other) => other !== shown);
    const thin = others.map(({ move }) => ({ ...move, side: sides[0], width: 0.7, opacity: 0.4 }));
    const line = shown.line.slice(0, LINE).map((move, i) => ({ ...move, side: sides[i % 2], width: i ? 0.9 : 1.7, opacity: i ? 0.62 : 0.9, order: i + 1 }));
    this.board.arrows([...thin, ...line.reverse()]);
  }

  // How likely the network finds it that a piece is moved; for a piece in hand, where to.
  drawHeat() {
    const shares = new Map();
    const { picked } = this.board;
    for (const { move, prior } of (this.elements.heat.checked && this.opinion?.candidates) || []) {
      const square = picked ? picked === move.from && move.to : move.from;
      if (square && prior !== null) shares.set(square, (shares.get(square) ?? 0) + prior);
    }
    this.board.heat(shares);
  }
}

function inWords({ margin, score, depth, effort }) {
  const share = score === null ? "" : `, White's score ${Math.round(100 * score)} %`;
  const work = score === null ? `depth ${depth}, ${short(effort)} nodes` : `${short(effort)} simulations`;
  return `White's expected margin ${signed(margin)}${share}; ${work}`;
}
