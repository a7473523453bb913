// Every move of the game looked at: what each lost, and where the game turned.

import { stream } from "./api.js";
import { drawMoves } from "./moves.js";
import { signed } from "./numbers.js";

export class Review {
  // `elements`: { moves, turning, analyst }; `told`: { fail, jump, grown }.
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
      await stream("/api/review", { game, by: this.elements.analyst.value || null }, leave.signal, (point) => {
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

  // The turning points as buttons that lead there.
  turning(view) {
    if (this.state === "none") return [];
    const points = this.points.filter((point) => point?.turning && view.moves[point.ply - 1]);
    const buttons = points.map((point) => this.button(point, view.moves[point.ply - 1]));
    if (buttons.length) return ["Turning points: ", ...buttons];
    return [this.state === "done" ? "No turning point: nobody threw much away at once." : "Looking at every move …"];
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
