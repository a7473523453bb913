// The page with the board: ties the game on the table, board, analysis, review and controls together.

import * as api from "./api.js";
import { Acts } from "./acts.js";
import { Analysis } from "./analysis.js";
import { Analysts } from "./analysts.js";
import { byElement } from "./bindings.js";
import { Board } from "./board.js";
import { drawBoard, drawHeaders, drawMoment } from "./drawing.js";
import { Candidates } from "./candidates.js";
import { enable, wire } from "./controls.js";
import { Course } from "./course.js";
import { Editor } from "./editor.js";
import { ADDRESS } from "./game-of-1901.js";
import { Graph } from "./graph.js";
import { watchPage } from "./leaving.js";
import { Messages } from "./messages.js";
import { Review } from "./review.js";
import * as rules from "./rules.js";
import * as saved from "./saved.js";
import { Seats } from "./seats.js";
import { Standing } from "./standing.js";
import { State } from "./state.js";
import { fill, said, say, switchLanguage } from "./strings.js";
import { Table } from "./table.js";
import { drawTried } from "./tried.js";

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);
/** @param {Move} move */
const notation = (move) => ($("numbers").checked ? move.numbers : move.text);
const messages = new Messages($);
const reload = { label: say("error.try-again"), act: () => location.reload() };
/** A link that was refused would be refused again. @param {any} error */
const fail = (error) => messages.fail(error, table.answered || error.isFinal ? null : reload);
const firstVisit = location.hash.length < 2;
/** @type {About["variants"]} */
let variants = [];

const table = new Table(new State(location.hash), {
  shown,
  refused: fail,
  silent: (error) => {
    standing.draw(table);
    messages.fail(error, { label: say("error.ask-again"), act: () => table.askAgain() });
  },
  acted: () => {
    messages.calm();
    editor.end();
  },
  changed: () => review.changed(),
  remarked: (words) => messages.announce(words.map(said).join("; ")),
  ended: () => course.task || review.begin(table.state),
});
/** @type {Board} */
const board = new Board($("board"), {
  move: (move) => (editor.isOn ? editor.move(move) : acts.played(move)),
  pick: () => {
    messages.calm();
    analysis.drawHeat();
  },
  refuse: (from, to) => (editor.isOn ? editor.touch(to ?? from) : acts.refuse(from, to)),
  free: (square) => editor.touch(square),
  announce: (text) => messages.announce(text),
});
const candidates = new Candidates($("candidates"), $("effort-head"), {
  point: (candidate) => analysis.drawArrows(candidate),
  play: (move) => acts.played(move),
});
const analysts = new Analysts({ select: $("analyst"), heat: $("heat-label"), solving: $("solving") }, followGame, fail);
const analysis = new Analysis({
  board,
  candidates,
  elements: { race: $("race"), thinking: $("thinking"), heat: $("heat"), analysts },
  notation,
  fail,
});
const review = new Review({
  graph: new Graph($("graph"), (at) => acts.jump(at)),
  elements: {
    moves: $("moves"),
    coach: $("coach"),
    turning: $("turning"),
    losses: $("losses"),
    ranked: $("ranked"),
    analysts,
  },
  notation,
  told: {
    fail,
    jump: (/** @type {number} */ at) => acts.jump(at),
    grown: drawReview,
    become: (/** @type {State} */ next) => table.act(next.with(table.state)),
    tryIt: (/** @type {State} */ position, /** @type {Moment} */ moment) => acts.tryIt(position, moment),
  },
});
const seats = new Seats($, (side, player) => table.seat(side, player));
const course = new Course({ menu: $("learn"), panel: $("lesson") }, { table, messages });
const editor = new Editor(board, $, {
  play: (line) => acts.setUp(line),
  leave: () => shown(),
});
const acts = new Acts({
  $,
  table,
  board,
  analysis,
  analysts,
  review,
  seats,
  messages,
  fail,
  notation,
  shown,
  follow: followGame,
  course,
  editor,
});
const standing = new Standing(
  { status: $("status"), top: $("seat-top"), bottom: $("seat-bottom"), lead: $("lead") },
  seats,
);

/** Draws all of the position that the server has told of; another game is brought into view. */
function shown(isOther = false) {
  if (isOther) $("board").scrollIntoView({ block: "nearest" });
  if (!course.task) saved.keep(table.state);
  saved.list($("saved-games"), (player) => seats.nameOf(player));
  analysts.suit(table.state.variant);
  draw();
  followGame();
  course.shown(table.state);
}

function followGame() {
  if (!table.answered) return;
  drawControls();
  if (editor.isOn) return analysis.stop();
  analysis.follow(table.gameShown(), table.view);
  if (!analysis.on && review.isOf(table.state)) drawMoment(board, review.coach.at(table.state.at));
}

function draw() {
  const { state, view } = table;
  seats.drawLevels($("levels"), state.variant);
  board.orient(view.board, state.flipped, $("numbers").checked);
  if (!editor.isOn) drawBoard(board, table);
  if (document.activeElement !== $("position")) $("position").value = view.positions[state.at];
  drawHeaders($("headers"), state.headers);
  standing.draw(table);
  drawReview();
}

function drawReview() {
  review.draw(table.view, table.state);
  drawTried($("tried"), table, $("numbers").checked);
}

function drawControls() {
  const { state, view } = table;
  enable($, state, view);
  $("variant").value = state.variant;
  rules.draw($("rules"), variants, state.variant);
  seats.show(state, analysts.isSolved(state.variant));
}

// What the server offers: variants, opponents, analysts.
/** @param {About} about */
function offer(about) {
  variants = about.variants;
  for (const { name } of variants) $("variant").append(new Option(name, name));
  analysts.offer(about);
  seats.offer(about);
  $("training-link").hidden = !about.run;
  $("about").textContent = `salta ${about.version}`;
  // Who comes for the first time has an opponent at once.
  if (firstVisit) table.state.black = seats.ladderOf(table.state.variant).levels[0].player;
}

async function begin() {
  $("intro").open = firstVisit;
  fill();
  $("language").addEventListener("click", switchLanguage);
  wire($, byElement(acts));
  watchPage(acts);
  try {
    offer(await api.about());
  } catch (error) {
    fail(error);
  }
  const isGameOf1901 = location.hash === ADDRESS;
  await course.resume(table.state);
  // Behind a bad link there is a new game, and the sentence that says what is wrong.
  if (!(await table.become(table.state)) && !table.answered) await table.become(new State());
  if (isGameOf1901) await acts.showGameOf1901();
  course.drawMenu();
  document.body.dataset.ready = "1";
}

begin();
