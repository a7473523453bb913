// Results in words.

import { points, say, sideName } from "./strings.js";

// White's margin, or its bounds: `White wins by 7 points`, or `White wins` where nothing else counts.
/** @param {number} low @param {number} high @param {GameView["points"]} [counts] */
export function result(low, high, counts) {
  if (low !== high) return say("result.bounds", { low, high });
  if (!low) return say("result.draw");
  const side = sideName(low > 0 ? "white" : "black");
  return counts === "win" ? say("result.wins-only", { side }) : say("result.wins", { side, points: points(low) });
}

// How a game ended, as whoever plays against a program hears it if `human` names a side.
/** @param {NonNullable<GameView["over"]>} it @param {GameView["points"]} counts @param {Side | null} human */
export function ending({ ending: kind, lo, hi }, counts, human) {
  if (!human || lo !== hi) return say("ending.line", { why: say(`ending.${kind}`), result: result(lo, hi, counts) });
  const margin = human === "white" ? lo : -lo;
  if (!margin) return say("status.draw");
  const key = margin > 0 ? "status.won" : "status.lost";
  return counts === "win" ? say(`${key}-only`) : say(key, { points: points(margin) });
}
