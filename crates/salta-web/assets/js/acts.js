// What people do on the page with the board, by button, key, file or on the board itself.

import { address } from "./address.js";
import * as api from "./api.js";
import * as files from "./files.js";
import * as gameOf1901 from "./game-of-1901.js";
import { legalMove } from "./legal.js";
import { pictureOf } from "./picture.js";
import { failure, said, say, sideName } from "./strings.js";

export class Acts {
  /** @param {PageParts} page */
  constructor(page) {
    this.page = page;
    this.$ = page.$;
    this.table = page.table;
    this.analysis = page.analysis;
    this.analysts = page.analysts;
    this.review = page.review;
    this.messages = page.messages;
    this.board = page.board;
    this.fail = page.fail;
    this.notation = page.notation;
  }

  // A move made on the board.
  /** @param {Move} move */
  played(move) {
    const verdict = this.review.judge(move, this.table.state);
    this.table.play(move.text);
    if (verdict) this.messages.advise(verdict);
  }

  // To a position of the game, from the graph or a list; not while one is being set up.
  /** @param {number} at */
  jump(at) {
    const { state, asked } = this.table;
    if (!this.page.editor.isOn && at !== (asked ?? state).at) this.table.go(at);
  }

  // A position of a reviewed game in which the better move is to be found.
  /** @param {State} position @param {Moment} it */
  async tryIt(position, { side }) {
    position[side] = "you";
    position.faceHuman();
    if (await this.table.act(position.with(this.table.state))) this.messages.advise(say("coach.find"));
  }

  // Sets a position up by hand, from the one that is shown; the game goes on behind it.
  edit() {
    const { view } = this.table;
    const [, mover, plies] = view.positions[0].split(" ");
    const first = (mover === "w") === (Number(plies) % 2 === 0) ? "w" : "b";
    this.page.editor.begin(view.positions[this.table.state.at], view.goals, first);
    this.page.follow();
  }

  // Plays from the position that was set up; if that is refused, it stays on the board.
  /** @param {string} line */
  async setUp(line) {
    this.messages.calm();
    const next = this.table.state.copy();
    next.restart(line);
    if (await this.table.become(next)) this.page.editor.end();
  }

  async savePicture() {
    try {
      files.offer(await pictureOf(this.board.svg), "salta.png");
    } catch (error) {
      this.fail(error);
    }
  }

  // Says why a piece cannot go there, or anywhere.
  /** @param {string} from @param {string | null} to */
  async refuse(from, to) {
    const { state, asked } = this.table;
    if (asked) return;
    try {
      const why = await api.why(this.table.gameShown(), from, to);
      if (!why || state !== this.table.state) return;
      this.board.refuse(why.squares);
      this.messages.fail(new Error(this.messages.spell(said(why.sentence))));
      this.page.course.refused(why.sentence);
    } catch (error) {
      this.fail(error);
    }
  }

  async takeHint() {
    const { table, messages, board } = this;
    const { state } = table;
    messages.calm();
    try {
      const { move, words } = await api.hint(table.gameShown(), this.analysts.name);
      if (state !== table.state || this.page.editor.isOn) return;
      messages.advise(say("hint.line", { move: this.notation(move), words: words.map(said).join("; ") }));
      board.arrows([{ ...move, side: table.view.to_move, width: 1.6, opacity: 0.85 }]);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {File} file */
  async load(file) {
    try {
      const read = await files.open(file);
      if (!(await this.show(read)) || read.games === 1) return;
      this.messages.advise(say("file.first", { count: read.games }));
    } catch (error) {
      this.fail(error);
    }
  }

  // Puts a game that was read from a file on the table.
  /** @param {FileView} it */
  show({ games: _, variant, start, lines, ...headers }) {
    return this.table.change((next) => {
      next.restart(start ?? "", lines);
      Object.assign(next, { variant, headers, white: "you", black: "you" });
    });
  }

  async showGameOf1901() {
    try {
      const { game, points } = await gameOf1901.read();
      if (await this.show(game)) this.review.recall(this.table.state, points);
    } catch (error) {
      // So that the link can be followed again.
      address("replaceState", this.table.state);
      this.fail(error);
    }
  }

  // The game with the headers it came with; where it had none, with those who play.
  save() {
    const { state } = this.table;
    const names = { white: this.page.seats.nameOf(state.white), black: this.page.seats.nameOf(state.black) };
    files.save(state, { ...names, ...state.headers }).catch(this.fail);
  }

  /** @param {string} text */
  typeMove(text) {
    const { table, messages } = this;
    messages.calm();
    try {
      const why = table.silent ? "status.silent" : "status.thinking";
      if (table.isAwaiting()) throw failure(why, { side: sideName(table.view.to_move) });
      this.played(legalMove(text, table.view.legal, this.notation));
    } catch (error) {
      this.fail(error);
    }
  }

  toggleAnalysis() {
    const { $, analysis } = this;
    analysis.on = !analysis.on;
    $("analyse").setAttribute("aria-pressed", analysis.on);
    this.page.follow();
  }

  toggleGoals() {
    this.$("goals").setAttribute("aria-pressed", this.board.toggleGoals());
  }
}
