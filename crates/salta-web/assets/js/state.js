// The game on the table and who plays it. All of it is in the page's URL, so that a reload
// loses nothing, a link shares it, and two tabs have one each.

import * as lines from "./lines.js";

const DEFAULTS = { variant: "buettgenbach-1899", start: "", white: "you", black: "you" };
const KEYS = /** @type {(keyof typeof DEFAULTS)[]} */ (Object.keys(DEFAULTS));
// The headers that the requests `read` and `write` know.
const HEADERS = ["white", "black", "event", "site", "date"];
// A seed is a whole number below this.
const SEEDS = 2 ** 31;
const anySeed = () => Math.floor(Math.random() * SEEDS);

// Headers of a link, which anybody may have written.
/** @param {string} text */
function parsed(text) {
  try {
    const known = Object.entries(JSON.parse(text) ?? {}).filter(([key]) => HEADERS.includes(key));
    return Object.fromEntries(known.map(([key, value]) => [key, String(value)]));
  } catch {
    return {};
  }
}

/** @param {number} number @param {number} most @param {number} otherwise */
const within = (number, most, otherwise) =>
  Number.isInteger(number) && number >= 0 && number < most ? number : otherwise;

export class State {
  constructor(hash = "") {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    this.variant = given.get("variant") ?? DEFAULTS.variant;
    this.start = given.get("start") ?? "";
    this.white = given.get("white") ?? DEFAULTS.white;
    this.black = given.get("black") ?? DEFAULTS.black;
    // Of a game from a file: players, event, place, date.
    this.headers = parsed(given.get("headers") ?? "{}");
    // The game and what was tried beside it; which line is shown, and how many of its moves.
    this.lines = lines.read((given.get("moves") ?? "").split(".").filter(Boolean), given.get("tried") ?? "");
    this.line = within(Number(given.get("line") ?? 0), this.lines.length, 0);
    this.at = within(Number(given.get("at") ?? NaN), this.moves.length, this.moves.length);
    this.flipped = given.has("flip");
    this.seed = within(Number(given.get("seed") ?? NaN), SEEDS, anySeed());
  }

  /** @returns {Line} */
  get moves() {
    return this.lines[this.line];
  }

  hash() {
    const kept = new URLSearchParams();
    for (const key of KEYS) {
      if (this[key] !== DEFAULTS[key]) kept.set(key, this[key]);
    }
    if (this.lines[0].length) kept.set("moves", this.lines[0].map(lines.plain).join("."));
    if (this.lines.length > 1) kept.set("tried", lines.written(this.lines));
    if (this.line) kept.set("line", String(this.line));
    if (this.at < this.moves.length) kept.set("at", String(this.at));
    if (Object.keys(this.headers).length) kept.set("headers", JSON.stringify(this.headers));
    if (this.flipped) kept.set("flip", "1");
    if (this.white !== "you" || this.black !== "you") kept.set("seed", String(this.seed));
    return `#${kept}`;
  }

  // The line shown as requests hold it, up to the position shown or to its end.
  game(upTo = this.moves.length) {
    return { variant: this.variant, start: this.start || null, moves: this.moves.slice(0, upTo) };
  }

  isAtEnd() {
    return this.at === this.moves.length;
  }

  copy() {
    return Object.assign(new State(), this, { lines: [...this.lines] });
  }

  // Whether this game has all that has been played and tried in the other one.
  /** @param {State} other */
  continues(other) {
    return this.isSame(other) && other.lines.every((line) => lines.find(this.lines, this.line, line) >= 0);
  }

  // Whether the line shown goes on from the one shown of the other game.
  /** @param {State} other */
  follows(other) {
    return this.isSame(other) && lines.begins(this.moves, other.moves);
  }

  // The same with what was tried in the other one.
  /** @param {State} other */
  with(other) {
    if (this.isSame(other))
      for (const line of other.lines) if (lines.find(this.lines, this.line, line) < 0) this.add(line);
    return this;
  }

  // A line that may go on where another one ends.
  /** @param {Line} line */
  add(line) {
    const shorter = this.lines.findIndex((known) => lines.begins(line, known));
    if (shorter < 0) this.lines.push(line);
    else this.lines[shorter] = line;
  }

  /** @param {State} other */
  isSame(other) {
    return this.variant === other.variant && this.start === other.start;
  }

  // Puts the only side that is played by hand below.
  faceHuman() {
    if ((this.white === "you") !== (this.black === "you")) this.flipped = this.black === "you";
  }

  // A move from the position shown; another line than the one shown stays beside it.
  /** @param {string} move */
  play(move) {
    const line = [...this.moves.slice(0, this.at), move];
    const known = lines.find(this.lines, this.line, line);
    if (known >= 0) this.line = known;
    else if (this.isAtEnd()) this.lines[this.line] = line;
    else this.line = this.lines.push(line) - 1;
    this.at = line.length;
  }

  // Takes the moves of the line shown back to the first so many.
  /** @param {number} length */
  cut(length) {
    const line = this.moves.slice(0, length);
    const others = this.lines.filter((_, index) => index !== this.line);
    const known = others.findIndex((other) => lines.begins(other, line));
    this.lines = known < 0 ? this.lines.with(this.line, line) : others;
    if (known >= 0) this.line = known;
    this.at = length;
  }

  // Back to the last position in which somebody by hand was to move; only a move at the end is taken off the
  // game. `first`: the side that moved first, by its place in `SIDES`.
  /** @param {number} first */
  takeBack(first) {
    const byHand = [this.white === "you", this.black === "you"];
    let at = Math.max(0, this.at - 1);
    while (at > 0 && byHand.includes(true) && !byHand[(first + at) % 2]) at--;
    if (this.isAtEnd()) this.cut(at);
    else this.at = at;
  }

  /** @param {string} start @param {Line[]} played */
  restart(start = this.start, played = [[]]) {
    this.start = start;
    this.headers = {};
    this.lines = played;
    this.line = 0;
    this.at = 0;
    this.seed = anySeed();
  }
}
