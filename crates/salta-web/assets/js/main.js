// The page with the board: ties the game on the table, board, analysis, review and controls together.

import * as api from "./api.js";
import { Acts } from "./acts.js";
import { Analysis } from "./analysis.js";
import { Analysts } from "./analysts.js";
import { Board } from "./board.js";
import { Candidates } from "./candidates.js";
import { enable, wire } from "./controls.js";
import { Graph } from "./graph.js";
import { watchPage } from "./leaving.js";
import { Messages } from "./messages.js";
import { Review } from "./review.js";
import * as rules from "./rules.js";
import * as saved from "./saved.js";
import { Seats } from "./seats.js";
import { piecesOf } from "./squares.js";
import { Standing } from "./standing.js";
import { State } from "./state.js";
import { Table } from "./table.js";

const $ = (id) => document.getElementById(id);
const notation = (move) => ($("numbers").checked ? move.numbers : move.text);
const messages = new Messages({ message: $("message"), advice: $("advice"), announcer: $("announcer") });
const fail = (error) => messages.fail(error, table.view ? null : { label: "Try again", act: () => location.reload() });
const firstVisit = location.hash.length < 2;
let variants = [];

const table = new Table(new State(location.hash), {
  shown,
  refused: fail,
  silent: (error) => {
    standing.draw(table);
    messages.fail(error, { label: "Ask again", act: () => table.askAgain() });
  },
  acted: () => messages.calm(),
  changed: () => review.changed(),
  remarked: (words) => messages.announce(words.join("; ")),
  ended: () => review.begin(table.state),
});
const board = new Board($("board"), {
  move: (move) => acts.played(move),
  pick: () => {
    messages.calm();
    analysis.drawHeat();
  },
  refuse: (from, to) => acts.refuse(from, to),
  announce: (text) => messages.announce(text),
});
const candidates = new Candidates($("candidates"), $("effort-head"), {
  point: (candidate) => analysis.drawArrows(candidate),
  play: (move) => table.play(move.text),
});
const analysts = new Analysts({ select: $("analyst"), heat: $("heat-label") }, followGame);
const analysis = new Analysis({
  board,
  candidates,
  elements: { race: $("race"), thinking: $("thinking"), heat: $("heat"), analysts },
  notation,
  fail,
});
const review = new Review({
  graph: new Graph($("graph"), (at) => at !== table.state.at && table.go(at)),
  elements: { moves: $("moves"), coach: $("coach"), turning: $("turning"), losses: $("losses"), ranked: $("ranked"), analysts },
  notation,
  told: { fail, jump: (at) => table.go(at), grown: drawReview, become: (next) => table.become(next), tryIt: (position, moment) => acts.tryIt(position, moment) },
});
const seats = new Seats({ white: $("white"), black: $("black"), custom: $("custom") }, (side, player) => table.seat(side, player));
const acts = new Acts({ $, table, board, analysis, analysts, review, seats, messages, fail, notation, shown });
const standing = new Standing({ status: $("status"), top: $("seat-top"), bottom: $("seat-bottom"), lead: $("lead") }, seats);

// Draws all of the position that the server has told of.
function shown() {
  saved.keep(table.state);
  analysts.suit(table.state.variant);
  draw();
  followGame();
}

function followGame() {
  analysis.follow(table.gameShown(), table.view);
  if (!analysis.on && review.isOf(table.state)) drawMoment(review.coach.at(table.state.at));
}

// The better move of a moment, and the one that was played.
function drawMoment(moment) {
  if (!moment) return;
  const { side, move, best } = moment;
  board.arrows([{ ...move, side, width: 0.8, opacity: 0.5 }, { ...best, side, width: 1.7, opacity: 0.9 }]);
}

function draw() {
  const { state, view } = table;
  const recent = state.at ? view.moves[state.at - 1] : null;
  const byHand = table.isHuman(view.to_move);
  board.orient(view.board, state.flipped, $("numbers").checked);
  board.show({
    pieces: piecesOf(view.positions[state.at]),
    mover: view.to_move,
    legal: view.legal,
    goals: view.goals,
    recent: recent && [recent.from, recent.to],
    able: !view.over && (byHand || !state.isAtEnd()),
    mustJump: view.must_jump,
  });
  board.call(view.must_jump && !view.over && byHand && state.isAtEnd() ? "Salta!" : "", view.legal.map((move) => move.from));
  $("position").value = view.positions[state.at];
  standing.draw(table);
  drawReview();
  drawControls();
}

function drawReview() {
  review.draw(table.view, table.state);
}

function drawControls() {
  const { state, view } = table;
  enable($, state, view);
  $("intro").hidden = state.moves.length > 0;
  $("variant").value = state.variant;
  const known = variants.find(({ name }) => name === state.variant);
  $("rules").textContent = known ? `${rules.inWords(known.rules)}.` : "";
  seats.show(state);
}

// What the server offers: variants, opponents, analysts.
function offer(about) {
  variants = about.variants;
  for (const { name } of variants) $("variant").append(new Option(name, name));
  analysts.offer(about);
  seats.offer(about);
  seats.drawLevels($("levels"), about.levels_from);
  $("training-link").hidden = !about.run;
  $("about").textContent = `salta ${about.version}`;
  // Who comes for the first time has an opponent at once.
  if (firstVisit) table.state.black = about.first_opponent;
}

async function begin() {
  $("numbers").checked = localStorage.getItem("numbers") === "1";
  $("intro").open = firstVisit;
  wire($, acts.byElement);
  $("saved").addEventListener("toggle", () => saved.list($("saved-games"), (player) => seats.nameOf(player)));
  watchPage({ table, analysis, review });
  try {
    offer(await api.about());
  } catch (error) {
    fail(error);
  }
  // Behind a bad link there is a new game, and the sentence that says what is wrong.
  if (!(await table.become(table.state)) && !table.view) await table.become(new State());
  document.body.dataset.ready = "1";
}

begin();
