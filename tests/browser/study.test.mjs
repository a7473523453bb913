// Studying: what was tried stays, positions are set up by hand, and both are shared.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { click, middle, moveBy, open, picture, plies, said, textOf, until } from "./page.mjs";
import { analyse, current } from "./shown.mjs";

/** @import { Page } from "./page.mjs" */

/** @param {Page} page */
const tried = (page) => page.locator("#tried button").allTextContents();

test("what was tried stays, in the link and in the file", async () => {
  const page = await open({ moves: "e3f4.f8e7.c3d4.d8c7" });
  await page.click("#first");
  await until(async () => page.locator("#previous").isDisabled(), "the start is not shown");
  await click(page, "g3");
  await click(page, "h4");
  await until(async () => (await plies(page)) === 1, "nothing was tried");
  assert.deepEqual(await tried(page), ["(1. e3-f4 f8-e7 c3-d4 d8-c7)"]);
  await page.locator("#tried button").click();
  await until(async () => (await plies(page)) === 4, "the game is gone");
  assert.deepEqual(await tried(page), ["(1. g3-h4)"]);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.deepEqual(await tried(page), ["(1. g3-h4)"]);
  await page.locator("#files summary").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const text = await readFile(await download.path(), "utf8");
  assert.match(text, /1\. e3-f4 \(1\. g3-h4\) 1\.\.\. f8-e7/);
  await page.click("#new");
  await until(async () => (await plies(page)) === 0, "no new game");
  assert.deepEqual(await tried(page), []);
  await page.setInputFiles("#load", { name: "game.salta", mimeType: "text/plain", buffer: Buffer.from(text) });
  await until(async () => (await plies(page)) === 4, "the game was not read");
  assert.deepEqual(await tried(page), ["(1. g3-h4)"]);
});

test("a position is set up by hand and played", async () => {
  const page = await open({ black: "you" });
  await page.locator("#files summary").click();
  await page.click("#edit");
  await page.click("#editor-empty");
  await page.locator("#spare button", { hasText: "White star 1" }).click();
  await click(page, "e3");
  await page.locator("#spare button", { hasText: "Black star 2" }).click();
  await click(page, "f6");
  await click(page, "f6");
  await click(page, "f4");
  assert.equal(await page.locator("#spare button").count(), 29);
  await picture(page, "editor");
  await page.click("#editor-done");
  await until(async () => page.locator("#editor").isHidden(), "the position was not taken");
  assert.equal(await page.locator("#position").inputValue(), "5/5/5/5/5/5/2b2/2A2/5/5 w 0");
  await moveBy(page, "e3", "g5");
});

// A position being set up, with one piece.
/** @param {Page} page */
async function setUp(page) {
  await page.locator("#files summary").click();
  await page.click("#edit");
  await page.click("#editor-empty");
  await page.locator("#spare button", { hasText: "White star 1" }).click();
  await click(page, "e3");
}

// Whether it is still there.
/** @param {Page} page @param {string} after */
async function stays(page, after) {
  assert.ok(await page.locator("#editor").isVisible(), `the editor has gone after ${after}`);
  assert.equal(await page.locator("#board .piece").count(), 1, after);
  assert.equal(await page.locator("[data-arrow]").count(), 0, after);
}

test("a position being set up stays when the opponent replies, and whatever is pressed", async () => {
  const page = await open();
  let isSetUp = false;
  await page.route("**/api/reply", async (route) => {
    await until(() => isSetUp, "nothing was set up");
    await route.continue();
  });
  await moveBy(page, "e3", "f4");
  await setUp(page);
  isSetUp = true;
  await until(async () => (await plies(page)) === 2, "no reply came");
  await stays(page, "a reply");
  // After a click on the board the arrows step through a game.
  await click(page, "e5");
  for (const key of ["ArrowLeft", "Home", "t", "h", "f"]) await page.keyboard.press(key);
  await page.click("#flip");
  await until(async () => (await middle(page, "a1"))[1] < (await middle(page, "b10"))[1], "the board was not flipped");
  await stays(page, "a flip");
  await page.check("#numbers");
  await click(page, "e3");
  await until(async () => /star 1 on \d+:/.test(await textOf(page.locator("#announcer"))), "squares keep their names");
  await stays(page, "numbers");
  assert.equal(await current(page), "2");
  await page.click("#editor-cancel");
  await until(async () => (await page.locator("#board .piece").count()) === 30, "the game does not come back");
  assert.equal(await plies(page), 2);
});

test("an analysis rests while a position is set up", async () => {
  const page = await open({ moves: "e3f4.f8e7" });
  await analyse(page, "alphabeta@2");
  await setUp(page);
  assert.ok(await page.locator("#hint").isDisabled(), "a hint for another position");
  for (const id of ["previous", "take-back", "black", "typed"])
    assert.ok(await page.locator(`#${id}`).isDisabled(), `${id} would end it`);
  await page.selectOption("#analyst", "alphabeta@3");
  await page.waitForTimeout(1000);
  await stays(page, "an analysis");
  await page.click("#editor-cancel");
  await page.waitForSelector("[data-arrow]");
});

test("a position that is refused stays to be corrected; another game replaces it", async () => {
  const page = await open({ moves: "e3f4.f8e7" });
  await setUp(page);
  await page.route("**/api/game", (route) => route.abort());
  await page.click("#editor-done");
  await said(page, /The server does not answer/);
  await stays(page, "a refusal");
  await page.unroute("**/api/game");
  await page.click("#editor-done");
  await until(async () => page.locator("#editor").isHidden(), "the position was not taken");
  assert.equal(await page.locator("#position").inputValue(), "5/5/5/5/5/5/5/2A2/5/5 w 0");
  assert.ok(await page.locator("#message").isHidden());
  await page.click("#edit");
  await page.click("#new");
  await until(async () => (await page.locator("#board .piece").count()) === 30, "no new game");
  assert.ok(await page.locator("#editor").isHidden());
});

test("the board is saved as a picture", async () => {
  const page = await open({ moves: "e3f4" });
  await page.locator("#files summary").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#picture")]);
  const bytes = await readFile(await download.path());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 1200]);
  // Pieces and squares take more than an empty picture.
  assert.ok(bytes.length > 30_000, `${bytes.length} bytes`);
});
