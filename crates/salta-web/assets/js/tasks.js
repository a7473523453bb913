// What there is to learn: the lesson, exercises and puzzles, each a position with its best move.

import { tenths } from "./numbers.js";
import * as storage from "./storage.js";
import { failure, say } from "./strings.js";

/**
 * A position to find a move in. `line`: the best move, and what may follow; without one, trying a forbidden
 * move (`forbidden`: the key of its refusal) is the task. `say`: the string that sets it; `proof`: how the
 * best move is known.
 * @typedef {{ position: string, say: string, line: string[], forbidden?: string, opponent?: string,
 *   margin?: number, second?: number, proof?: string, difficulty?: number }} Task
 */

/** @type {Task[]} */
const LESSON = [
  { say: "lesson.goal", position: "4a/5/5/1A3/5/5/5/5/5/B4 w 0", line: ["c7-b8"] },
  { say: "lesson.step", position: "4a/A4/5/5/5/5/5/5/5/B4 w 0", line: ["a9-b8"] },
  { say: "lesson.jump", position: "5/5/5/5/5/5/2a2/2A2/5/4B w 0", line: ["e3:g5"] },
  { say: "lesson.blockade", position: "a4/B4/AC3/5/5/5/5/5/5/5 w 0", line: [], forbidden: "refused.blockade" },
  { say: "lesson.count", position: "5/5/4a/A4/5/5/5/5/5/5 w 0", line: ["a7-b8"], opponent: "greedy@1" },
];

/** @typedef {"lesson" | "exercises" | "puzzles"} Kind */

const KEY = "solved";
const DAY = 86_400_000;

// The tasks of a file, one a line, the easiest first.
/** @param {string} name */
async function read(name) {
  const found = await fetch(new URL(`../${name}.ndjson`, import.meta.url)).catch(() => null);
  if (!found?.ok) throw failure("learn.unavailable");
  const lines = (await found.text()).trim().split("\n");
  const tasks = lines.map((line) => ({ say: "learn.puzzle", ...JSON.parse(line) }));
  return tasks.sort((a, b) => (a.difficulty ?? 0) - (b.difficulty ?? 0));
}

const files = new Map();

/**
 * The tasks of a kind: `lesson`, `exercises` or `puzzles`.
 * @param {string} kind
 * @returns {Promise<Task[]>}
 */
export async function tasksOf(kind) {
  if (kind === "lesson") return LESSON;
  if (!files.has(kind)) files.set(kind, await read(kind));
  return files.get(kind);
}

/** @param {number} count */
export const ofToday = (count) => Math.floor(Date.now() / DAY) % count;

/** @returns {Set<string>} */
const solved = () => new Set(storage.get(KEY, []));

/** @param {Task} task */
export const isSolved = (task) => solved().has(task.position);

/** @param {Task} task */
export const keepSolved = (task) => storage.set(KEY, [...solved().add(task.position)]);

/** @param {Task} task @returns {Side} */
export const moverOf = (task) => (task.position.split(" ")[1] === "w" ? "white" : "black");

// What is said of the right move: of a lesson its own words, of a puzzle what it is worth.
/** @param {Task} task @param {string} move */
export function praise(task, move) {
  if (task.say.startsWith("lesson.")) return say(`${task.say}.done`);
  const points = tenths(Math.abs((task.margin ?? 0) - (task.second ?? 0)));
  return say("learn.worth", { move, points, proof: task.proof });
}
