// The game of 1901 with its review by the strongest network, as data/games has them.

import * as api from "./api.js";
import { failure } from "./strings.js";

export const ADDRESS = "#game-of-1901";

const FILE = "games/krone-grotewold-1901";

/** @param {string} kind */
async function text(kind) {
  const found = await fetch(new URL(`../${FILE}.${kind}`, import.meta.url)).catch(() => null);
  if (!found?.ok) throw failure("learn.no-game");
  return found.text();
}

/** @returns {Promise<{ game: any, points: Point[] }>} */
export async function read() {
  const [game, review] = await Promise.all(["salta", "review.ndjson"].map(text));
  const lines = review.trim().split("\n");
  return { game: await api.read(game), points: lines.map((line) => JSON.parse(line)) };
}
