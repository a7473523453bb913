// The page over a training run: two generations of two games, and a tournament between them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, base, moveBy, open, picture, plies, slow, textOf, until } from "./page.mjs";
import { current } from "./shown.mjs";

test("a run is shown with curves, and ratings with intervals", async () => {
  const page = await open("", { path: "training" });
  assert.equal(await textOf(page.locator("h1")), "Training: tiny");
  assert.match(await textOf(page.locator("#progress")), /generation 2 of 2\./);
  const titles = await page.locator("#charts .title").allTextContents();
  for (const part of ["Elo above greedy@1, 95 % intervals", "losses", "entropy", "plies per game"])
    assert.ok(
      titles.some((title) => title.includes(part)),
      `${part} is not in ${titles}`,
    );
  const curve = await page.locator('svg[aria-label^="losses"] path').first().getAttribute("d");
  assert.ok(curve, "there is no curve");
  assert.match(curve, /^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
  assert.equal(await page.locator('svg[aria-label^="Elo"] .interval').count(), 3);
  await picture(page, "training");
});

test("ratings of several anchors have a chart each, titled with any text", async () => {
  const page = await open("", { path: "training" });
  await page.route("**/api/run", async (route) => {
    const run = await (await route.fetch()).json();
    const other = { generation: 1, anchor: 'program:"<b>"', elo: [0, -9, 9] };
    await route.fulfill({ json: { ...run, ratings: [...run.ratings, other] } });
  });
  await page.reload();
  await page.waitForSelector('svg[aria-label*="program:"]');
  const titles = await page.locator("#charts .title").allTextContents();
  assert.deepEqual(
    titles.filter((title) => /^Elo/.test(title)),
    ["greedy@1", 'program:"<b>"'].map((anchor) => `Elo above ${anchor}, 95 % intervals`),
  );
});

test("axes have round numbers, each once", async () => {
  const page = await open("", { path: "training" });
  const labels = (/** @type {[number, number][]} */ ends) =>
    page.evaluate(
      async ([module, ends]) => {
        const { ticks } = await import(module);
        return ends.map(([lo, hi]) => ticks(lo, hi).map((/** @type {{ label: string }} */ { label }) => label));
      },
      /** @type {const} */ ([`${base}js/chart.js`, ends]),
    );
  const found = await labels([
    [240, 241],
    [-3.5, 0.75],
    [1886, 5677],
  ]);
  assert.deepEqual(found, [
    ["240", "240.2", "240.4", "240.6", "240.8", "241"],
    ["−3", "−2", "−1", "0"],
    ["2,000", "3,000", "4,000", "5,000"],
  ]);
});

test("games of each generation are replayed", async () => {
  const page = await open("", { path: "training" });
  const games = () => page.locator("#games a").allTextContents();
  await until(async () => (await games()).length === 2, "the last generation has no games");
  const last = await games();
  await page.locator("#generation").fill("1");
  await until(
    async () => (await games()).length === 2 && (await games())[0] !== last[0],
    "the first generation has no games of its own",
  );
  assert.match((await games())[0], /^Game 0: 12 plies, /);
  await page.locator("#games a").first().click();
  await page.waitForSelector("#moves button");
  assert.ok(page.url().startsWith(`${base}#`));
  assert.equal(await plies(page), 12);
  await page.click("#next");
  await until(async () => (await current(page)) === "1", "the first move is not shown");
});

test("values are told where the pointer rests, a game is replayed, and a stopped run says so", async () => {
  const page = await open("", { path: "training" });
  const column = await textOf(page.locator('svg[aria-label^="losses"] .column title').first());
  assert.match(column, /^generation 1: .*\d/);
  await page.waitForSelector("#replay:not([hidden]) .piece");
  await page.waitForSelector("#replay .recent");
  await page.route("**/api/run", async (route) => {
    const response = await route.fetch();
    const { metrics, ...run } = await response.json();
    // Ten generations of 24 seconds are left, however fast this machine is.
    for (const { time } of metrics) Object.assign(time, { selfplay: 20, train: 4 });
    await route.fulfill({ json: { ...run, metrics, generations: 12, running: answer.running } });
  });
  const answer = { running: false };
  await page.reload();
  await until(
    async () => /generation 2 of 12\. The run has stopped/.test(await textOf(page.locator("#progress"))),
    "it seems to go on",
  );
  answer.running = true;
  await page.reload();
  await until(async () => /About 4 minutes left\./.test(await textOf(page.locator("#progress"))), "no time is told");
});

// Counts the timers that run.
const COUNT_TIMERS = `{
  const { setInterval, clearInterval } = globalThis;
  globalThis.timers = new Set();
  globalThis.setInterval = (...it) => {
    const timer = setInterval(...it);
    timers.add(timer);
    return timer;
  };
  globalThis.clearInterval = (timer) => {
    timers.delete(timer);
    clearInterval(timer);
  };
}`;

test("a game that replaces another one is replayed alone", async () => {
  const page = await open("", { path: "training" });
  await page.addInitScript(COUNT_TIMERS);
  await slow(page, "game", 1000);
  let [requests, answers] = [0, 0];
  page.on("request", (request) => request.url().endsWith("api/game") && requests++);
  page.on("response", (response) => response.url().endsWith("api/game") && answers++);
  await page.reload();
  await until(() => requests === 1, "no game was asked for");
  await page.locator("#generation").fill("1");
  await until(() => answers === 2, `${answers} games were asked for`);
  await page.waitForSelector("#replay:not([hidden]) .recent");
  // One looks at the run.
  assert.equal(await page.evaluate("timers.size"), 2);
});

test("a generation is played against", async () => {
  const page = await open("", { path: "training" });
  await page.locator("#generation").fill("1");
  await until(
    async () => /gen-0001/.test((await page.locator("#challenge").getAttribute("href")) ?? ""),
    "no opponent",
  );
  await page.locator("#challenge").click();
  await page.waitForSelector("body[data-ready] .piece.able");
  await moveBy(page, "e3", "f4");
  await until(async () => (await plies(page)) === 2, "the generation does not reply");
});

test("a generation whose games are gone is played against, and none is replayed", async () => {
  const page = await open("", { path: "training" });
  await page.waitForSelector("#replay:not([hidden])");
  await page.route("**/api/run/games/1", (route) => route.fulfill({ status: 404, json: {} }));
  await page.locator("#generation").fill("1");
  await page.waitForSelector("#replay", { state: "hidden" });
  assert.match((await page.locator("#challenge").getAttribute("href")) ?? "", /gen-0001/);
});

test("a run is read on a phone", async () => {
  const page = await open("", { path: "training", options: PHONE });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
});
