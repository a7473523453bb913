// Numbers as people read them.

// A margin: +2.5, −0.3, 0.0.
export const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;

// A count: 950, 12 k, 30 M.
export function short(count) {
  if (count >= 10_000_000) return `${Math.round(count / 1e6)} M`;
  return count >= 10_000 ? `${Math.round(count / 1000)} k` : String(count);
}
