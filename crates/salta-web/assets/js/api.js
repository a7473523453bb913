// What the page asks, by name.

import { once, stream } from "./transport.js";

export { stream };
export const about = () => once("about");
export const game = (game, at, signal) => once("game", { game, at }, signal);
export const reply = (game, opponent, seed, signal) => once("reply", { game, opponent, seed }, signal);
export const why = (game, from, to) => once("why", { game, from, to });
export const hint = (game, by) => once("hint", { game, by });
export const write = (game, headers) => once("write", { game, ...headers });
export const read = (text) => once("read", { text });
export const run = () => once("run");
export const runGames = (generation) => once(`run/games/${generation}`);
