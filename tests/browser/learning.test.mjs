// The lesson, exercises and puzzles on the board.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { PHONE, click, close, moveBy, open, plies, textOf, until } from "./page.mjs";

/** @import { Page } from "./page.mjs" */

/** @param {Page} page */
const advice = (page) => textOf(page.locator("#advice:not([hidden])"));
/** @param {Page} page @param {RegExp} part */
const says = (page, part) => until(async () => part.test(await advice(page).catch(() => "")), `nothing says ${part}`);
/** @param {Page} page */
const title = (page) => textOf(page.locator("#lesson h2"));
/** @param {Page} page */
const next = (page) => page.locator("#lesson button", { hasText: /^Next$/ }).click();

test("the lesson is played from its beginning to its end", async () => {
  const page = await open();
  await page.locator("#learn button").first().click();
  await until(async () => (await title(page)) === "Lesson, 1 of 5", "no lesson");
  await click(page, "c7");
  assert.equal(await page.locator("[data-goal]").getAttribute("data-goal"), "b8");
  await click(page, "d8");
  await says(page, /There is a better move/);
  await page.locator("#lesson button", { hasText: "Again" }).click();
  await until(async () => (await plies(page)) === 0, "the position is not set again");
  await moveBy(page, "c7", "b8");
  await says(page, /^Home\./);
  await next(page);
  await until(async () => (await title(page)) === "Lesson, 2 of 5", "no second part");
  await moveBy(page, "a9", "b8");
  await says(page, /step back costs two moves/);
  await next(page);
  await page.waitForSelector("#call");
  await click(page, "i1");
  await until(async () => page.locator("#message").isVisible(), "nothing is refused");
  await moveBy(page, "e3", "g5");
  await says(page, /gained two rows/);
  await next(page);
  await until(async () => (await title(page)) === "Lesson, 4 of 5", "no fourth part");
  await click(page, "b8");
  await click(page, "c9");
  await says(page, /^Not allowed: it would shut Black in/);
  await next(page);
  await until(async () => (await title(page)) === "Lesson, 5 of 5", "no fifth part");
  await click(page, "a7");
  await click(page, "b8");
  await says(page, /You are home first/);
  await until(async () => /You won by 4 points/.test(await textOf(page.locator("#status"))), "no result");
  await page.locator("#lesson button", { hasText: "To the exercises" }).click();
  await until(async () => (await title(page)) === "Exercise 1 of 10", "no exercise");
});

test("on a phone a lesson and an exercise begin with their text and the board in view", async () => {
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [568, 320],
  ]) {
    const page = await open("", { options: { ...PHONE, viewport: { width, height } } });
    for (const number of [0, 1]) {
      await page.locator("#learn button").nth(number).tap();
      await page.waitForSelector("#lesson:not([hidden])");
      const shown = async () => {
        const [text, board] = await Promise.all(["#lesson", "#board svg"].map((it) => page.locator(it).boundingBox()));
        assert.ok(text && board);
        const seen = Math.min(height, board.y + board.height) - Math.max(0, board.y);
        return text.y >= 0 && text.y + text.height <= height + 1 && seen >= 0.6 * Math.min(height, board.height);
      };
      await until(shown, `${width} × ${height}: text and board are not in view`);
      await page.locator("#lesson button", { hasText: "Leave" }).tap();
      await page.waitForSelector("#lesson[hidden]", { state: "attached" });
    }
    await close(page);
  }
});

test("whoever leaves the lesson has the game and the opponent back", async () => {
  const page = await open();
  await moveBy(page, "e3", "f4");
  await until(async () => (await plies(page)) === 2, "no reply came");
  const lesson = async () => {
    await page.locator("#learn button").first().click();
    await until(async () => (await page.locator(".piece").count()) === 3, "no lesson");
  };
  await lesson();
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await title(page), "Lesson, 1 of 5");
  await page.locator("#lesson button", { hasText: "Leave" }).click();
  await until(async () => (await plies(page)) === 2, "the game did not come back");
  assert.ok(await page.locator("#lesson").isHidden());
  await lesson();
  await page.click("#new");
  await until(async () => (await page.locator(".piece").count()) === 30, "no new game");
  await moveBy(page, "e3", "f4");
  await until(async () => (await plies(page)) === 2, "nobody replies");
});

test("there are ten exercises and a puzzle for every day of two months, each with its solution", async () => {
  const page = await open();
  await page.waitForSelector("#learn button");
  const menu = await textOf(page.locator("#learn"));
  assert.match(menu, /Exercises \(0 of 10\)/);
  assert.ok(Number(menu.match(/Puzzles \(0 of (\d+)\)/)?.[1]) >= 60, menu);
  const lines = (await readFile(new URL("../../data/exercises.ndjson", import.meta.url), "utf8")).trim().split("\n");
  await page.locator("#learn button", { hasText: "Exercises" }).click();
  for (const [index, line] of lines.map((line) => JSON.parse(line).line).entries()) {
    await until(
      async () => (await title(page).catch(() => "")) === `Exercise ${index + 1} of 10`,
      `no exercise ${index + 1}`,
    );
    await until(async () => (await plies(page)) === 0, "the position is not set");
    const [from, to] = line[0].split(/[-:]/);
    await moveBy(page, from, to);
    await says(page, /^Right!/);
    if (index + 1 < lines.length) await next(page);
  }
  await page.locator("#lesson button", { hasText: "Leave" }).click();
  assert.match(await textOf(page.locator("#learn")), /Exercises \(10 of 10\)/);
});

test("the solution of the day's puzzle is shown and stepped through", async () => {
  const page = await open();
  await page.locator("#learn button", { hasText: "Puzzle of the day" }).click();
  await page.locator("#lesson button", { hasText: "Solution" }).click();
  await says(page, /^The solution is \w+[-:]\w+\.$/);
  const length = await plies(page);
  assert.ok(length >= 1);
  await page.click("#last");
  await until(async () => page.locator("#next").isDisabled(), "the line has no end");
  await page.click("#new");
  await until(async () => page.locator("#lesson").isHidden(), "the puzzle stays");
});
