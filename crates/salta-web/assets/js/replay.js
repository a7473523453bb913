// A game that plays itself on a small board.

import * as api from "./api.js";
import { Board } from "./board.js";
import { piecesOf } from "./squares.js";
import { say } from "./strings.js";

const EVERY = 700;
const nothing = () => {};

export class Replay {
  /** @param {HTMLElement} host @param {HTMLElement} pause */
  constructor(host, pause) {
    this.board = new Board(host, { move: nothing, pick: nothing, refuse: nothing, free: nothing, announce: nothing });
    const { svg } = this.board;
    svg.removeAttribute("tabindex");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", say("training.replay"));
    this.pause = pause;
    this.isPaused = false;
    pause.addEventListener("click", () => {
      this.isPaused = !this.isPaused;
      pause.setAttribute("aria-pressed", String(this.isPaused));
    });
    this.timer = 0;
  }

  // Plays a game of the run from its beginning; people who want less motion see its end.
  /** @param {Game} game */
  async begin(game) {
    this.game = game;
    const { variant, start, moves } = game;
    const view = await api.game({ variant, start, moves }, 0);
    // Another game was chosen meanwhile.
    if (game !== this.game) return;
    clearInterval(this.timer);
    this.board.orient(view.board, false, false);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.pause.hidden = still;
    this.view = view;
    this.at = still ? view.moves.length : 0;
    this.show();
    if (!still) this.timer = setInterval(() => this.step(), EVERY);
  }

  step() {
    if (document.hidden || this.isPaused) return;
    this.at = (this.at + 1) % (this.view.moves.length + 1);
    this.show();
  }

  show() {
    const { view, at } = this;
    const recent = at ? view.moves[at - 1] : null;
    this.board.show({
      pieces: piecesOf(view.positions[at]),
      legal: [],
      recent: recent && [recent.from, recent.to],
      able: false,
    });
  }
}
