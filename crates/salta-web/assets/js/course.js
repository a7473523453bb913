// Learning on the board itself: one task after another, judged by the first move that is played.

import { button, redraw } from "./buttons.js";
import { ADDRESS } from "./game-of-1901.js";
import { plain } from "./lines.js";
import { State } from "./state.js";
import * as storage from "./storage.js";
import { messageOf, say, sideName } from "./strings.js";
import { isSolved, keepSolved, moverOf, ofToday, praise, tasksOf } from "./tasks.js";

const KEY = "course";
/** @type {Kind[]} */
const KINDS = ["lesson", "exercises", "puzzles"];

export class Course {
  // `elements`: { menu, panel }; `page`: { table, messages, notation, fail }.
  /** @param {Elements} elements @param {{ table: Table, messages: Messages }} page */
  constructor(elements, page) {
    this.elements = elements;
    this.page = page;
    /** @type {Kind | null} */
    this.kind = null;
    /** @type {Task[]} */
    this.tasks = [];
    this.number = 0;
    this.isDone = false;
    // The game that was on the table before, which comes back.
    /** @type {State | null} */
    this.left = null;
  }

  get task() {
    return this.kind ? this.tasks[this.number] : null;
  }

  // The buttons that begin something, with what has been solved.
  async drawMenu() {
    const [first] = await tasksOf("lesson");
    const lesson = button(say("learn.lesson"), () => this.begin("lesson", 0), isSolved(first) ? "" : "main");
    const again = () => button(say("error.try-again"), () => this.drawMenu());
    const others = await this.taskButtons().catch((error) => [`${messageOf(error)} `, again()]);
    this.elements.menu.replaceChildren(lesson, ...others, gameOf1901());
  }

  async taskButtons() {
    const [exercises, puzzles] = await Promise.all([tasksOf("exercises"), tasksOf("puzzles")]);
    /** @param {Task[]} tasks */
    const count = (tasks) => ({ done: tasks.filter(isSolved).length, all: tasks.length });
    const today = ofToday(puzzles.length);
    const daily = { solved: isSolved(puzzles[today]) ? 1 : 0 };
    return [
      button(say("learn.exercises", count(exercises)), () => this.begin("exercises")),
      button(say("learn.daily", daily), () => this.begin("puzzles", today)),
      button(say("learn.puzzles", count(puzzles)), () => this.begin("puzzles")),
    ];
  }

  // Takes up the task that this tab has left, if its position is the one in the address.
  /** @param {State} state */
  async resume(state) {
    const { kind, number, isDone, left } = storage.get(KEY, /** @type {any} */ ({}), "sessionStorage");
    if (!KINDS.includes(kind)) return;
    const tasks = await tasksOf(kind).catch(() => []);
    if (tasks[number]?.position !== state.start) return;
    Object.assign(this, { kind, tasks, number, isDone, left: new State(left) });
  }

  // Begins with the first task that is not solved, unless there is a number.
  /** @param {Kind} kind @param {number} [number] */
  async begin(kind, number) {
    const tasks = await tasksOf(kind);
    if (!this.task) this.left = this.page.table.state.copy();
    number ??= Math.max(
      0,
      tasks.findIndex((task) => !isSolved(task)),
    );
    Object.assign(this, { kind, tasks, number });
    await this.set();
    if (this.task) this.page.messages.announce(this.text());
    // On a phone the text is below the board: with its end in view both are.
    this.elements.panel.scrollIntoView({ block: "end" });
  }

  // Puts the task's position on the table, with whoever has to find the move below.
  /** @param {Line} line */
  async set(line = [], at = 0) {
    const { task } = this;
    if (!task) return;
    const { table } = this.page;
    this.isDone = line.length > 0;
    const next = table.state.copy();
    const side = moverOf(task);
    const seats = { white: "you", black: "you", flipped: side === "black" };
    if (task.opponent) seats[side === "white" ? "black" : "white"] = task.opponent;
    Object.assign(next, { variant: "buettgenbach-1899", ...seats });
    next.restart(task.position, [line]);
    next.at = at;
    await table.act(next);
  }

  // Another position on the table ends the course; a first move is judged.
  /** @param {State} state */
  shown(state) {
    const { task } = this;
    if (task && state.start !== task.position) this.leave();
    else if (task && state.moves.length && !this.isDone) this.judge(state.moves[0]);
    this.draw();
  }

  /** @param {string} move */
  judge(move) {
    const { task } = this;
    if (!task?.line.length) return;
    if (plain(move) === plain(task.line[0])) this.succeed(move);
    else this.page.messages.advise(say("learn.wrong"));
  }

  // What was refused; for a lesson about a rule, that is the point.
  /** @param {Sentence} it */
  refused({ key }) {
    if (this.task?.forbidden !== key) return;
    this.succeed();
    this.draw();
  }

  succeed(move = "") {
    const { task } = this;
    if (!task) return;
    this.isDone = true;
    keepSolved(task);
    this.page.messages.advise(praise(task, move));
    this.drawMenu();
  }

  // Back to the game that was on the table.
  async quit() {
    if (this.left && (await this.page.table.act(this.left))) this.leave();
  }

  // Gives a new game the rules and players of the game that was left.
  /** @param {State} next */
  reseat(next) {
    if (!this.left) return;
    const { variant, white, black, flipped } = this.left;
    Object.assign(next, { variant, white, black, flipped });
  }

  leave() {
    this.kind = this.left = null;
    this.draw();
  }

  // What the task is.
  text() {
    const task = /** @type {Task} */ (this.task);
    return say(task.say, { side: sideName(moverOf(task)) });
  }

  draw() {
    const { panel } = this.elements;
    const { task, tasks, number, kind, isDone } = this;
    storage.set(KEY, task ? { kind, number, isDone, left: this.left?.hash() } : {}, "sessionStorage");
    panel.hidden = !task;
    this.elements.menu.hidden = Boolean(task);
    if (!task || !kind) return;
    const title = Object.assign(document.createElement("h2"), {
      textContent: say(`learn.title.${kind}`, { number: number + 1, all: tasks.length }),
    });
    const text = Object.assign(document.createElement("p"), { textContent: this.text() });
    const isLast = number + 1 === tasks.length;
    const main = isDone ? "main" : "";
    const bar = Object.assign(document.createElement("div"), { className: "bar" });
    bar.append(button(say("learn.again"), () => this.set()));
    if (task.line.length) bar.append(button(say("learn.solution"), () => this.solve()));
    if (!isLast) bar.append(button(say("learn.next"), () => this.begin(kind, number + 1), main));
    else if (kind === "lesson") bar.append(button(say("learn.to-exercises"), () => this.begin("exercises"), main));
    bar.append(button(say("learn.leave"), () => this.quit()));
    redraw(panel, [title, text, bar]);
  }

  // The best line, to be stepped through.
  async solve() {
    const line = this.task?.line ?? [];
    await this.set(line, 1);
    this.page.messages.advise(say("learn.solution-is", { move: line[0] }));
  }
}

const gameOf1901 = () =>
  Object.assign(document.createElement("a"), {
    className: "button",
    href: ADDRESS,
    textContent: say("learn.game-of-1901"),
  });
