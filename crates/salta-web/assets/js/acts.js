// What people do on the page with the board, by button, key, file or on the board itself.

import * as api from "./api.js";
import * as files from "./files.js";
import { legalMove } from "./legal.js";

export class Acts {
  // `page`: { $, table, board, analysis, analysts, review, seats, messages, fail, notation, shown }.
  constructor(page) {
    Object.assign(this, page);
  }

  // What stands behind each element and key.
  get byElement() {
    const { $, table, analysis, analysts, review, messages } = this;
    const toStart = () => table.go(0);
    const toEnd = () => table.go(table.state.moves.length);
    const step = (by) => () => table.step(by);
    const flip = () => table.flip();
    const takeBack = () => table.takeBack();
    const hint = () => this.takeHint();
    const analyse = () => this.toggleAnalysis();
    const goals = () => this.toggleGoals();
    return {
      click: {
        "first": toStart,
        "previous": step(-1),
        "next": step(1),
        "last": toEnd,
        "take-back": takeBack,
        "flip": flip,
        "hint": hint,
        "goals": goals,
        "rematch": () => table.rematch(),
        "new": () => table.change((next) => next.restart("")),
        "analyse": analyse,
        "review": () => { messages.calm(); review.begin(table.state); },
        "save": () => this.save(),
        "share": () => files.share($("share")),
        "set-position": () => table.change((next) => next.restart($("position").value.trim())),
      },
      change: {
        variant: ({ value }) => table.change((next) => { next.variant = value; next.restart(""); }),
        numbers: ({ checked }) => { localStorage.setItem("numbers", checked ? "1" : ""); this.shown(); },
        heat: () => analysis.drawHeat(),
        analyst: () => analysts.choose(),
      },
      keys: { t: takeBack, f: flip, h: hint, a: analyse, g: goals, ArrowLeft: step(-1), ArrowRight: step(1), ",": step(-1), ".": step(1), Home: toStart, End: toEnd },
      load: (file) => this.load(file),
      type: (text) => this.typeMove(text),
    };
  }

  // A move made on the board.
  played(move) {
    const said = this.review.coach.judge(move);
    this.table.play(move.text);
    if (said) this.messages.advise(said);
  }

  // A position of a reviewed game in which the better move is to be found.
  async tryIt(position, { side }) {
    position[side] = "you";
    position.faceHuman();
    if (await this.table.become(position)) this.messages.advise("Find a better move than the one that was played.");
  }

  // Says why a piece cannot go there, or anywhere.
  async refuse(from, to) {
    if (this.table.asked) return;
    try {
      const why = await api.why(this.table.gameShown(), from, to);
      if (!why) return;
      this.board.refuse(why.squares);
      this.messages.fail({ message: why.sentence });
    } catch (error) {
      this.fail(error);
    }
  }

  async takeHint() {
    const { table, messages, board } = this;
    messages.calm();
    try {
      const { move, words } = await api.hint(table.gameShown(), this.analysts.name);
      messages.advise(`Hint: ${this.notation(move)} – ${words.join("; ")}.`);
      board.arrows([{ ...move, side: table.view.to_move, width: 1.6, opacity: 0.85 }]);
    } catch (error) {
      this.fail(error);
    }
  }

  async load(file) {
    try {
      const { variant, start, moves, ...headers } = await files.open(file);
      await this.table.change((next) => Object.assign(next, { variant, start: start ?? "", moves, headers, at: 0, white: "you", black: "you" }));
    } catch (error) {
      this.fail(error);
    }
  }

  // The game with the headers it came with; where it had none, with those who play.
  save() {
    const { state } = this.table;
    const names = { white: this.seats.nameOf(state.white), black: this.seats.nameOf(state.black) };
    files.save(state.game(), { ...names, ...state.headers }).catch(this.fail);
  }

  typeMove(text) {
    const { table, messages } = this;
    messages.calm();
    try {
      table.play(legalMove(text, table.view.legal, this.notation).text);
    } catch (error) {
      this.fail(error);
    }
  }

  toggleAnalysis() {
    const { $, analysis, table } = this;
    analysis.on = !analysis.on;
    $("analyse").setAttribute("aria-pressed", analysis.on);
    analysis.follow(table.gameShown(), table.view);
  }

  toggleGoals() {
    this.$("goals").setAttribute("aria-pressed", this.board.toggleGoals());
  }
}
