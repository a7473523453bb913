// Thinking about the position shown, and reviewing the game: streams that stop when left.

import { stream } from "./api.js";

const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;
const short = (count) => (count >= 10_000_000 ? `${Math.round(count / 1e6)} M` : count >= 10_000 ? `${Math.round(count / 1000)} k` : String(count));

export class Analysis {
  constructor({ board, elements, state, fail, reviewed }) {
    Object.assign(this, { board, elements, state, fail, reviewed });
    this.on = false;
    this.points = [];
    this.opinion = null;
    this.numbers = false;
  }

  // Begins anew for the position shown, if it is on; whatever ran before is stopped.
  async follow(view) {
    this.stop();
    if (!this.on || view.over) return;
    const leave = (this.leave = new AbortController());
    try {
      await stream("/api/analyse", { game: this.state().game(this.state().at) }, leave.signal, (analysis) => this.show(analysis, view));
    } catch (error) {
      if (error.name !== "AbortError") this.fail(error);
    }
  }

  stop() {
    this.leave?.abort();
    this.leave = null;
    this.opinion = null;
    const { race, thinking, candidates } = this.elements;
    race.hidden = candidates.hidden = true;
    thinking.textContent = "";
    this.board.arrows([]);
    this.board.view.heat = null;
    this.board.drawMarks();
  }

  show({ by, race, opinion, done }, view) {
    const { elements } = this;
    elements.race.hidden = !race;
    if (race) elements.race.textContent = race.sentence;
    if (!opinion) return;
    this.opinion = opinion;
    this.view = view;
    const effort = opinion.depth ? `depth ${opinion.depth}, ${short(opinion.effort)} nodes` : `${short(opinion.effort)} simulations`;
    const score = opinion.score === null ? "" : `, White's score ${Math.round(100 * opinion.score)} %`;
    elements.thinking.textContent = `${by}: White's expected margin ${signed(opinion.margin)}${score}; ${effort}${done ? ", done" : " …"}`;
    this.drawTable(opinion);
    this.drawArrows(opinion.candidates[0]);
    this.drawHeat();
  }

  drawTable(opinion) {
    const { candidates, effortHead } = this.elements;
    const text = (move) => (this.numbers ? move.numbers : move.text);
    const network = opinion.candidates[0]?.visits !== null;
    effortHead.textContent = network ? "visits" : "depth";
    candidates.hidden = false;
    candidates.classList.toggle("network", network);
    const rows = opinion.candidates.slice(0, 6).map((candidate) => {
      const row = document.createElement("tr");
      const cells = [text(candidate.move) + (candidate.open ? " …" : ""), signed(candidate.margin), network ? short(candidate.visits) : opinion.depth, network ? `${(100 * candidate.prior).toFixed(0)} %` : "", candidate.line.slice(1, 6).map(text).join(" ")];
      for (const cell of cells) row.insertCell().textContent = cell;
      row.addEventListener("pointerenter", () => this.drawArrows(candidate));
      row.addEventListener("pointerleave", () => this.drawArrows(this.opinion?.candidates[0]));
      row.addEventListener("click", () => this.board.onMove(candidate.line[0]));
      return row;
    });
    candidates.tBodies[0].replaceChildren(...rows);
  }

  // The next best turns thin, the line of one turn numbered.
  drawArrows(candidate) {
    if (!candidate) return this.board.arrows([]);
    const sides = this.view.to_move === "white" ? ["white", "black"] : ["black", "white"];
    const others = this.opinion.candidates.slice(0, 3).filter((other) => other !== candidate);
    const thin = others.map(({ move }) => ({ ...move, side: sides[0], width: 0.7, opacity: 0.4 }));
    const line = candidate.line.slice(0, 4).map((move, i) => ({ ...move, side: sides[i % 2], width: i ? 0.9 : 1.7, opacity: i ? 0.62 : 0.9, order: i + 1 }));
    this.board.arrows([...thin, ...line.reverse()]);
  }

  // How likely the network finds it that a piece is moved; for a piece in hand, where to.
  drawHeat() {
    const wanted = this.elements.heat.checked && this.opinion?.candidates[0]?.prior !== null;
    if (!wanted) {
      this.board.view.heat = null;
      return this.board.drawMarks();
    }
    const heat = new Map();
    const add = (square, share) => heat.set(square, (heat.get(square) ?? 0) + share);
    for (const { move, prior } of this.opinion?.candidates ?? []) {
      if (!this.board.picked) add(move.from, prior);
      else if (this.board.picked === move.from) add(move.to, prior);
    }
    this.board.view.heat = heat;
    this.board.drawMarks();
  }

  forget() {
    this.leaveReview?.abort();
    this.points = [];
  }

  async review() {
    this.forget();
    const leave = (this.leaveReview = new AbortController());
    try {
      await stream("/api/review", { game: this.state().game() }, leave.signal, (point) => {
        this.points[point.ply] = point;
        this.reviewed(false);
      });
      this.reviewed(true);
    } catch (error) {
      if (error.name !== "AbortError") this.fail(error);
    }
  }
}
