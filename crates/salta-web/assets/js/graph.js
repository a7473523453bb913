// The margin over the game: points first, White's expected score second. A click jumps there.

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [150, 30, 34, 10, 22];
// Points at the ends of the scale, at least.
const LEAST = 5;

export class Graph {
  constructor(svg, jump) {
    Object.assign(this, { svg, jump });
    this.plies = 0;
    const place = (event) => this.jump(this.plyAt(event));
    svg.addEventListener("pointerdown", place);
    svg.addEventListener("pointermove", (event) => event.buttons === 1 && place(event));
    svg.addEventListener("keydown", (event) => this.key(event));
    // Letters keep their size, however wide the graph is.
    new ResizeObserver(() => this.last && this.draw(...this.last)).observe(svg);
  }

  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.jump(Math.max(0, Math.min(this.plies, this.at + by)));
  }

  plyAt({ clientX }) {
    const box = this.svg.getBoundingClientRect();
    const share = (clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
    return Math.max(0, Math.min(this.plies, Math.round(share * Math.max(1, this.plies))));
  }

  // counts: White's margin by distance after each ply; points: what a review said, by ply.
  draw(counts, points, at) {
    this.last = [counts, points, at];
    this.plies = counts.length - 1;
    this.at = at;
    const known = points.filter(Boolean);
    const most = Math.max(LEAST, ...counts.map(Math.abs), ...known.map(({ margin }) => Math.abs(margin)));
    const scale = new Scale(this.svg.clientWidth || 420, this.plies, most);
    this.svg.setAttribute("viewBox", `0 0 ${scale.width} ${HEIGHT}`);
    const scored = known.filter(({ score }) => score !== null);
    this.svg.innerHTML = [
      ...[most, 0, -most].map((value) => scale.level(value)),
      scored.length ? scale.shares() : "",
      scale.line("count", counts.map((value, ply) => [ply, value])),
      scale.line("score", scored.map(({ ply, score }) => [ply, (2 * score - 1) * most])),
      scale.line("margin", known.map(({ ply, margin }) => [ply, margin])),
      ...known.filter(({ turning }) => turning).map((point) => scale.turn(point)),
      scale.here(at),
      legend(known.length, scored.length),
    ].join("");
    for (const [name, value] of Object.entries({ min: 0, max: this.plies, now: at })) this.svg.setAttribute(`aria-value${name}`, value);
  }
}

// Where plies and points lie in the picture.
class Scale {
  constructor(width, plies, most) {
    Object.assign(this, { width, plies, most });
  }

  x(ply) {
    return LEFT + ((this.width - LEFT - RIGHT) * ply) / Math.max(1, this.plies);
  }

  y(value) {
    return TOP + ((HEIGHT - TOP - BOTTOM) * (this.most - value)) / (2 * this.most);
  }

  level(value) {
    const y = this.y(value);
    return `<line class="${value ? "axis" : "zero"}" x1="${LEFT}" x2="${this.width - RIGHT}" y1="${y}" y2="${y}"/><text x="${LEFT - 4}" y="${y + 3}" text-anchor="end">${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.round(Math.abs(value))}</text>`;
  }

  shares() {
    const label = (share) => `<text class="share" x="${this.width - RIGHT + 4}" y="${this.y((share / 50 - 1) * this.most) + 3}">${share}%</text>`;
    return [0, 50, 100].map(label).join("");
  }

  line(kind, places) {
    const path = places.map(([ply, value], i) => `${i ? "L" : "M"}${this.x(ply).toFixed(1)} ${this.y(value).toFixed(1)}`);
    return path.length ? `<path class="${kind}" d="${path.join("")}"/>` : "";
  }

  turn({ ply, margin }) {
    return `<circle class="turn" cx="${this.x(ply)}" cy="${this.y(margin)}" r="4"><title>turning point</title></circle>`;
  }

  here(ply) {
    return `<line class="at" x1="${this.x(ply)}" x2="${this.x(ply)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>`;
  }
}

// What the lines are, each in its colour.
function legend(margins, scores) {
  const parts = [
    margins ? ["margin-name", "White's expected margin"] : null,
    ["count-name", margins ? "by distance" : "White's margin by distance"],
    scores ? ["share", "score"] : null,
  ].filter(Boolean);
  return `<text x="${LEFT}" y="${HEIGHT - 5}">${parts.map(([kind, text], i) => `<tspan class="${kind}"${i ? ' dx="10"' : ""}>${text}</tspan>`).join("")}</text>`;
}
