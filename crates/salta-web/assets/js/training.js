// A training run as it goes: curves, ratings with intervals, games to replay.

import * as api from "./api.js";
import { chart } from "./chart.js";

const $ = (id) => document.getElementById(id);
const EVERY_MS = 10_000;

const CHARTS = [
  ["losses (nats)", [["policy", (m) => m.losses.policy], ["result", (m) => m.losses.wdl], ["margin", (m) => m.losses.margin]]],
  ["policy entropy in self-play (nats)", [["entropy", (m) => m.games.policy_entropy]]],
  ["plies a game", [["plies", (m) => m.games.mean_plies]]],
  ["share of games", [["finished", (m) => m.games.finished], ["unproven", (m) => m.games.unproven]]],
  ["White's mean margin, by distance", [["margin", (m) => m.games.white_margin]]],
  ["positions a second in self-play", [["positions/s", (m) => m.time.positions_per_second]]],
];

function curves(metrics) {
  if (!metrics.length) return [];
  const series = (all) => all.map(([name, of]) => ({ name, points: metrics.map((m) => [m.generation, of(m)]) }));
  return CHARTS.map(([title, all]) => chart(title, series(all)));
}

// What JSON writes as null was infinite: all games won or lost.
const bound = (value, infinite) => value ?? infinite;

function ratings(list) {
  if (!list.length) return [];
  const points = list.map(({ generation, elo }) => [generation, bound(elo[0], NaN), bound(elo[1], -Infinity), bound(elo[2], Infinity)]);
  return [chart(`Elo above ${list[0].anchor}, 95 % intervals`, [{ name: "rating", points }])];
}

function draw(run) {
  const done = run.metrics.length;
  $("title").textContent = `Training: ${run.name}`;
  $("progress").textContent = `${run.variant}, generation ${done} of ${run.generations}${done < run.generations ? "; this page looks again every ten seconds" : ""}.`;
  $("charts").innerHTML = [...ratings(run.ratings), ...curves(run.metrics)].join("");
  $("unrated").hidden = run.ratings.length > 0;
  const slider = $("generation");
  const atEnd = slider.value === slider.max;
  slider.max = Math.max(1, done);
  if (atEnd && Number(slider.value) !== done && done) {
    slider.value = done;
    showGames();
  }
}

function link({ variant, start, moves }) {
  const text = moves.map((move) => move.replace(/[-:]/, "")).join(".");
  return `/#${new URLSearchParams({ variant, ...(start ? { start } : {}), moves: text, at: 0 })}`;
}

function item(game) {
  const made = document.createElement("li");
  const text = `game ${game.game}: ${game.moves.length} plies, ${game.result}`;
  if (game.playable) made.append(Object.assign(document.createElement("a"), { href: link(game), textContent: text }));
  else made.textContent = `${text} (start the server with --variant to replay it)`;
  return made;
}

async function showGames() {
  const generation = Number($("generation").value);
  $("shown").textContent = generation;
  try {
    const games = await api.runGames(generation);
    if (generation === Number($("generation").value)) $("games").replaceChildren(...games.map(item));
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
