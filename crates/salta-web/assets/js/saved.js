// Games kept in the browser's storage, so that a game that is left can be resumed.

import { redraw } from "./buttons.js";
import { State } from "./state.js";
import * as storage from "./storage.js";
import { language, say } from "./strings.js";

const KEY = "games";
const MOST = 40;

/** @returns {{ hash: string, when: number }[]} */
const read = () => storage.get(KEY, []);

// Keeps a game as far as it has been played; it replaces what it continues.
/** @param {State} state */
export function keep(state) {
  if (state.lines[0].length < 2) return;
  const whole = Object.assign(state.copy(), { line: 0, at: state.lines[0].length });
  const known = read().map((game) => ({ ...game, state: new State(game.hash) }));
  /** @param {{ state: State }} it */
  const alike = ({ state: other }) => whole.white === other.white && whole.black === other.black;
  if (known.some((game) => alike(game) && game.state.continues(whole) && !whole.continues(game.state))) return;
  const others = known.filter((game) => !(alike(game) && whole.continues(game.state)));
  const games = [{ hash: whole.hash(), when: Date.now() }, ...others.map(({ hash, when }) => ({ hash, when }))].slice(
    0,
    MOST,
  );
  storage.set(KEY, games);
}

// A link to each game, the latest first; `nameOf` gives a player's name.
/** @param {HTMLElement} host @param {(player: string) => string} nameOf */
export function list(host, nameOf) {
  const items = read().map(({ hash, when }) => {
    const { white, black, moves, variant, headers } = new State(hash);
    const link = Object.assign(document.createElement("a"), { href: hash });
    link.textContent = say("saved.game", {
      white: headers.white ?? nameOf(white),
      black: headers.black ?? nameOf(black),
      count: moves.length,
    });
    const item = document.createElement("li");
    item.append(
      link,
      ` ${new Date(when).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })} · ${variant}`,
    );
    return item;
  });
  redraw(host, items);
}
