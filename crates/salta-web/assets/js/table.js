// The game on the table: changes it one step at a time, and has opponents reply. What is shown has
// always been answered by the server; a change that is refused leaves the last good position.

import { address } from "./address.js";
import * as api from "./api.js";
import { replyOf } from "./opponent.js";
import { SIDES } from "./strings.js";

export class Table {
  // `told`: { shown(), refused(error), silent(error), acted(), changed(), remarked(words), ended() }.
  /** @param {State} state @param {TableEvents} told */
  constructor(state, told) {
    this.state = state;
    this.told = told;
    /** @type {GameView | null} */
    this.answered = null;
    // The state that the server is asked about, until it has answered.
    this.asked = null;
    this.replying = null;
    // Whether the opponent has given no answer, however often it was asked.
    this.silent = false;
  }

  // The position shown; nothing is before the server has answered for the first time.
  get view() {
    return /** @type {GameView} */ (this.answered);
  }

  /** @param {Side} side */
  isHuman(side) {
    return this.state[side] === "you";
  }

  // The only side played by hand, if one is.
  get human() {
    const sides = SIDES.filter((side) => this.isHuman(side));
    return sides.length === 1 ? sides[0] : null;
  }

  // Whether an opponent is to move.
  isAwaiting() {
    return !this.isHuman(this.view.to_move) && this.state.isAtEnd() && !this.view.over;
  }

  gameShown() {
    return this.state.game(this.state.at);
  }

  // Puts a state on the table once the server has answered; false if it was refused, or if another
  // change came in between.
  /** @param {State} next */
  async become(next) {
    this.replying?.abort();
    try {
      if (!(await this.put(next))) return false;
    } catch (error) {
      this.told.refused(error);
      if (!this.answered) return false;
      // The opponent that was called off is asked again.
      this.letReply();
      this.show();
      return false;
    }
    this.letReply();
    return true;
  }

  /** @param {State} next */
  async put(next) {
    this.asking?.abort();
    const own = (this.asking = new AbortController());
    this.asked = next;
    try {
      const view = await api.game(next.game(), next.at, own.signal);
      if (own === this.asking) this.accept(next, view);
    } catch (error) {
      if (own !== this.asking) return false;
      this.asked = null;
      throw error;
    }
    return own === this.asking;
  }

  /** @param {State} next @param {GameView} view */
  accept(next, view) {
    const before = this.answered && this.state;
    Object.assign(this, { state: next, answered: view, asked: null, silent: false });
    const isOther = Boolean(before && !next.continues(before));
    if (isOther && before?.moves.length && location.hash !== next.hash()) address("pushState", next);
    if (!before?.follows(next) || !next.follows(before)) this.told.changed();
    this.show(isOther);
  }

  show(isOther = false) {
    address("replaceState", this.state);
    this.told.shown(isOther);
  }

  // The opponent's turn, if it is that.
  async letReply() {
    this.silent = false;
    if (!this.isAwaiting()) return;
    const player = this.state[this.view.to_move];
    const own = (this.replying = new AbortController());
    try {
      const { move, words } = await replyOf(player, this.state, own.signal);
      if (own.signal.aborted) return;
      this.told.remarked(words);
      const next = this.state.copy();
      next.play(move);
      // A failure here is the opponent's: asked again unbidden, it could fail for ever.
      if (!(await this.put(next))) return;
      if (this.view.over) this.told.ended();
      this.letReply();
    } catch (error) {
      if (own.signal.aborted) return;
      this.silent = true;
      this.told.silent(error);
    }
  }

  // Asks an opponent that was silent again.
  askAgain() {
    this.told.acted();
    this.letReply();
    this.show();
  }

  // A move by hand; ignored while another is not answered. Who plays on from an old position plays that side.
  /** @param {string} move */
  async play(move) {
    if (this.asked || this.isAwaiting()) return;
    const next = this.state.copy();
    if (!next.isAtEnd()) next[this.view.to_move] = "you";
    next.play(move);
    if ((await this.act(next)) && this.view.over) this.told.ended();
  }

  /** @param {number} at */
  go(at) {
    this.change((next) => Object.assign(next, { at: Math.max(0, Math.min(next.moves.length, at)) }));
  }

  // Shows another line of the game, after so many of its moves.
  /** @param {number} line @param {number} at */
  take(line, at) {
    this.act(Object.assign(this.state.copy(), { line, at }));
  }

  /** @param {number} by */
  step(by) {
    this.go((this.asked ?? this.state).at + by);
  }

  takeBack() {
    const first = this.view.positions[0].split(" ")[1] === "w" ? 0 : 1;
    this.change((next) => next.takeBack(first));
  }

  /** @param {Side} side @param {string} player */
  seat(side, player) {
    this.change((next) => {
      const { [side]: _, ...others } = next.headers;
      Object.assign(next, { [side]: player, headers: others });
      next.faceHuman();
    });
  }

  // The same again with colours exchanged.
  rematch() {
    this.change((next) => {
      [next.white, next.black] = [next.black, next.white];
      next.faceHuman();
      next.restart();
    });
  }

  flip() {
    const flipped = !this.state.flipped;
    for (const state of [this.state, this.asked]) if (state) state.flipped = flipped;
    this.show();
  }

  // Puts a changed game on the table: a change of what is asked for, if the server has not answered yet.
  /** @param {(next: State) => void} change */
  change(change) {
    const next = (this.asked ?? this.state).copy();
    change(next);
    return this.act(next);
  }

  // Puts on the table what somebody did by hand.
  /** @param {State} next */
  act(next) {
    this.told.acted();
    return this.become(next);
  }
}
