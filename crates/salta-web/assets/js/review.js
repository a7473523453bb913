// Every move of the game looked at: what each lost, and where the game turned.

import { stream } from "./api.js";
import { drawMoves } from "./moves.js";
import { signed } from "./numbers.js";

// Points that a move loses to be called costly, and how many such moves are named.
const COSTLY = 1;
const MOST_COSTLY = 4;

export class Review {
  // `elements`: { moves, turning, analysts }; `told`: { fail, jump, grown }.
  constructor({ graph, elements, notation, told }) {
    Object.assign(this, { graph, elements, notation, told });
    this.points = [];
    this.state = "none";
  }

  // Moves have changed: what was found is of another game.
  forget() {
    this.leave?.abort();
    this.points = [];
    this.state = "none";
  }

  async begin(game) {
    this.forget();
    this.state = "running";
    const leave = (this.leave = new AbortController());
    try {
      await stream("/api/review", { game, by: this.elements.analysts.name }, leave.signal, (point) => {
        this.points[point.ply] = point;
        this.told.grown();
      });
      this.state = "done";
      this.told.grown();
    } catch (error) {
      if (error.name !== "AbortError") this.told.fail(error);
    }
  }

  // The graph, the moves and the turning points of a game as the server tells of it.
  draw(view, at) {
    const counts = view.distances.map(([white, black]) => black - white);
    this.graph.draw(counts, this.points, at);
    const firstPly = Number(view.positions[0].split(" ")[2]);
    drawMoves(this.elements.moves, { moves: view.moves, firstPly, at, notation: this.notation, points: this.points, jump: this.told.jump });
    this.elements.turning.replaceChildren(...this.turning(view));
  }

  // The turning points, and other moves that cost most, as buttons that lead there.
  turning(view) {
    if (this.state === "none") return [];
    const known = this.points.filter((point) => point && view.moves[point.ply - 1]);
    const turning = known.filter((point) => point.turning);
    const costly = known.filter((point) => !point.turning && point.lost >= COSTLY).sort((a, b) => b.lost - a.lost).slice(0, MOST_COSTLY);
    const buttons = (points) => points.map((point) => this.button(point, view.moves[point.ply - 1]));
    return [
      turning.length ? "Turning points: " : this.state === "done" ? "No turning point: nobody threw much away at once. " : "Looking at every move … ",
      ...buttons(turning),
      costly.length ? "Costly: " : "",
      ...buttons(costly),
      ` ${this.points.at(-1)?.balance ?? ""}`,
    ];
  }

  button(point, move) {
    const button = document.createElement("button");
    button.className = "link";
    button.textContent = `${this.notation(move)} (${signed(-point.lost)})`;
    button.title = "Points that this move lost; before it";
    button.addEventListener("click", () => this.told.jump(point.ply - 1));
    return button;
  }
}
