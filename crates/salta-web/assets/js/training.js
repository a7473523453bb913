// A training run as it goes: curves, ratings with intervals, games to replay.

import * as api from "./api.js";
import { chart } from "./chart.js";
import { plain } from "./lines.js";
import { duration } from "./numbers.js";
import { Replay } from "./replay.js";
import { result } from "./results.js";
import { fill, messageOf, named, say, switchLanguage } from "./strings.js";
import { leadBack } from "./way-back.js";

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);
const replay = new Replay($("board"), $("pause"));
let variant = "";
// The generation whose games were shown last.
let last = 0;
const EVERY_MS = 10_000;
// Generations that the time left is judged by, and simulations of their networks as opponents.
const LATEST = 5;
const SIMULATIONS = 64;

// The value at a JSON pointer in a line of the metrics.
/** @param {any} line @param {string} key */
const at = (line, key) =>
  key
    .split("/")
    .slice(1)
    .reduce((part, name) => part?.[name], line);

/** @param {Run} it */
function curves({ metrics, charts }) {
  if (!metrics.length) return [];
  /** @param {string} key */
  const points = (key) => metrics.map((line) => [line.generation, at(line, key)]);
  return charts.map(({ title, series }) =>
    chart(
      named("chart", title),
      series.map(({ name, key }) => ({ name: named("series", name), points: points(key) })),
    ),
  );
}

// A chart for each anchor, since ratings above different players cannot be compared.
/** @param {Rating[]} list */
function ratings(list) {
  return [...new Set(list.map(({ anchor }) => anchor))].map((anchor) => {
    const own = list.filter((rating) => rating.anchor === anchor);
    // What JSON writes as null was infinite: all games won or lost.
    const points = own.map(({ generation, elo: [value, low, high] }) => [
      generation,
      value ?? NaN,
      low ?? -Infinity,
      high ?? Infinity,
    ]);
    return chart(say("training.elo", { anchor }), [{ name: say("training.rating"), points }]);
  });
}

/** @param {Run} run */
function draw(run) {
  const done = run.metrics.length;
  variant = run.variant;
  $("title").textContent = say("training.title", { name: run.name });
  $("progress").textContent = progress(run, done);
  $("charts").innerHTML = [...ratings(run.ratings), ...curves(run)].join("");
  $("unrated").hidden = run.ratings.length > 0;
  $("challenge").hidden = !done;
  const slider = $("generation");
  const atEnd = slider.value === slider.max;
  slider.max = Math.max(1, done);
  if (atEnd) slider.value = done;
  if (atEnd && Number(slider.value) !== last) showGames();
}

// How far the run is, whether it goes on, and how long that takes at the pace of the last generations.
/** @param {Run} it @param {number} done */
function progress({ variant, generations: all, metrics, running }, done) {
  const told = say("training.progress", { variant, done, all });
  if (done >= all) return told;
  if (!running) return `${told} ${say("training.stopped")}`;
  const latest = metrics.slice(-LATEST).map(({ time }) => time.selfplay + time.train + time.evaluation);
  const seconds = (latest.reduce((sum, each) => sum + each, 0) / Math.max(1, latest.length)) * (all - done);
  return latest.length ? `${told} ${say("training.left", { time: duration(seconds) })}` : told;
}

/** @param {RunGame} it */
function link({ variant, start, moves }) {
  const text = moves.map(plain).join(".");
  return `/#${new URLSearchParams({ variant, ...(start ? { start } : {}), moves: text, at: "0" })}`;
}

/** @param {RunGame} game */
function item(game) {
  const made = document.createElement("li");
  const { game: number, moves, result: margin, points } = game;
  const text = say("training.game", { number, plies: moves.length, result: result(...margin, points) });
  if (game.playable) made.append(Object.assign(document.createElement("a"), { href: link(game), textContent: text }));
  else made.textContent = say("training.unplayable", { game: text });
  return made;
}

// A game against a generation, by the rules of the run.
/** @param {number} generation */
function challenge(generation) {
  const name = `gen-${String(generation).padStart(4, "0")}`;
  return `/#${new URLSearchParams({ variant, black: `checkpoint:${name}:sims=${SIMULATIONS}` })}`;
}

async function showGames() {
  const generation = Number($("generation").value);
  const isGone = () => generation !== Number($("generation").value);
  $("shown").textContent = generation;
  $("challenge").href = challenge(generation);
  try {
    const games = await api.runGames(generation);
    if (isGone()) return;
    last = generation;
    $("games").replaceChildren(...games.map(item));
    const shown = games.find((/** @type {RunGame} */ { playable }) => playable);
    $("replay").hidden = !shown;
    if (shown) await replay.begin(shown);
  } catch (error) {
    if (isGone()) return;
    $("games").textContent = messageOf(error);
    $("replay").hidden = true;
  }
}

async function look() {
  try {
    draw(await api.run());
    $("message").hidden = true;
  } catch (error) {
    $("message").textContent = messageOf(error);
    $("message").hidden = false;
  }
  document.body.dataset.ready = "1";
}

fill();
leadBack();
$("language").addEventListener("click", switchLanguage);
$("generation").addEventListener("input", showGames);
await look();
setInterval(() => document.hidden || look(), EVERY_MS);
