// The game on the table and who plays it. All of it is in the page's URL, so that a reload
// loses nothing, a link shares it, and two tabs have one each.

const DEFAULTS = { variant: "buettgenbach-1899", start: "", white: "you", black: "you" };

const plain = (move) => move?.replace(/[-:]/, "");

// Headers of a link, which anybody may have written.
function parsed(text) {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(text) ?? {}).map(([key, value]) => [key, String(value)]));
  } catch {
    return {};
  }
}

export class State {
  constructor(hash = "") {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    this.variant = given.get("variant") ?? DEFAULTS.variant;
    this.start = given.get("start") ?? "";
    this.white = given.get("white") ?? DEFAULTS.white;
    this.black = given.get("black") ?? DEFAULTS.black;
    // Of a game from a file: players, event, place, date.
    this.headers = parsed(given.get("headers"));
    this.moves = (given.get("moves") ?? "").split(".").filter(Boolean);
    const at = Number(given.get("at") ?? NaN);
    this.at = Number.isInteger(at) && at >= 0 && at < this.moves.length ? at : this.moves.length;
    this.flipped = given.has("flip");
    this.seed = Number(given.get("seed")) || Math.floor(Math.random() * 2 ** 31);
  }

  hash() {
    const kept = new URLSearchParams();
    for (const [key, usual] of Object.entries(DEFAULTS)) {
      if (this[key] !== usual) kept.set(key, this[key]);
    }
    if (this.moves.length) kept.set("moves", this.moves.map(plain).join("."));
    if (this.at < this.moves.length) kept.set("at", this.at);
    if (Object.keys(this.headers).length) kept.set("headers", JSON.stringify(this.headers));
    if (this.flipped) kept.set("flip", "1");
    if (this.white !== "you" || this.black !== "you") kept.set("seed", this.seed);
    return `#${kept}`;
  }

  // The game as requests hold it, up to the position shown or to its end.
  game(upTo = this.moves.length) {
    return { variant: this.variant, start: this.start || null, moves: this.moves.slice(0, upTo) };
  }

  isAtEnd() {
    return this.at === this.moves.length;
  }

  copy() {
    return Object.assign(new State(), this, { moves: [...this.moves] });
  }

  // Whether this game has all that has been played in the other one.
  continues(other) {
    const same = this.variant === other.variant && this.start === other.start;
    return same && other.moves.every((move, i) => plain(move) === plain(this.moves[i]));
  }

  // Puts the only side that is played by hand below.
  faceHuman() {
    if ((this.white === "you") !== (this.black === "you")) this.flipped = this.black === "you";
  }

  // A move from the position shown; what came after it is given up.
  play(move) {
    this.moves = [...this.moves.slice(0, this.at), move];
    this.at = this.moves.length;
  }

  restart(start = this.start) {
    this.start = start;
    this.headers = {};
    this.moves = [];
    this.at = 0;
    this.seed = Math.floor(Math.random() * 2 ** 31);
  }
}
