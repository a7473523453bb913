// Processor time of the program in a page beside that of the native one, for docs/speed.md. SALTA_SITE: a folder that
// `cargo xtask site` wrote; SALTA: the program, built for release; CHROMIUM: the browser.

import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { chromium } from "playwright-core";
import { serve } from "./folder.mjs";

/** @typedef {(name: string, body: { game: object, opponent: string, seed: number }) => Promise<any>} Ask */

const ROUNDS = 5;
const MOVES = ["e3f4", "f8e7", "c3d4", "d8c7"];
// Each with so many replies a measurement, so that one takes about a second.
/** @type {[opponent: string, replies: number][]} */
const PLAYERS = [
  ["alphabeta@2:nodes=100000", 40],
  ["uct@1:sims=300", 200],
  ["checkpoint:two-cores:sims=64", 20],
  ["checkpoint:two-cores:sims=64,precision=int8", 20],
  ["checkpoint:quickstart:sims=64", 40],
  ["checkpoint:quickstart:sims=64,precision=int8", 40],
];

// Seconds that a process and all that it has started have spent, as Linux counts them.
/** @param {number | undefined} pid */
async function spent(pid) {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  /** @param {string} id */
  const read = (id) => readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
  const all = (await Promise.all(processes.map(read))).filter(Boolean).map((text) => {
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { id: Number.parseInt(text, 10), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  });
  /** @type {(id: number) => number} */
  const under = (id) =>
    all.filter(({ parent }) => parent === id).reduce((sum, child) => sum + child.ticks + under(child.id), 0);
  const top = all.find(({ id }) => id === pid);
  if (!top) throw new Error(`no process ${pid}`);
  return (top.ticks + under(top.id)) / 100;
}

const native = spawn(process.env.SALTA ?? "", ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
/** @type {string} */
const line = await new Promise((told) => native.stdout.once("data", (data) => told(String(data))));
const base = line.trim();
const site = await serve(process.env.SALTA_SITE ?? "");
const browser = await chromium.launchServer({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await (await chromium.connect(browser.wsEndpoint())).newPage();
await page.goto(site.url);
await page.waitForSelector("body[data-ready]");

/** @type {Ask} */
const here = (name, ask) =>
  page.evaluate(async ({ name, ask }) => (await import("./js/transport.js")).once(name, ask), { name, ask });
/** @type {Ask} */
const there = async (name, ask) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${base}api/${name}`, { method: "POST", headers, body: JSON.stringify(ask) });
  return answer.json();
};
const game = { variant: "buettgenbach-1899", moves: MOVES };

/** @param {number | undefined} pid @param {Ask} ask @param {string} opponent @param {number} replies */
async function timed(pid, ask, opponent, replies) {
  const before = await spent(pid);
  for (let seed = 0; seed < replies; seed++) {
    const { move } = await ask("reply", { game, opponent, seed });
    if (!move) throw new Error(`${opponent} does not move`);
  }
  return (1000 * ((await spent(pid)) - before)) / replies;
}

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
console.log("| player | native, ms | page, ms | native / page |\n|---|---|---|---|");
for (const [opponent, replies] of PLAYERS) {
  await Promise.all([here, there].map((ask) => ask("reply", { game, opponent, seed: 1 })));
  /** @type {Record<"native" | "page", number[]>} */
  const times = { native: [], page: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.native.push(await timed(native.pid, there, opponent, replies));
    times.page.push(await timed(browser.process().pid, here, opponent, replies));
  }
  const [one, other] = [times.native, times.page].map(median);
  console.log(`| \`${opponent}\` | ${one.toFixed(1)} | ${other.toFixed(1)} | ${(one / other).toFixed(2)} |`);
}

// A board solved in the page.
const seconds = [];
for (let round = 0; round < ROUNDS; round++) {
  const before = await spent(browser.process().pid);
  await page.evaluate(async () => (await import("./js/transport.js")).once("solve", { variant: "6x6" }));
  seconds.push((await spent(browser.process().pid)) - before);
}
console.log(
  `\n6x6 solved in the page: ${median(seconds).toFixed(1)} s (${seconds.map((s) => s.toFixed(1)).join(", ")})`,
);
native.kill();
site.server.close();
await browser.close();
