// Results in words.

import { points, say, sideName } from "./strings.js";

// White's margin, or its bounds: `White wins by 7 points`.
/** @param {number} low @param {number} high */
export function result(low, high) {
  if (low !== high) return say("result.bounds", { low, high });
  if (!low) return say("result.draw");
  return say("result.wins", { side: sideName(low > 0 ? "white" : "black"), points: points(low) });
}

// How a game ended, as whoever plays against a program hears it if `human` names a side.
/** @param {{ ending: string, lo: number, hi: number }} it @param {Side | null} human */
export function ending({ ending: kind, lo, hi }, human) {
  if (!human || lo !== hi) return say("ending.line", { why: say(`ending.${kind}`), result: result(lo, hi) });
  const margin = human === "white" ? lo : -lo;
  return margin ? say(margin > 0 ? "status.won" : "status.lost", { points: points(margin) }) : say("status.draw");
}
