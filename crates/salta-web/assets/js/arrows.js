// Arrows over the board, as SVG text.

// One arrow: { from, to, side, width, opacity, order }; `order` numbers the moves of a line.
/** @param {Layout} layout @param {Arrow} it */
export function arrow(layout, { from, to, side, width, opacity, order }) {
  const [start, end] = [layout.middle(from), layout.middle(to)];
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const along = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  /** @param {number} distance */
  const point = (distance, aside = 0) =>
    `${start[0] + distance * along[0] - aside * along[1]},${start[1] + distance * along[1] + aside * along[0]}`;
  const [size, tip] = [1.6 + width, length - 1.5];
  const head = [point(tip), point(tip - size, 0.7 * size), point(tip - size, -0.7 * size)].join(" ");
  const shaft = `M${point(2.5)}L${point(tip - size)}`;
  const parts = [
    `<path class="arrow ${side}" d="${shaft}" stroke-width="${width}"/>`,
    `<polygon class="head ${side}" points="${head}"/>`,
    order ? number(point(0.4 * length), side, order) : "",
  ];
  return `<g opacity="${opacity}" data-arrow="${from}${to}">${parts.join("")}</g>`;
}

// Nearer to the start than to the end, so that the numbers of two crossing jumps stand apart.
/** @param {string} point @param {Side} side @param {number} order */
function number(point, side, order) {
  const [x, y] = point.split(",");
  const ground = `<circle class="head ${side}" cx="${x}" cy="${y}" r="1.7"/>`;
  return `${ground}<text class="order" x="${x}" y="${y}">${order}</text>`;
}
