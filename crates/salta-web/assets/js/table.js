// The game on the table: asks the server about it, has opponents reply, and changes it.

import * as api from "./api.js";
import { State } from "./state.js";

export class Table {
  // `told`: { shown(), refused(error), acted(), changed(), remarked(words), takenOver(side), ended() }.
  constructor(state, told) {
    Object.assign(this, { state, told });
    this.view = null;
    this.asking = null;
    this.replying = null;
  }

  isHuman(side) {
    return this.state[side] === "you";
  }

  // The game up to the position shown.
  gameShown() {
    return this.state.game(this.state.at);
  }

  // Asks the server about the position shown; false if that was refused.
  async refresh() {
    this.asking?.abort();
    this.replying?.abort();
    const own = (this.asking = new AbortController());
    history.replaceState(null, "", this.state.hash());
    try {
      const view = await api.game(this.state.game(), this.state.at, own.signal);
      if (own !== this.asking) return true;
      this.view = view;
    } catch (error) {
      if (error.name === "AbortError") return true;
      this.told.refused(error);
      return false;
    }
    this.told.shown();
    this.letReply();
    return true;
  }

  // The opponent's turn, if it is that.
  async letReply() {
    const player = this.state[this.view.to_move];
    if (this.view.over || player === "you" || !this.state.isAtEnd()) return;
    const own = (this.replying = new AbortController());
    try {
      const { move, words } = await api.reply(this.state.game(), player, this.state.seed, own.signal);
      if (own !== this.replying) return;
      this.told.remarked(words);
      this.add(move);
    } catch (error) {
      if (error.name !== "AbortError") this.told.refused(error);
    }
  }

  // A move by hand. Whoever plays on from an old position plays that side from there.
  play(move) {
    this.told.acted();
    const side = this.view.to_move;
    if (!this.state.isAtEnd() && !this.isHuman(side)) {
      this.state[side] = "you";
      this.told.takenOver(side);
    }
    this.add(move);
  }

  async add(move) {
    this.told.changed();
    this.state.play(move);
    await this.refresh();
    if (this.view.over && this.state.isAtEnd()) this.told.ended();
  }

  go(at) {
    this.told.acted();
    this.state.at = Math.max(0, Math.min(this.state.moves.length, at));
    this.refresh();
  }

  // Back to the last position in which somebody by hand was to move.
  takeBack() {
    this.told.acted();
    this.told.changed();
    const sides = this.view.positions[0].split(" ")[1] === "w" ? ["white", "black"] : ["black", "white"];
    const byHand = sides.some((side) => this.isHuman(side));
    let at = this.state.moves.length - 1;
    while (at > 0 && byHand && !this.isHuman(sides[at % 2])) at--;
    this.state.moves = this.state.moves.slice(0, Math.max(0, at));
    this.state.at = this.state.moves.length;
    this.refresh();
  }

  seat(side, player) {
    this.told.acted();
    this.state[side] = player;
    this.refresh();
  }

  // Puts a changed game on the table; the old one stays if the server refuses the new one.
  async change(change) {
    const next = Object.assign(new State(), this.state, { moves: [...this.state.moves] });
    change(next);
    return this.replace(next);
  }

  async replace(next) {
    const before = this.state;
    this.told.acted();
    this.told.changed();
    this.state = next;
    if (await this.refresh()) return;
    this.state = before;
    history.replaceState(null, "", before.hash());
  }
}
