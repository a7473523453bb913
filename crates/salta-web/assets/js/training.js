// A training run as it goes: curves, ratings with intervals, games to replay.

import * as api from "./api.js";
import { chart } from "./chart.js";

const $ = (id) => document.getElementById(id);
const EVERY_MS = 10_000;

// The value at a JSON pointer in a line of the metrics.
const at = (line, key) => key.split("/").slice(1).reduce((part, name) => part?.[name], line);

function curves({ metrics, charts }) {
  if (!metrics.length) return [];
  const points = (key) => metrics.map((line) => [line.generation, at(line, key)]);
  return charts.map(({ title, series }) => chart(title, series.map(({ name, key }) => ({ name, points: points(key) }))));
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
  $("charts").innerHTML = [...ratings(run.ratings), ...curves(run)].join("");
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
