// The game on the table: changes it one step at a time, and has opponents reply. What is shown has
// always been answered by the server; a change that is refused leaves the last good position.

import * as api from "./api.js";

// Milliseconds from a piece's landing to the reply, so that people see who moved.
const PACE = 450;
// Milliseconds after which an opponent that failed is asked again.
const WAITS = [1000, 3000];

const pause = (time) => new Promise((go) => setTimeout(go, time));

export class Table {
  // `told`: { shown(), refused(error), silent(error), acted(), changed(), remarked(words), ended() }.
  constructor(state, told) {
    Object.assign(this, { state, told });
    this.view = null;
    // The state that the server is asked about, until it has answered.
    this.asked = null;
    this.replying = null;
    // Whether the opponent has given no answer, however often it was asked.
    this.silent = false;
  }

  isHuman(side) {
    return this.state[side] === "you";
  }

  // The only side played by hand, if one is.
  get human() {
    const sides = ["white", "black"].filter((side) => this.isHuman(side));
    return sides.length === 1 ? sides[0] : null;
  }

  // The game up to the position shown.
  gameShown() {
    return this.state.game(this.state.at);
  }

  // Puts a state on the table once the server has answered; false if it was refused, or if another
  // change came in between.
  async become(next) {
    this.replying?.abort();
    this.asking?.abort();
    const own = (this.asking = new AbortController());
    this.asked = next;
    try {
      const view = await api.game(next.game(), next.at, own.signal);
      if (own !== this.asking) return false;
      this.accept(next, view);
    } catch (error) {
      if (own !== this.asking) return false;
      this.asked = null;
      this.told.refused(error);
      if (this.view) this.show();
      return false;
    }
    this.letReply();
    return true;
  }

  accept(next, view) {
    const before = this.view && this.state;
    Object.assign(this, { state: next, view, asked: null });
    const left = before?.moves.length && !next.continues(before) && location.hash !== next.hash();
    if (left) history.pushState(null, "", next.hash());
    if (!before?.continues(next) || !next.continues(before)) this.told.changed();
    this.show();
  }

  show() {
    this.silent = false;
    history.replaceState(null, "", this.state.hash());
    this.told.shown();
  }

  // The opponent's turn, if it is that.
  async letReply() {
    const player = this.state[this.view.to_move];
    if (this.view.over || player === "you" || !this.state.isAtEnd()) return;
    const own = (this.replying = new AbortController());
    const paced = pause(PACE);
    try {
      const { move, words } = await this.reply(player, own.signal);
      await paced;
      if (own.signal.aborted) return;
      this.told.remarked(words);
      this.add(move);
    } catch (error) {
      if (own.signal.aborted) return;
      this.silent = true;
      this.told.silent(error);
    }
  }

  async reply(player, signal) {
    for (const wait of WAITS) {
      try {
        return await api.reply(this.state.game(), player, this.state.seed, signal);
      } catch (error) {
        // What is refused would be refused again.
        if (signal.aborted || error.isFinal) throw error;
        await pause(wait);
      }
    }
    return api.reply(this.state.game(), player, this.state.seed, signal);
  }

  // Asks an opponent that was silent again.
  askAgain() {
    this.told.acted();
    this.show();
    this.letReply();
  }

  // A move by hand; ignored while another one is not answered. Whoever plays on from an old position
  // plays that side from there.
  play(move) {
    if (this.asked) return;
    this.told.acted();
    this.add(move, this.state.isAtEnd() ? {} : { [this.view.to_move]: "you" });
  }

  async add(move, seats = {}) {
    const next = Object.assign(this.state.copy(), seats);
    next.play(move);
    if ((await this.become(next)) && this.view.over) this.told.ended();
  }

  go(at) {
    this.told.acted();
    const next = (this.asked ?? this.state).copy();
    next.at = Math.max(0, Math.min(next.moves.length, at));
    this.become(next);
  }

  step(by) {
    this.go((this.asked ?? this.state).at + by);
  }

  // Back to the last position in which somebody by hand was to move.
  takeBack() {
    const sides = this.view.positions[0].split(" ")[1] === "w" ? ["white", "black"] : ["black", "white"];
    const byHand = sides.some((side) => this.isHuman(side));
    this.change((next) => {
      let at = next.moves.length - 1;
      while (at > 0 && byHand && !this.isHuman(sides[at % 2])) at--;
      next.moves = next.moves.slice(0, Math.max(0, at));
      next.at = next.moves.length;
    });
  }

  seat(side, player) {
    this.change((next) => {
      next[side] = player;
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
    this.state.flipped = !this.state.flipped;
    this.show();
  }

  // Puts a changed game on the table.
  change(change) {
    this.told.acted();
    const next = this.state.copy();
    change(next);
    return this.become(next);
  }
}
