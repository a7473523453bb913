// Studying: what was tried stays, positions are set up by hand, and both are shared.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { click, close, moveBy, open, picture, plies, until } from "./page.mjs";

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
  await close(page);
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
  await close(page);
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
  await close(page);
});
