// A chart over generations, as SVG text.

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 190, 44, 10, 24, 34];
// Between the names of two series.
const NAME = 90;

const number = (value) => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(3)).toString());

// Series: { name, points: [[generation, value, low?, high?]] }; bounds may be infinite, and a value
// that is no number has bounds alone.
export function chart(title, series) {
  const scale = scaleOf(series.flatMap(({ points }) => points));
  const lines = series.map((one, i) => line(scale, one, COLOURS[i]) + name(one.name, i));
  return `<figure class="panel"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}"><text class="title" x="${LEFT}" y="13">${title}</text>${grid(scale)}${lines.join("")}</svg></figure>`;
}

function scaleOf(points) {
  const values = points.flatMap(([, ...rest]) => rest).filter(Number.isFinite);
  const [lo, top] = [Math.min(...values), Math.max(...values)];
  const hi = top > lo ? top : lo + 1;
  const [first, last] = [Math.min(...points.map(([g]) => g)), Math.max(...points.map(([g]) => g))];
  const within = (value) => Math.max(lo, Math.min(hi, value));
  return {
    lo, hi, first, last,
    x: (generation) => LEFT + ((WIDTH - LEFT - RIGHT) * (generation - first)) / Math.max(1, last - first),
    y: (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (hi - within(value))) / (hi - lo),
  };
}

function grid({ lo, hi, first, last, y }) {
  const level = (value) => `<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 4}" y="${y(value) + 3}" text-anchor="end">${number(value)}</text>`;
  const ends = `<text x="${LEFT}" y="${HEIGHT - 19}">${first}</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 19}" text-anchor="end">generation ${last}</text>`;
  return [lo, (lo + hi) / 2, hi].map(level).join("") + ends;
}

function line({ x, y }, { points }, colour) {
  const known = points.filter(([, value]) => Number.isFinite(value));
  const path = known.map(([g, value], i) => `${i ? "L" : "M"}${x(g).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const bounded = points.filter(([, , low]) => low !== undefined);
  const bars = bounded.map(([g, value, low, high]) => {
    const bar = `<line class="interval" x1="${x(g)}" x2="${x(g)}" y1="${y(low)}" y2="${y(high)}" stroke="${colour}" stroke-width="2"/>`;
    const mark = Number.isFinite(value) ? `<circle cx="${x(g)}" cy="${y(value)}" r="3" fill="${colour}"/>` : beyond(x(g), low, high, y, colour);
    return bar + mark;
  });
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${bars.join("")}`;
}

// Points the way in which an interval has no end.
function beyond(x, low, high, y, colour) {
  const [at, tip] = Number.isFinite(high) ? [y(high) - 8, 6] : [y(low) + 8, -6];
  return `<path d="M${x - 4} ${at}h8l-4 ${tip}z" fill="${colour}"><title>beyond the scale</title></path>`;
}

const name = (text, i) => `<text x="${LEFT + NAME * i}" y="${HEIGHT - 5}" style="fill:${COLOURS[i]}">${text}</text>`;
