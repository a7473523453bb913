// Games kept in the browser's storage, so that a game that is left can be taken up again.

import { State } from "./state.js";

const KEY = "games";
const MOST = 40;

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
};

// Keeps a game as far as it has been played; it replaces what it continues.
export function keep(state) {
  if (state.moves.length < 2) return;
  const whole = Object.assign(state.copy(), { at: state.moves.length });
  const known = read().map((game) => ({ ...game, state: new State(game.hash) }));
  const alike = ({ state: other }) => whole.white === other.white && whole.black === other.black;
  if (known.some((game) => alike(game) && game.state.continues(whole) && !whole.continues(game.state))) return;
  const others = known.filter((game) => !(alike(game) && whole.continues(game.state)));
  const games = [{ hash: whole.hash(), when: Date.now() }, ...others.map(({ hash, when }) => ({ hash, when }))].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // Without storage the page's history has the game.
  }
}

// A link to each game, the latest first; `nameOf` gives a player's name.
export function list(host, nameOf) {
  const items = read().map(({ hash, when }) => {
    const { white, black, moves, variant } = new State(hash);
    const link = Object.assign(document.createElement("a"), { href: hash });
    link.textContent = `${nameOf(white)} – ${nameOf(black)}, ${moves.length} moves`;
    const item = document.createElement("li");
    item.append(link, ` ${new Date(when).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })} · ${variant}`);
    return item;
  });
  host.replaceChildren(...items);
}
