// A chart over generations, as SVG text.

import { language, say } from "./strings.js";

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 178, 50, 10, 24, 22];

/** @param {number} value */
const number = (value) =>
  Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString(language)
    : value.toLocaleString(language, { maximumSignificantDigits: 3 });

// A title may quote a player's text.
/** @param {string} text */
const escaped = (text) => text.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);

// Series: { name, points: [[generation, value, low?, high?]] }; bounds may be infinite, and a value
// that is no number has bounds alone.
/** @param {string} title @param {Series[]} series */
export function chart(title, series) {
  const heading = escaped(title);
  const scale = scaleOf(series.flatMap(({ points }) => points));
  const lines = series.map((one, i) => line(scale, one, COLOURS[i]));
  const parts = [
    `<text class="title" x="${LEFT}" y="13">${heading}</text>`,
    grid(scale),
    ...lines,
    columns(scale, series),
  ].join("");
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  const names = `<figcaption class="quiet">${series.map(name).join("")}</figcaption>`;
  return `<figure class="panel"><svg ${size} role="img" aria-label="${heading}">${parts}</svg>${names}</figure>`;
}

/** @param {Place[]} points */
export function scaleOf(points) {
  const values = points.flatMap(([, ...rest]) => rest).filter((value) => Number.isFinite(value));
  const [lo, top] = [Math.min(...values), Math.max(...values)];
  const hi = top > lo ? top : lo + 1;
  const [first, last] = [Math.min(...points.map(([g]) => g)), Math.max(...points.map(([g]) => g))];
  /** @param {number} value */
  const within = (value) => Math.max(lo, Math.min(hi, value));
  return {
    lo,
    hi,
    first,
    last,
    x: (/** @type {number} */ generation) =>
      LEFT + ((WIDTH - LEFT - RIGHT) * (generation - first)) / Math.max(1, last - first),
    y: (/** @type {number} */ value) => TOP + ((HEIGHT - TOP - BOTTOM) * (hi - within(value))) / (hi - lo),
  };
}

// Round numbers on an axis, about five of them, with the decimal places that they need.
/** @param {number} lo @param {number} hi */
export function ticks(lo, hi) {
  const rough = (hi - lo) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const decimals = { maximumFractionDigits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
  const first = Math.ceil(lo / step);
  return Array.from({ length: Math.floor(hi / step) - first + 1 }, (_, i) => {
    const value = (first + i) * step;
    return { value, label: `${value < 0 ? "−" : ""}${Math.abs(value).toLocaleString(language, decimals)}` };
  });
}

/** @param {Scale} it */
function grid({ lo, hi, first, last, y }) {
  const toLeft = 'text-anchor="end"';
  /** @param {{ value: number, label: string }} tick */
  const level = ({ value, label }) =>
    `<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/>` +
    `<text x="${LEFT - 4}" y="${y(value) + 3}" ${toLeft}>${label}</text>`;
  const end = say("training.axis", { number: last });
  const ends = [
    `<text x="${LEFT}" y="${HEIGHT - 7}">${first}</text>`,
    `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 7}" ${toLeft}>${end}</text>`,
  ];
  return [...ticks(lo, hi).map(level), ...ends].join("");
}

/** @param {Scale} scale @param {Series} series @param {string} colour */
function line({ x, y }, { points }, colour) {
  const known = points.filter(([, value]) => Number.isFinite(value));
  const path = known.map(([g, value], i) => `${i ? "L" : "M"}${x(g).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const bounded = points.filter(([, , low]) => low !== undefined);
  const bars = bounded.map(([g, value, low, high]) => {
    const ends = `x1="${x(g)}" x2="${x(g)}" y1="${y(low)}" y2="${y(high)}"`;
    const bar = `<line class="interval" ${ends} stroke="${colour}" stroke-width="2"/>`;
    const mark = Number.isFinite(value)
      ? `<circle cx="${x(g)}" cy="${y(value)}" r="3" fill="${colour}"/>`
      : beyond(x(g), low, high, y, colour);
    return bar + mark;
  });
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${bars.join("")}`;
}

// What each generation has, told where the pointer rests.
/** @param {Scale} it @param {Series[]} series */
function columns({ x, first, last }, series) {
  const width = (WIDTH - LEFT - RIGHT) / Math.max(1, last - first);
  const generations = [...new Set(series.flatMap(({ points }) => points.map(([generation]) => generation)))];
  return generations
    .map((generation) => {
      const values = series.map(({ name, points }) => {
        const [, value] = points.find(([other]) => other === generation) ?? [];
        return Number.isFinite(value) ? `${name} ${number(value)}` : null;
      });
      const text = `${say("training.axis", { number: generation })}: ${values.filter(Boolean).join(", ")}`;
      const place = `x="${x(generation) - width / 2}" y="${TOP}" width="${width}" height="${HEIGHT - TOP - BOTTOM}"`;
      return `<rect class="column" ${place}><title>${text}</title></rect>`;
    })
    .join("");
}

// Points the way in which an interval has no end.
/**
 * @param {number} x
 * @param {number} low
 * @param {number} high
 * @param {(value: number) => number} y
 * @param {string} colour
 */
function beyond(x, low, high, y, colour) {
  const [at, tip] = Number.isFinite(high) ? [y(high) - 8, 6] : [y(low) + 8, -6];
  return `<path d="M${x - 4} ${at}h8l-4 ${tip}z" fill="${colour}"><title>${say("training.beyond")}</title></path>`;
}

// A series by its colour and name.
/** @param {Series} it @param {number} i */
const name = ({ name: text }, i) => `<span><i style="background:${COLOURS[i]}"></i>${text}</span>`;
