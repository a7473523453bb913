// A training run as it goes: curves, ratings with intervals, games to replay.

import * as api from "./api.js";

const $ = (id) => document.getElementById(id);
const EVERY_MS = 10_000;
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 190, 44, 10, 24, 34];

const CHARTS = [
  ["losses (nats)", [["policy", (m) => m.losses.policy], ["result", (m) => m.losses.wdl], ["margin", (m) => m.losses.margin]]],
  ["policy entropy in self-play (nats)", [["entropy", (m) => m.games.policy_entropy]]],
  ["plies a game", [["plies", (m) => m.games.mean_plies]]],
  ["share of games finished", [["finished", (m) => m.games.finished], ["unproven", (m) => m.games.unproven]]],
  ["White's mean margin, by distance", [["margin", (m) => m.games.white_margin]]],
  ["positions a second in self-play", [["positions/s", (m) => m.time.positions_per_second]]],
];

const number = (value) => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(3)).toString());

// One chart: series of { name, points: [[generation, value, low?, high?]] }.
function chart(title, series) {
  const all = series.flatMap(({ points }) => points);
  const values = all.flatMap(([, ...rest]) => rest).filter(Number.isFinite);
  const [lo, top] = [Math.min(...values, Infinity), Math.max(...values, -Infinity)];
  const hi = top > lo ? top : lo + 1;
  const [first, last] = [Math.min(...all.map(([g]) => g)), Math.max(...all.map(([g]) => g))];
  const x = (generation) => LEFT + ((WIDTH - LEFT - RIGHT) * (generation - first)) / Math.max(1, last - first);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (hi - Math.max(lo, Math.min(hi, value)))) / (hi - lo);
  const grid = [lo, (lo + hi) / 2, hi].map((value) => `<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 4}" y="${y(value) + 3}" text-anchor="end">${number(value)}</text>`);
  const lines = series.map(({ name, points }, i) => {
    const path = points.map(([g, value], at) => `${at ? "L" : "M"}${x(g).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const bars = points.filter(([, , low]) => low !== undefined).map(([g, value, low, high]) => `<line x1="${x(g)}" x2="${x(g)}" y1="${y(low)}" y2="${y(high)}" stroke="${COLOURS[i]}" stroke-width="2"/><circle cx="${x(g)}" cy="${y(value)}" r="3" fill="${COLOURS[i]}"/>`);
    return `<path d="${path}" fill="none" stroke="${COLOURS[i]}" stroke-width="2"/>${bars.join("")}<text x="${LEFT + 90 * i}" y="${HEIGHT - 5}" style="fill:${COLOURS[i]}">${name}</text>`;
  });
  return `<figure class="panel"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}"><text class="title" x="${LEFT}" y="13">${title}</text>${grid.join("")}${lines.join("")}<text x="${LEFT}" y="${HEIGHT - 19}">${first}</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 19}" text-anchor="end">generation ${last}</text></svg></figure>`;
}

// What JSON writes as null was infinite: all games won or lost.
const bound = (value, infinite) => (value === null ? infinite : value);

function ratings(list) {
  if (!list.length) return "";
  const points = list.filter(({ elo }) => elo[0] !== null).map(({ generation, elo }) => [generation, elo[0], bound(elo[1], -Infinity), bound(elo[2], Infinity)]);
  return points.length ? chart(`Elo above ${list[0].anchor}, 95 % intervals`, [{ name: "rating", points }]) : "";
}

function draw(run) {
  $("title").textContent = `Training: ${run.name}`;
  const done = run.metrics.length;
  $("progress").textContent = `${run.variant}, generation ${done} of ${run.generations}${done < run.generations ? "; this page looks again every ten seconds" : ""}.`;
  const curves = done ? CHARTS.map(([title, series]) => chart(title, series.map(([name, of]) => ({ name, points: run.metrics.map((m) => [m.generation, of(m)]) })))) : [];
  $("charts").innerHTML = curves.join("") + ratings(run.ratings);
  const slider = $("generation");
  const atEnd = slider.value === slider.max;
  slider.max = Math.max(1, done);
  if (atEnd && Number(slider.value) !== done && done) {
    slider.value = done;
    showGames();
  }
}

const link = ({ variant, start, moves }) => `/#${new URLSearchParams({ variant, ...(start ? { start } : {}), moves: moves.map((move) => move.replace(/[-:]/, "")).join("."), at: 0 })}`;

async function showGames() {
  const generation = Number($("generation").value);
  $("shown").textContent = generation;
  try {
    const games = await api.runGames(generation);
    if (generation !== Number($("generation").value)) return;
    $("games").replaceChildren(...games.map((game) => {
      const item = document.createElement("li");
      const text = `game ${game.game}: ${game.moves.length} plies, ${game.result}`;
      if (game.playable) item.append(Object.assign(document.createElement("a"), { href: link(game), textContent: text }));
      else item.textContent = `${text} (start the server with --variant to replay it)`;
      return item;
    }));
  } catch (error) {
    $("games").textContent = error.message;
  }
}

async function look() {
  try {
    draw(await api.run());
    $("message").hidden = true;
  } catch (error) {
    $("message").textContent = error.message;
    $("message").hidden = false;
  }
  document.body.dataset.ready = "1";
}

$("generation").addEventListener("input", showGames);
await look();
showGames();
setInterval(() => document.hidden || look(), EVERY_MS);
