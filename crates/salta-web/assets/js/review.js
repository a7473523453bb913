// Every move of the game looked at: what each lost, and the moments to learn from. A review stays while
// other moves are tried, until another one begins.

import { Coach } from "./coach.js";
import { drawMoves } from "./moves.js";
import { signed } from "./numbers.js";
import { stream } from "./api.js";

export class Review {
  // `elements`: { moves, coach, turning, losses, ranked, analysts }; `told`: { fail, jump, grown, become, tryIt }.
  constructor({ graph, elements, notation, told }) {
    Object.assign(this, { graph, elements, notation, told });
    this.forget();
    this.coach = new Coach(elements.coach, {
      notation,
      told: {
        look: (ply) => told.become(this.positionAt(ply)),
        tryIt: (moment) => told.tryIt(this.positionAt(moment.ply - 1), moment),
        back: () => told.become(this.of.copy()),
      },
    });
  }

  forget() {
    this.leave?.abort();
    Object.assign(this, { points: [], moments: [], of: null, running: false });
  }

  // The moves on the table have changed: what runs is of another game.
  changed() {
    if (this.running) this.forget();
  }

  // The reviewed game, with the position after so many moves shown.
  positionAt(ply) {
    return Object.assign(this.of.copy(), { at: ply });
  }

  isOf(state) {
    return this.of?.continues(state) && state.continues(this.of);
  }

  async begin(state) {
    this.forget();
    Object.assign(this, { of: state.copy(), running: true });
    const leave = (this.leave = new AbortController());
    try {
      await stream("review", { game: state.game(), by: this.elements.analysts.name }, leave.signal, (point) => {
        this.points[point.ply] = point;
        this.moments = point.moments ?? [];
        this.running = !point.moments;
        this.told.grown();
      });
    } catch (error) {
      if (leave.signal.aborted) return;
      this.forget();
      this.told.grown();
      this.told.fail(error);
    }
  }

  // The graph, the moves and what the review says of a game as the server tells of it.
  draw(view, state) {
    const known = this.isOf(state);
    const points = known ? this.points : [];
    const counts = view.distances.map(([white, black]) => black - white);
    this.graph.draw(counts, points, state.at);
    const firstPly = Number(view.positions[0].split(" ")[2]);
    drawMoves(this.elements.moves, { moves: view.moves, firstPly, at: state.at, notation: this.notation, points, jump: this.told.jump });
    this.coach.draw(this.moments, firstPly, Boolean(this.of) && !this.running && !known);
    this.elements.turning.textContent = this.inWords();
    if (known) this.drawLosses(view);
    else this.elements.losses.hidden = true;
  }

  inWords() {
    if (this.running) return `Looking at every move: ${this.points.length} of ${this.of.moves.length + 1} positions …`;
    if (!this.of) return "";
    const none = this.moments.length ? "" : "Nobody lost a point at once. ";
    return `${none}${this.points.at(-1)?.balance ?? ""}`;
  }

  // All moves that lost something, the costliest first.
  drawLosses(view) {
    const costly = this.points.filter((point) => point?.lost >= 0.05).sort((a, b) => b.lost - a.lost);
    this.elements.losses.hidden = !costly.length;
    this.elements.losses.querySelector("summary").textContent = `All moves that lost something (${costly.length})`;
    this.elements.ranked.replaceChildren(...costly.map((point) => this.loss(point, view.moves[point.ply - 1])));
  }

  loss(point, move) {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { className: "link", textContent: `${this.notation(move)} (${signed(-point.lost)})` });
    button.title = "Points that this move lost; before it";
    button.addEventListener("click", () => this.told.jump(point.ply - 1));
    item.append(button);
    return item;
  }
}
