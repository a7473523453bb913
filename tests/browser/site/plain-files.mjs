// The board without a server, from a folder of plain files below a path of its own. SALTA_URL: a running
// `salta serve`, to compare with.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { click, krone, middle, moveBy, plies, textOf, until } from "../page.mjs";
import { analyse, current, hint } from "../shown.mjs";
import { close, folder, native, open, site } from "./tab.mjs";

/** @typedef {{ variant: string, moves: string[] }} Game */
/** @typedef {{ game: Game, opponent: string, seed: number }} Ask */

test("a game is played, hinted at, analysed, reviewed, saved and loaded", async () => {
  const page = await open();
  await moveBy(page, "e3", "f4");
  await until(async () => (await plies(page)) === 2, "no reply came");
  await hint(page);
  await analyse(page);
  assert.match(await textOf(page.locator("#thinking")), /^two-hours: White's expected margin .*simulations/);
  await page.click("#analyse");
  await page.selectOption("#analyst", "alphabeta@2");
  await page.click("#review");
  await until(async () => (await textOf(page.locator("#turning"))).includes("White's margin went from"), "no review");
  await click(page, "a1");
  await page.waitForSelector("[data-refused]");
  await page.locator("#files summary").click();
  await page.setInputFiles("#load", { name: "krone.salta", mimeType: "text/plain", buffer: await krone() });
  await until(async () => (await plies(page)) === 214, "the game of 1901 was not loaded");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  assert.match(await readFile(await download.path(), "utf8"), /\[Variant "buettgenbach-1899"\]/);
  await page.click("text=Rules >> nth=0");
  await page.waitForSelector("h1");
  assert.ok(page.url().startsWith(`${site}help/rules`));
  // The board still has the game, also by way of another page.
  await page.click("text=Terms >> nth=0");
  await page.click("nav >> text=Board");
  await until(async () => (await plies(page)) === 214, "the game is lost behind the help pages");
  await close(page);
});

test("the game of 1901 and the rules in German are there too", async () => {
  const page = await open("#game-of-1901");
  assert.equal(await plies(page), 214);
  assert.match(await textOf(page.locator("#turning")), /White's margin went from/);
  assert.equal(await textOf(page.locator("#headers h2")), "Krone – Grotewold");
  await page.goto(`${site}help/de/rules.html`);
  assert.equal(await textOf(page.locator("h1")), "Die Spielregeln");
  await close(page);
});

test("an analysis ends with the position, and a bad link in words", async () => {
  const page = await open("#moves=e3f4.a1a9");
  assert.match(await textOf(page.locator("#message")), /light square|cannot be played/);
  await analyse(page, "alphabeta@2");
  const first = await middle(page, "e3");
  await moveBy(page, "e3", "f4");
  assert.ok(first);
  await page.waitForSelector("[data-arrow]");
  await page.click("#analyse");
  assert.equal(await page.locator("[data-arrow]").count(), 0);
  await close(page);
});

test("stepping through a game with an analysis leaves its review alone", async () => {
  const page = await open();
  await page.setInputFiles("#load", { name: "krone.salta", mimeType: "text/plain", buffer: await krone() });
  await until(async () => (await plies(page)) === 214, "the game of 1901 was not loaded");
  await page.click("#analyse");
  await page.click("#review");
  const done = async () => Number((await textOf(page.locator("#turning"))).match(/(\d+) of 215/)?.[1] ?? 0);
  await until(async () => (await done()) > 0, "no review");
  for (const ply of ["1", "2"]) {
    await page.keyboard.press("ArrowRight");
    await until(async () => (await current(page)) === ply, "no step was taken");
  }
  const before = await done();
  await until(async () => (await done()) > before + 1, "the review has ended");
  assert.ok(await page.locator("#message").isHidden());
  await close(page);
});

test("the program, the pages and the first network are below 3.5 MB compressed", async () => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  let total = 0;
  for (const { parentPath, name } of files) {
    if (name.endsWith(".safetensors") && name !== "two-hours.safetensors") continue;
    const bytes = gzipSync(await readFile(join(parentPath, name))).length;
    if (name === "salta.wasm") console.log(`salta.wasm: ${bytes} bytes compressed`);
    total += bytes;
  }
  console.log(`the site with its first network: ${total} bytes compressed`);
  assert.ok(total < 3_500_000, `${total} bytes`);
});

test("networks in int8 and the classical opponents play the moves of the native program", async () => {
  const page = await open();
  /** @param {Ask} ask */
  const here = (ask) => page.evaluate(async (ask) => (await import("./js/transport.js")).once("reply", ask), ask);
  /** @type {[opponent: string, turns: number][]} */
  const opponents = [
    ["checkpoint:quickstart:sims=32,precision=int8", 30],
    ["checkpoint:two-cores:sims=16,precision=int8", 8],
    ["alphabeta@2:nodes=3000", 20],
    ["uct@1:sims=300", 8],
    ["greedy@1", 20],
  ];
  for (const [opponent, turns] of opponents) {
    /** @type {Game} */
    const game = { variant: "buettgenbach-1899", moves: [] };
    for (let turn = 0; turn < turns; turn++) {
      const ask = { game, opponent, seed: 7 };
      const [expected, found] = await Promise.all([native("reply", ask), here(ask)]);
      assert.deepEqual(found, expected, `${opponent} after ${game.moves.join(" ")}`);
      game.moves.push(found.move);
    }
  }
  await close(page);
});
