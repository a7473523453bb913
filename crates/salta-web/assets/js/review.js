// Every move of the game looked at: what each lost, and the moments to learn from. A review stays while
// other moves are tried, until another one begins.

import { button, redraw } from "./buttons.js";
import { Coach } from "./coach.js";
import { begins } from "./lines.js";
import { drawMoves } from "./moves.js";
import { signed, tenths } from "./numbers.js";
import { stream } from "./api.js";
import { failure, say } from "./strings.js";

export class Review {
  /** @type {import("./state.js").State | null} */
  of = null;
  /** @type {Point[]} */
  points = [];
  firstPly = 0;

  // `elements`: { moves, coach, turning, losses, ranked, analysts }; `told`: { fail, jump, grown, become, tryIt }.
  /** @param {any} it */
  constructor({ graph, elements, notation, told }) {
    this.graph = graph;
    this.elements = elements;
    this.notation = notation;
    this.told = told;
    this.coach = new Coach(elements.coach, {
      notation,
      told: {
        look: (ply) => told.become(this.positionAt(ply)),
        tryIt: (moment) => told.tryIt(this.positionAt(moment.ply - 1), moment),
        back: () => told.become(this.positionAt(this.of?.at ?? 0)),
      },
    });
    this.forget();
  }

  forget() {
    this.leave?.abort();
    this.coach.trial = null;
    Object.assign(this, { points: [], moments: [], of: null, running: false });
  }

  // The moves on the table have changed: what runs is of another game.
  changed() {
    if (this.running) this.forget();
  }

  // The reviewed game, with the position after so many moves shown.
  /** @param {number} ply */
  positionAt(ply) {
    return Object.assign(/** @type {State} */ (this.of).copy(), { at: ply });
  }

  /** @param {State} state */
  isOf(state) {
    return Boolean(this.of?.follows(state) && state.follows(this.of));
  }

  // What to say of a move in this position; nothing unless it is the one in which a better move is sought.
  /** @param {Move} move @param {State} state */
  judge(move, state) {
    const { trial } = this.coach;
    if (!trial || state.at !== trial.ply - 1 || !state.isSame(/** @type {State} */ (this.of))) return null;
    return begins(state.moves, this.positionAt(state.at).game(state.at).moves) ? this.coach.judge(move, trial) : null;
  }

  /** @param {State} state */
  async begin(state) {
    this.forget();
    Object.assign(this, { of: state.copy(), running: true });
    const leave = (this.leave = new AbortController());
    this.told.grown();
    try {
      await stream("review", { game: state.game(), by: this.elements.analysts.name }, leave.signal, (point) => {
        this.points[point.ply] = point;
        this.moments = point.moments ?? [];
        this.running = !point.moments;
        this.told.grown();
      });
      if (this.running) throw failure("error.ended");
    } catch (error) {
      if (leave.signal.aborted) return;
      this.forget();
      this.told.grown();
      this.told.fail(error);
    }
  }

  // A review that was recorded.
  /** @param {State} state @param {Point[]} points */
  recall(state, points) {
    this.forget();
    Object.assign(this, { of: state.copy(), points, moments: points.at(-1)?.moments });
    this.told.grown();
  }

  // The graph, the moves and what the review says of a game as the server tells of it.
  /** @param {GameView} view @param {State} state */
  draw(view, state) {
    const known = this.isOf(state);
    const points = known ? this.points : [];
    const counts = view.distances.map(([white, black]) => black - white);
    this.graph.draw(counts, points, state.at);
    const firstPly = Number(view.positions[0].split(" ")[2]);
    // Its moments are numbered as in the reviewed game, beside another one too.
    if (known) this.firstPly = firstPly;
    drawMoves(this.elements.moves, {
      moves: view.moves,
      firstPly,
      at: state.at,
      notation: this.notation,
      points,
      jump: this.told.jump,
    });
    this.coach.draw(this.moments, this.firstPly, Boolean(this.of) && !this.running && !known);
    const { turning } = this.elements;
    const words = this.inWords();
    // How far a review is would be read out at every position.
    turning.ariaLive = this.running ? "off" : "polite";
    if (turning.textContent !== words) turning.textContent = words;
    if (known) this.drawLosses(view);
    else this.elements.losses.hidden = true;
  }

  inWords() {
    if (this.running) return say("review.running", { done: this.points.length, all: (this.of?.moves.length ?? 0) + 1 });
    if (!this.of) return "";
    const none = this.moments.length ? "" : `${say("review.faultless")} `;
    const balance = this.points.at(-1)?.balance;
    return none + (balance ? balanceInWords(balance) : "");
  }

  // All moves that lost points, the costliest first.
  /** @param {GameView} view */
  drawLosses(view) {
    const lost = (/** @type {Point | undefined} */ point) => point?.lost ?? 0;
    const costly = this.points.filter((point) => lost(point) >= 0.05).sort((a, b) => lost(b) - lost(a));
    this.elements.losses.hidden = !costly.length;
    this.elements.losses.querySelector("summary").textContent = say("review.losses", { count: costly.length });
    const items = costly.map((point) => this.loss(point, view.moves[point.ply - 1]));
    redraw(this.elements.ranked, items);
  }

  /** @param {Point} point @param {Move} move */
  loss(point, move) {
    const item = document.createElement("li");
    const text = `${this.notation(move)} (${signed(-(point.lost ?? 0))})`;
    const made = button(text, () => this.told.jump(point.ply - 1), "link");
    made.title = say("review.loss.title");
    item.append(made);
    return item;
  }
}

/** @param {NonNullable<Point["balance"]>} it */
function balanceInWords({ start, end, lost: [white, black], drift }) {
  return say("review.balance", {
    start: signed(start),
    end: signed(end),
    white: tenths(white),
    black: tenths(black),
    drift: signed(drift),
  });
}
