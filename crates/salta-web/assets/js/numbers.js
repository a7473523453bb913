// Numbers as people read them.

import { language } from "./strings.js";

// A margin: +2.5, −0.3, 0.0.
const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** @param {number} value */
export const tenths = (value) => value.toLocaleString(language, TENTHS);

/** @param {number} value */
export const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${tenths(Math.abs(value))}`;

// A count: 950, 12 k, 30 M.
/** @param {number} count */
export function short(count) {
  if (count >= 10_000_000) return `${Math.round(count / 1e6)} M`;
  return count >= 10_000 ? `${Math.round(count / 1000)} k` : String(count);
}

// A time: 12 seconds, 5 minutes.
/** @param {number} seconds */
export function duration(seconds) {
  const [unit, size] = seconds < 90 ? ["second", 1] : seconds < 5400 ? ["minute", 60] : ["hour", 3600];
  return Math.ceil(seconds / size).toLocaleString(language, { style: "unit", unit, unitDisplay: "long" });
}
