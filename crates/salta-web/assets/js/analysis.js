// Thinking about the position shown: a stream of opinions that stops when the position is left.

import { stream } from "./api.js";
import { short, signed } from "./numbers.js";
import { result } from "./results.js";
import { SIDES, say, sideName } from "./strings.js";

// Moves of a line drawn as arrows, and other candidates beside it.
const LINE = 4;
const OTHERS = 3;

export class Analysis {
  // `elements`: { race, thinking, heat, analysts }; `notation` gives a move's text.
  /** @param {any} it */
  constructor({ board, candidates, elements, notation, fail }) {
    this.board = board;
    this.candidates = candidates;
    this.elements = elements;
    this.notation = notation;
    this.fail = fail;
    this.on = false;
    /** @type {Opinion | null} */
    this.opinion = null;
    /** @type {Side} */
    this.mover = "white";
    /** @type {GameView["points"]} */
    this.counts = "solo";
    /** @type {AbortController | null} */
    this.leave = null;
  }

  // Begins anew for this position of a game, if it is on; whatever ran before is stopped.
  /** @param {Game} game @param {GameView} view */
  async follow(game, view) {
    this.stop();
    if (!this.on || view.over || document.hidden) return;
    Object.assign(this, { mover: view.to_move, counts: view.points });
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

  /** @param {Told} it */
  show({ by, race, opinion, exact, done }) {
    const { elements } = this;
    elements.race.hidden = !race;
    if (race) elements.race.textContent = raceInWords(race, this.counts);
    if (!opinion?.candidates.length) return;
    this.opinion = opinion;
    elements.thinking.textContent = inWords(by, opinion, done);
    this.candidates.show(opinion, exact, this.notation);
    this.drawArrows();
    this.drawHeat();
  }

  // The line of one candidate numbered, by default of the one that has the focus, or the best; the next best
  // turns thin.
  /** @param {Candidate | null} candidate */
  drawArrows(candidate = null) {
    if (!this.opinion) return;
    /** @type {Candidate} */
    const shown = candidate ?? this.candidates.focused ?? this.opinion.candidates[0];
    /** @type {Side[]} */
    const sides = this.mover === "white" ? ["white", "black"] : ["black", "white"];
    const others = this.opinion.candidates.slice(0, OTHERS).filter((other) => other !== shown);
    const thin = others.map(({ move }) => ({ ...move, side: sides[0], width: 0.7, opacity: 0.4 }));
    const line = shown.line
      .slice(0, LINE)
      .map((move, i) => ({ ...move, side: sides[i % 2], width: i ? 0.9 : 1.7, opacity: i ? 0.62 : 0.9, order: i + 1 }));
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

/** @param {string} by @param {Opinion} it @param {boolean} done */
function inWords(by, { margin, score, depth, effort, candidates }, done) {
  if (candidates[0].plies !== null)
    return say(margin ? "analysis.exact" : "analysis.exact-none", { by, margin: signed(margin), depth });
  const share = score === null ? "" : say("analysis.score", { score: Math.round(100 * score) });
  const gaps = { by, margin: signed(margin), share, depth, count: short(effort), done: done ? 1 : 0 };
  return say(candidates[0].visits === null ? "analysis.alphabeta" : "analysis.mcts", gaps);
}

// What is proven once the sides have parted.
/** @param {Race} it @param {GameView["points"]} counts */
function raceInWords({ need, decided }, counts) {
  /** @param {Need} it */
  const count = ({ solo: [low, high] }) => (low === high ? low : say("range", { low, high }));
  const [white, black] = SIDES.map((side, i) => say("race.count", { side: sideName(side), count: count(need[i]) }));
  const parted = say("race.parted", { white, black });
  return decided === null ? parted : `${parted} ${say("race.decided", { result: result(decided, decided, counts) })}`;
}
