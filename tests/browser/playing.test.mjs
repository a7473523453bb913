// Games by mouse, finger and keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MUST_JUMP,
  PHONE,
  SHORT,
  click,
  middle,
  moveBy,
  open,
  picture,
  plies,
  status,
  textOf,
  until,
} from "./page.mjs";
import { hint } from "./shown.mjs";

test("a whole short game by clicks", async () => {
  const page = await open(SHORT);
  const white = ["a1", "b2", "a3", "b4", "a5", "b6", "a7", "b8"];
  const black = ["j10", "i9", "j8", "i7", "j6", "i5", "j4"];
  for (let i = 0; i < 7; i++) {
    await moveBy(page, white[i], white[i + 1]);
    if (i < 6) await moveBy(page, black[i], black[i + 1]);
  }
  assert.match(await status(page), /White wins by 1 point\./);
  assert.equal(await plies(page), 13);
  await page.waitForSelector("#graph .margin"); // a game that ends is reviewed at once
  await page.click("#take-back");
  await until(async () => (await plies(page)) === 12, "nothing was taken back");
  assert.match(await status(page), /White to move/);
});

test("the pieces' moves and goals are shown, and the opponent replies", async () => {
  const page = await open();
  assert.match(await textOf(page.locator("#seat-top")), /Black · Beginner/);
  await click(page, "e3");
  assert.deepEqual(
    await page.locator("[data-target]").evaluateAll((dots) => dots.map((dot) => dot.dataset.target).sort()),
    ["d4", "f4"],
  );
  assert.equal(await page.locator("[data-goal]").getAttribute("data-goal"), "f10");
  await picture(page, "play");
  await click(page, "f4");
  await until(async () => (await plies(page)) === 2, "no reply came");
  assert.match(await hint(page), /^Hint: \w+[-:]\w+ – .*(steps|jumps) from/);
  await page.click("#flip");
  await until(async () => (await middle(page, "a1"))[1] < (await middle(page, "b10"))[1], "the board was not flipped");
});

test("a smaller board has squares, names and hints of its own", async () => {
  const page = await open({ variant: "six" });
  assert.equal(await page.locator("rect[data-square]").count(), 18);
  await moveBy(page, "a1", "b2");
  await moveBy(page, "f6", "e5");
  await click(page, "b2");
  assert.equal(await page.locator("[data-goal]").getAttribute("data-goal"), "b6");
  assert.match(await hint(page), /^Hint: [a-f][1-6][-:][a-f][1-6] – /);
  await page.click("#flip");
  await until(async () => (await middle(page, "a1"))[1] < (await middle(page, "f6"))[1], "the board was not flipped");
});

test("who leads is counted as the seats count, with pieces in each other's way", async () => {
  // Sun 3 in the corner has to let sun 5 in: by distance both sides need five moves.
  const page = await open({ start: "4M/4O/4a/5/5/5/5/5/5/5 w 0" });
  assert.match(await textOf(page.locator("#seat-bottom")), /needs 7 moves$/);
  assert.match(await textOf(page.locator("#seat-top")), /needs 5 moves$/);
  assert.equal(await textOf(page.locator("#lead span")), "Black leads by 2 points.");
});

test("by dragging and by typing", async () => {
  const page = await open({ start: "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 2" });
  const [from, to] = [await middle(page, "e3"), await middle(page, "f4")];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
  await until(async () => (await plies(page)) === 1, "dragging did not move");
  await page.locator("#files summary").click();
  await page.fill("#typed", "f8e7");
  await page.press("#typed", "Enter");
  await until(async () => (await plies(page)) === 2, "typing did not move");
});

test("by keys alone, and what they do is said", async () => {
  const page = await open(SHORT);
  const said = () => textOf(page.locator("#announcer"));
  await page.focus("#board svg");
  await page.keyboard.press("ArrowUp");
  assert.equal(await said(), "a1, White star 1");
  await page.keyboard.press("Enter");
  assert.equal(await said(), "star 1 on a1: b2");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await until(async () => (await plies(page)) === 1, "the keys did not move");
  await page.keyboard.press("t");
  await until(async () => (await plies(page)) === 0, "the key did not take back");
  // Who speaks to the page switches such keys off.
  const isFlipped = () => page.evaluate(() => location.hash.includes("flip"));
  await page.evaluate(() => document.getElementById("letters")?.click());
  await page.keyboard.press("f");
  assert.ok(!(await isFlipped()));
  await page.evaluate(() => document.getElementById("letters")?.click());
  await page.keyboard.press("f");
  await until(isFlipped, "the key did not flip the board");
});

test("by finger on a phone", async () => {
  const page = await open(SHORT, { options: PHONE });
  /** @param {string} square */
  const tap = async (square) => page.touchscreen.tap(...(await middle(page, square)));
  await tap("a1");
  assert.equal(await page.locator("[data-target]").count(), 1);
  await tap("b2");
  await until(async () => (await plies(page)) === 1, "a touch did not move");
});

test("on a phone another game and the editor come into view", async () => {
  const page = await open({ moves: "e3f4.f8e7" }, { options: PHONE });
  // How much of an element's height is on the screen.
  const inView = async (/** @type {string} */ what) => {
    const { y, height } = (await page.locator(what).boundingBox()) ?? { y: 0, height: Number.POSITIVE_INFINITY };
    return (Math.min(PHONE.viewport.height, y + height) - Math.max(0, y)) / height;
  };
  const toEnd = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await toEnd();
  assert.ok((await inView("#board svg")) < 0.6);
  await page.locator("#files summary").tap();
  await page.locator("#edit").tap();
  await until(async () => (await inView("#editor")) > 0.99, "the editor is not in view");
  assert.ok((await inView("#board svg")) > 0.6);
  await page.locator("#editor-cancel").tap();
  await toEnd();
  await page.locator("#new").evaluate((button) => /** @type {HTMLElement} */ (button).click());
  await until(async () => (await inView("#board svg")) > 0.99, "the new game is not in view");
});

test("a compulsory jump is called and nothing else can be picked up", async () => {
  const page = await open({ start: MUST_JUMP });
  assert.equal(await textOf(page.locator("#call")), "Salta!");
  assert.match(await status(page), /must jump/);
  assert.equal(await page.locator(".piece.able").count(), 1);
});

test("a player of one's own is offered once, and in no group that may be hidden", async () => {
  const page = await open(SHORT);
  for (let i = 0; i < 2; i++) {
    await page.selectOption("#white", "?");
    await page.fill("#custom-text", "alphabeta:depth=1");
    await page.click("#custom-set");
    await until(async () => (await plies(page)) === 1, "the player does not move");
  }
  const own = page.locator('#white option[value="alphabeta:depth=1"]');
  assert.deepEqual(await own.evaluateAll((all) => all.map((option) => option.parentElement?.id)), ["white"]);
});

test("a phone's width is enough", async () => {
  const page = await open({ black: "checkpoint:only-buettgenbach-1899:sims=1000" }, { options: PHONE });
  const { scroll, board } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    board: document.querySelector("#board svg")?.getBoundingClientRect().width ?? 0,
  }));
  assert.ok(scroll <= 360, `the page is ${scroll} px wide`);
  assert.ok(board > 330, `the board is ${board} px wide`);
  const needs = await page.locator("#seat-top :last-child").boundingBox();
  assert.ok(needs && needs.x + needs.width <= 360, "what a player needs leaves the screen");
  await picture(page, "phone");
});
