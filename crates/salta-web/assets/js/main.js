// The page with the board: ties state, board, analysis, graph and the server together.

import * as api from "./api.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import * as files from "./files.js";
import { Graph } from "./graph.js";
import { drawMoves } from "./moves.js";
import { Seats } from "./seats.js";
import { piecesOf } from "./squares.js";
import { State } from "./state.js";

const $ = (id) => document.getElementById(id);
let state = new State(location.hash);
let view = null;
let refreshing = null;
let replying = null;

const announce = (text) => ($("announcer").textContent = text);
const board = new Board($("board"), { move: (move) => play(move.text), announce });
const analysis = new Analysis({
  board,
  elements: { race: $("race"), thinking: $("thinking"), candidates: $("candidates"), effortHead: $("effort-head"), heat: $("heat") },
  state: () => state,
  fail,
  reviewed: drawReview,
});
const graph = new Graph($("graph"), (at) => at !== state.at && go(at));
const seats = new Seats({ white: $("white"), black: $("black"), custom: $("custom") }, seated);

function fail(error) {
  $("message").textContent = error.message;
  $("message").hidden = false;
}

function calm() {
  $("message").hidden = $("advice").hidden = true;
}

const isHuman = (side) => state.seat(side) === "you";
const sideName = (side) => side[0].toUpperCase() + side.slice(1);

// Asks the server about the position shown and draws all of it; false if that was refused.
async function refresh() {
  refreshing?.abort();
  replying?.abort();
  const own = (refreshing = new AbortController());
  history.replaceState(null, "", state.hash());
  try {
    const answer = await api.game(state.game(), state.at, own.signal);
    if (own !== refreshing) return true;
    view = answer;
  } catch (error) {
    if (error.name === "AbortError") return true;
    fail(error);
    return false;
  }
  draw();
  analysis.follow(view);
  letReply();
  return true;
}

function draw() {
  const numbers = $("numbers").checked;
  board.orient(state.flipped, numbers);
  analysis.numbers = numbers;
  const recent = state.at ? view.moves[state.at - 1] : null;
  const able = !view.over && (isHuman(view.to_move) || !state.isAtEnd());
  board.show({ pieces: piecesOf(view.positions[state.at]), legal: view.legal, goals: view.goals, recent: recent && [recent.from, recent.to], able, mustJump: view.must_jump });
  $("position").value = view.positions[state.at];
  drawSeats();
  drawStatus();
  drawReview();
  const atStart = state.at === 0;
  $("first").disabled = $("previous").disabled = atStart;
  $("next").disabled = $("last").disabled = state.isAtEnd();
  $("take-back").disabled = !state.moves.length;
  $("hint").disabled = Boolean(view.over);
  $("review").disabled = !state.moves.length;
}

function drawSeats() {
  for (const side of ["white", "black"]) {
    const need = view.need[side === "white" ? 0 : 1];
    const count = need.proven ? `${need.lo}` : `${need.lo}–${need.hi}`;
    const host = (side === "white") === !state.flipped ? $("seat-bottom") : $("seat-top");
    const name = document.createElement("b");
    name.className = view.to_move === side && !view.over ? "turn" : "";
    name.textContent = `${sideName(side)} · ${seats.nameOf(state.seat(side))}`;
    const needs = document.createElement("span");
    needs.className = "quiet";
    needs.title = need.proven ? "moves needed alone on the board: the exact count" : "moves needed alone on the board, between proven bounds";
    needs.textContent = `needs ${count}`;
    host.replaceChildren(name, needs);
  }
}

function drawStatus() {
  const { over, to_move: mover, must_jump: mustJump } = view;
  if (over) $("status").textContent = over.sentence;
  else if (isHuman(mover)) $("status").textContent = `${sideName(mover)} to move${mustJump ? " – must jump" : ""}.`;
  else $("status").textContent = state.isAtEnd() ? `${sideName(mover)} is thinking …` : `${sideName(mover)} to move.`;
  board.call(mustJump && !over && isHuman(mover) && state.isAtEnd() ? "Salta!" : "");
}

function drawReview(done = false) {
  const counts = view.distances.map(([white, black]) => black - white);
  graph.draw(counts, analysis.points, state.at);
  const firstPly = Number(view.positions[0].split(" ")[2]);
  drawMoves($("moves"), { moves: view.moves, firstPly, at: state.at, numbers: $("numbers").checked, points: analysis.points, jump: go });
  const turning = analysis.points.filter((point) => point?.turning);
  if (done || analysis.points.length) $("turning").textContent = turning.length ? `Turning points: ${turning.map((point) => `${view.moves[point.ply - 1]?.text} (−${point.lost.toFixed(1)})`).join(", ")}.` : done ? "No turning point: nobody threw much away at once." : "Looking at every move …";
  else $("turning").textContent = "";
}

async function letReply() {
  const player = state.seat(view.to_move);
  if (view.over || player === "you" || !state.isAtEnd()) return;
  const own = (replying = new AbortController());
  try {
    const { move, words } = await api.reply(state.game(), player, state.seed, own.signal);
    if (own !== replying) return;
    announce(words.join("; "));
    analysis.forget();
    state.play(move);
    refresh();
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  }
}

function play(move) {
  calm();
  const cut = !state.isAtEnd();
  if (cut) seats.takeOver(state, view.to_move);
  analysis.forget();
  state.play(move);
  refresh();
}

function go(at) {
  calm();
  state.at = Math.max(0, Math.min(state.moves.length, at));
  refresh();
}

// Back to the last position in which a human was to move.
function takeBack() {
  calm();
  analysis.forget();
  const first = view.positions[0].split(" ")[1] === "w" ? "white" : "black";
  const moverAt = (ply) => (ply % 2 === 0 ? first : first === "white" ? "black" : "white");
  let at = state.moves.length - 1;
  while (at > 0 && !isHuman(moverAt(at)) && (isHuman("white") || isHuman("black"))) at--;
  state.moves = state.moves.slice(0, Math.max(0, at));
  state.at = state.moves.length;
  refresh();
}

function seated(side, player) {
  calm();
  state[side] = player;
  refresh();
}

async function tryGame(next) {
  const before = state;
  state = next;
  calm();
  analysis.forget();
  seats.show(state);
  $("variant").value = state.variant;
  if (!(await refresh())) {
    state = before;
    seats.show(state);
    history.replaceState(null, "", state.hash());
    $("variant").value = state.variant;
  }
}

function changed(change) {
  const next = Object.assign(new State(), state, { moves: [...state.moves] });
  change(next);
  return next;
}

async function takeHint() {
  calm();
  try {
    const { move, words } = await api.hint(state.game(state.at));
    $("advice").textContent = `Hint: ${$("numbers").checked ? move.numbers : move.text} – ${words.join("; ")}.`;
    $("advice").hidden = false;
    board.arrows([{ ...move, side: view.to_move, width: 1.6, opacity: 0.85 }]);
  } catch (error) {
    fail(error);
  }
}

async function load(file) {
  try {
    const { variant, start, moves } = await files.open(file);
    await tryGame(changed((next) => Object.assign(next, { variant, start: start ?? "", moves, at: 0, white: "you", black: "you" })));
  } catch (error) {
    fail(error);
  }
}

function typeMove(text) {
  const wanted = text.trim().toLowerCase().replace(/[-:\s]/g, "");
  const fits = (move) => [move.text, move.numbers].some((name) => name.replace(/[-:]/, "") === wanted);
  const move = view.legal.find(fits);
  if (move) return play(move.text);
  fail(new Error(`“${text}” is not a legal move here. Legal: ${view.legal.map((m) => ($("numbers").checked ? m.numbers : m.text)).join(", ") || "none, the game is over"}.`));
}

function toggleAnalysis() {
  analysis.on = !analysis.on;
  $("analyse").setAttribute("aria-pressed", analysis.on);
  analysis.follow(view);
}

function wire() {
  const click = (id, act) => $(id).addEventListener("click", act);
  click("first", () => go(0));
  click("previous", () => go(state.at - 1));
  click("next", () => go(state.at + 1));
  click("last", () => go(state.moves.length));
  click("take-back", takeBack);
  click("flip", () => { state.flipped = !state.flipped; refresh(); });
  click("hint", takeHint);
  click("new", () => tryGame(changed((next) => next.restart(""))));
  click("analyse", toggleAnalysis);
  click("review", () => { calm(); analysis.review(); });
  click("save", () => files.save(state.game(), seats.nameOf(state.white), seats.nameOf(state.black)).catch(fail));
  click("share", () => files.share($("share")));
  click("set-position", () => tryGame(changed((next) => next.restart($("position").value.trim()))));
  $("load").addEventListener("change", ({ target }) => { if (target.files[0]) load(target.files[0]); target.value = ""; });
  $("variant").addEventListener("change", ({ target }) => tryGame(changed((next) => { next.variant = target.value; next.restart(""); })));
  $("typed").addEventListener("keydown", (event) => { if (event.key === "Enter") { calm(); typeMove(event.target.value); event.target.value = ""; } });
  $("numbers").addEventListener("change", ({ target }) => { localStorage.setItem("numbers", target.checked ? "1" : ""); draw(); });
  $("heat").addEventListener("change", () => analysis.drawHeat());
  $("board").addEventListener("pointerup", () => analysis.opinion && analysis.drawHeat());
  document.addEventListener("keydown", shortcut);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => { event.preventDefault(); if (event.dataTransfer.files[0]) load(event.dataTransfer.files[0]); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) analysis.stop(); else if (view) analysis.follow(view); });
  addEventListener("pagehide", () => { analysis.stop(); analysis.leaveReview?.abort(); });
  addEventListener("hashchange", () => { const next = new State(location.hash); if (next.hash() !== state.hash()) tryGame(next); });
}

function shortcut(event) {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = { t: takeBack, f: () => $("flip").click(), h: takeHint, a: toggleAnalysis, ",": () => go(state.at - 1), ".": () => go(state.at + 1), Home: () => go(0), End: () => go(state.moves.length) }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

async function begin() {
  $("numbers").checked = localStorage.getItem("numbers") === "1";
  wire();
  try {
    const about = await api.about();
    for (const { name } of about.variants) $("variant").append(new Option(name, name));
    $("variant").value = state.variant;
    seats.offer(about);
    $("heat-label").hidden = !about.networks.length;
    $("training-link").hidden = !about.run;
    $("about").textContent = `salta ${about.version}`;
  } catch (error) {
    fail(error);
  }
  // Who comes for the first time has an opponent at once.
  if (location.hash.length < 2) state.black = seats.first();
  seats.show(state);
  await refresh();
  document.body.dataset.ready = "1";
}

begin();
