// The margin over the game: points first, White's expected score second. A click jumps there.

import { signed } from "./numbers.js";
import { say } from "./strings.js";

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [150, 30, 34, 10, 22];
// Points at the ends of the scale, at least.
const LEAST = 5;

export class Graph {
  /** @param {SVGSVGElement} svg @param {(ply: number) => void} jump */
  constructor(svg, jump) {
    this.svg = svg;
    this.jump = jump;
    this.plies = 0;
    /** @param {PointerEvent} event */
    const place = (event) => this.jump(this.plyAt(event));
    svg.addEventListener("pointerdown", place);
    svg.addEventListener("pointermove", (event) => event.buttons === 1 && place(event));
    // Letters keep their size, however wide the graph is.
    new ResizeObserver(() => this.last && this.draw(...this.last)).observe(svg);
  }

  /** @param {PointerEvent} it */
  plyAt({ clientX }) {
    const box = this.svg.getBoundingClientRect();
    const share = (clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
    return Math.max(0, Math.min(this.plies, Math.round(share * Math.max(1, this.plies))));
  }

  // counts: White's margin by distance after each ply; points: what a review said, by ply.
  /** @param {number[]} counts @param {Point[]} points @param {number} at */
  draw(counts, points, at) {
    /** @type {[number[], Point[], number] | undefined} */
    this.last = [counts, points, at];
    this.plies = counts.length - 1;
    const known = points.filter(Boolean);
    const most = Math.max(LEAST, ...counts.map(Math.abs), ...known.map(({ margin }) => Math.abs(margin)));
    const scale = new Scale(this.svg.clientWidth || 420, this.plies, most);
    this.svg.setAttribute("viewBox", `0 0 ${scale.width} ${HEIGHT}`);
    const scored = known.filter(({ score }) => score !== null);
    this.svg.innerHTML = [
      ...[most, 0, -most].map((value) => scale.level(value)),
      scored.length ? scale.shares() : "",
      scale.line(
        "count",
        counts.map((value, ply) => [ply, value]),
      ),
      scale.line(
        "score",
        scored.map(({ ply, score }) => [ply, (2 * (score ?? 0) - 1) * most]),
      ),
      scale.line(
        "margin",
        known.map(({ ply, margin }) => [ply, margin]),
      ),
      ...known.filter(({ turning }) => turning).map((point) => scale.turn(point)),
      scale.here(at),
      legend(known.length, scored.length),
    ].join("");
    const text = say("graph.value", { count: at, margin: signed(points[at]?.margin ?? counts[at]) });
    for (const [name, value] of Object.entries({ min: 0, max: this.plies, now: at, text }))
      this.svg.setAttribute(`aria-value${name}`, String(value));
  }
}

// Where plies and points lie in the picture.
class Scale {
  /** @param {number} width @param {number} plies @param {number} most */
  constructor(width, plies, most) {
    this.width = width;
    this.plies = plies;
    this.most = most;
  }

  /** @param {number} ply */
  x(ply) {
    return LEFT + ((this.width - LEFT - RIGHT) * ply) / Math.max(1, this.plies);
  }

  /** @param {number} value */
  y(value) {
    return TOP + ((HEIGHT - TOP - BOTTOM) * (this.most - value)) / (2 * this.most);
  }

  /** @param {number} value */
  level(value) {
    const y = this.y(value);
    const sign = value > 0 ? "+" : value < 0 ? "−" : "";
    return (
      `<line class="${value ? "axis" : "zero"}" x1="${LEFT}" x2="${this.width - RIGHT}" y1="${y}" y2="${y}"/>` +
      `<text x="${LEFT - 4}" y="${y + 3}" text-anchor="end">${sign}${Math.round(Math.abs(value))}</text>`
    );
  }

  shares() {
    const x = this.width - RIGHT + 4;
    /** @param {number} share */
    const y = (share) => this.y((share / 50 - 1) * this.most) + 3;
    /** @param {number} share */
    const label = (share) => `<text class="share" x="${x}" y="${y(share)}">${share}%</text>`;
    return [0, 50, 100].map(label).join("");
  }

  /** @param {string} kind @param {number[][]} places */
  line(kind, places) {
    const path = places.map(
      ([ply, value], i) => `${i ? "L" : "M"}${this.x(ply).toFixed(1)} ${this.y(value).toFixed(1)}`,
    );
    return path.length ? `<path class="${kind}" d="${path.join("")}"/>` : "";
  }

  /** @param {Point} it */
  turn({ ply, margin }) {
    const place = `cx="${this.x(ply)}" cy="${this.y(margin)}" r="4"`;
    return `<circle class="turn" ${place}><title>${say("graph.turning")}</title></circle>`;
  }

  /** @param {number} ply */
  here(ply) {
    return `<line class="at" x1="${this.x(ply)}" x2="${this.x(ply)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>`;
  }
}

// What the lines are, each in its colour.
/** @param {number} margins @param {number} scores */
function legend(margins, scores) {
  const parts = [
    ...(margins ? [["margin-name", say("graph.expected")]] : []),
    ["count-name", say(margins ? "graph.distance" : "graph.margin")],
    ...(scores ? [["share", say("graph.score")]] : []),
  ];
  const spans = parts.map(([kind, text], i) => `<tspan class="${kind}"${i ? ' dx="10"' : ""}>${text}</tspan>`);
  return `<text x="${LEFT}" y="${HEIGHT - 5}">${spans.join("")}</text>`;
}
