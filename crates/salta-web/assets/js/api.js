// What the page asks, by name.

import { once, stream } from "./transport.js";

export { stream };
export const about = () => once("about");
/** @param {Game} game @param {number} at @param {AbortSignal} [signal] */
export const game = (game, at, signal) => once("game", { game, at }, signal);
/** @param {Game} game @param {string} opponent @param {number} seed @param {AbortSignal | undefined} signal */
export const reply = (game, opponent, seed, signal) => once("reply", { game, opponent, seed }, signal);
/** @param {Game} game @param {string} from @param {string | null} to */
export const why = (game, from, to) => once("why", { game, from, to });
/** @param {Game} game @param {string | null} by */
export const hint = (game, by) => once("hint", { game, by });
/** @param {Game} game @param {Line[]} variations @param {Record<string, unknown>} headers */
export const write = (game, variations, headers) => once("write", { game, variations, ...headers });
/** @param {string} text */
export const read = (text) => once("read", { text });
export const run = () => once("run");
/** @param {number} generation */
export const runGames = (generation) => once(`run/games/${generation}`);
