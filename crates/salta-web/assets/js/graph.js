// The margin over the game: points first, White's expected score second. A click jumps there.

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [420, 150, 30, 30, 12, 18];

export class Graph {
  constructor(svg, jump) {
    this.svg = svg;
    this.jump = jump;
    this.plies = 0;
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    const place = (event) => this.jump(this.plyAt(event));
    svg.addEventListener("pointerdown", place);
    svg.addEventListener("pointermove", (event) => event.buttons === 1 && place(event));
    svg.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      this.jump(Math.max(0, Math.min(this.plies, this.at + by)));
      event.preventDefault();
    });
  }

  plyAt(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    return Math.max(0, Math.min(this.plies, Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * Math.max(1, this.plies))));
  }

  // counts: White's margin by distance after each ply; points: what a review said, by ply.
  draw(counts, points, at) {
    this.plies = counts.length - 1;
    this.at = at;
    const known = points.filter(Boolean);
    const most = Math.max(5, ...counts.map(Math.abs), ...known.map((point) => Math.abs(point.margin)));
    const x = (ply) => LEFT + ((WIDTH - LEFT - RIGHT) * ply) / Math.max(1, this.plies);
    const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - value)) / (2 * most);
    const path = (list) => list.map(([ply, value], i) => `${i ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const level = (value) => `<line class="${value ? "axis" : "zero"}" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 4}" y="${y(value) + 3}" text-anchor="end">${value > 0 ? "+" : ""}${Math.round(value)}</text>`;
    const scores = known.filter((point) => point.score !== null).map((point) => [point.ply, (2 * point.score - 1) * most]);
    const parts = [level(most), level(0), level(-most), `<path class="count" d="${path(counts.map((value, ply) => [ply, value]))}"/>`];
    if (scores.length) parts.push(`<path class="score" d="${path(scores)}"/>`, ...[0, 50, 100].map((share) => `<text x="${WIDTH - RIGHT + 3}" y="${y((share / 50 - 1) * most) + 3}">${share}%</text>`));
    if (known.length) parts.push(`<path class="margin" d="${path(known.map((point) => [point.ply, point.margin]))}"/>`);
    parts.push(...known.filter((point) => point.turning).map((point) => `<circle class="turn" cx="${x(point.ply)}" cy="${y(point.margin)}" r="3.4"><title>turning point</title></circle>`));
    parts.push(`<line class="at" x1="${x(at)}" x2="${x(at)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>`, `<text x="${LEFT}" y="${HEIGHT - 4}">White's margin in points: ${known.length ? "expected (line), " : ""}by distance (dashed)${scores.length ? ", score (thin)" : ""}</text>`);
    this.svg.innerHTML = parts.join("");
    this.svg.setAttribute("aria-valuemin", 0);
    this.svg.setAttribute("aria-valuemax", this.plies);
    this.svg.setAttribute("aria-valuenow", at);
  }
}
