// What goes wrong between the page and the server, and what people do meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MUST_JUMP, SHORT, click, close, middle, moveBy, open, plies, status, until } from "./page.mjs";

const OPENING = { moves: "e3f4.f8e7.c3d4.d8c7" };
const message = (page) => page.locator("#message").textContent();
const said = (page, part) => until(async () => (await page.locator("#message").isVisible()) && part.test(await message(page)), `nothing says ${part}`);
const slow = (page, path, time) => page.route(`**/api/${path}`, async (route) => {
  await new Promise((go) => setTimeout(go, time));
  await route.continue().catch(() => {});
});
const settled = (page) => page.waitForTimeout(700);

test("a second move before the first is answered is not played", async () => {
  const page = await open();
  await page.selectOption("#black", "you");
  await slow(page, "game", 400);
  for (const square of ["e3", "f4", "f4", "c3", "d4", "e3", "d4"]) await click(page, square);
  await until(async () => (await plies(page)) === 1, "the first move was not played");
  await settled(page);
  assert.equal(await plies(page), 1);
  assert.match(await page.evaluate(() => location.hash), /moves=e3f4(&|$)/);
  await page.unroute("**/api/game");
  await moveBy(page, "f8", "e7");
  await close(page);
});

test("a double click on a target plays once", async () => {
  const page = await open(SHORT);
  await click(page, "a1");
  await page.mouse.dblclick(...(await middle(page, "b2")));
  await settled(page);
  assert.equal(await plies(page), 1);
  assert.equal(await status(page), "Black to move.");
  await close(page);
});

test("a bad link ends in words and a board to play on", async () => {
  for (const hash of [{ moves: "e3f4.a1a9" }, { variant: "chess" }, { start: "nonsense" }]) {
    const page = await open(hash);
    await said(page, /cannot be played|No variant here|no position|light square/);
    await moveBy(page, "e3", "f4");
    await page.click("#take-back");
    await until(async () => (await plies(page)) === 0, "nothing was taken back");
    await close(page);
  }
});

test("while the server is gone the last good position stays; afterwards all goes on", async () => {
  const page = await open(OPENING);
  await page.route("**/api/**", (route) => route.abort());
  await click(page, "d4");
  await click(page, "e5");
  await said(page, /The server does not answer/);
  assert.equal(await plies(page), 4);
  await page.click("#previous");
  await said(page, /The server does not answer/);
  assert.equal(await page.locator("#moves [aria-current]").getAttribute("data-ply"), "4");
  await page.click("#analyse");
  await said(page, /The server does not answer/);
  await page.click("#analyse");
  await page.unroute("**/api/**");
  await page.click("#take-back");
  await until(async () => (await plies(page)) === 3, "nothing was taken back");
  assert.ok(await page.locator("#message").isHidden());
  await page.click("#analyse");
  await page.waitForSelector("[data-arrow]");
  await close(page);
});

test("a page that finds no server says so and offers to try again", async () => {
  const page = await open();
  await page.route("**/api/**", (route) => route.abort());
  await page.reload();
  await said(page, /The server does not answer/);
  await page.unroute("**/api/**");
  await page.click("#message button");
  await until(async () => (await page.locator(".piece").count()) === 30, "no board came");
  await close(page);
});

test("a full queue is waited for, and an opponent that stays silent can be asked again", async () => {
  const page = await open();
  let asked = 0;
  const busy = JSON.stringify({ error: "All 2 replies of this server are busy; try again in about 5 s." });
  await page.route("**/api/reply", (route) => (asked++ ? route.continue() : route.fulfill({ status: 503, body: busy })));
  await moveBy(page, "e3", "f4");
  await until(async () => (await plies(page)) === 2, "the opponent was not asked again");
  assert.equal(asked, 2);
  await page.unroute("**/api/reply");
  await page.route("**/api/reply", (route) => route.fulfill({ status: 503, body: busy }));
  await moveBy(page, "c3", "d4");
  await said(page, /are busy/);
  assert.equal(await status(page), "Black did not answer.");
  await page.unroute("**/api/reply");
  await page.click("#message button");
  await until(async () => (await plies(page)) === 4, "no reply came");
  await close(page);
});

test("games that are left stay reachable", async () => {
  const page = await open(OPENING);
  await page.click("#new");
  await until(async () => (await plies(page)) === 0, "no new game");
  await page.goBack();
  await until(async () => (await plies(page)) === 4, "Back does not lead to the game");
  await page.click("#first");
  await until(async () => page.locator("#previous").isDisabled(), "the start is not shown");
  await click(page, "g3");
  await click(page, "h4");
  await until(async () => (await plies(page)) === 1, "nothing was played on");
  await page.locator("#saved summary").click();
  await page.locator("#saved-games a").first().click();
  await until(async () => (await plies(page)) === 4, "the saved game did not come");
  await page.selectOption("#variant", "nestor");
  await until(async () => (await plies(page)) === 0, "no game of the other variant");
  await page.goBack();
  await until(async () => (await plies(page)) === 4, "Back does not lead to the game");
  await close(page);
});

test("a refused click says why, in words and on the board", async () => {
  const page = await open({ start: MUST_JUMP });
  const [jumper] = await page.locator(".piece.able").evaluateAll((pieces) => pieces.map((piece) => piece.dataset.square));
  await click(page, "c5");
  await said(page, new RegExp(`^You must jump: the piece on ${jumper} can\\.$`));
  assert.equal(await page.locator("[data-refused]").getAttribute("data-refused"), jumper);
  assert.equal(await page.locator("#message").getAttribute("role"), "alert");
  await click(page, jumper);
  assert.ok(await page.locator("#message").isHidden());
  const start = await open();
  for (const [from, to, part] of [["e3", "e5", /^e5 is not next to e3\.$/], ["c3", "e1", /^star 3 on e1 has no free square/]]) {
    await click(start, from);
    await click(start, to);
    await said(start, part);
  }
  await click(start, "e3");
  await start.mouse.click((await middle(start, "e3"))[0], (await middle(start, "f4"))[1]);
  await said(start, /^`e4` is a light square/);
  await click(start, "f8");
  await said(start, /That piece is Black's; White is to move/);
  for (const tab of [page, start]) await close(tab);
});

test("results are told to whoever plays, Black sits below, and a rematch exchanges colours", async () => {
  const page = await open({ ...SHORT, start: "5/5/4a/A4/5/5/5/5/5/5 w 0" });
  await page.selectOption("#white", "greedy@1");
  await until(async () => (await status(page)) === "You lost by 5 points.", "the result is not told");
  assert.ok((await middle(page, "a1"))[1] < (await middle(page, "b10"))[1], "Black does not sit below");
  await page.click("#rematch");
  await until(async () => (await status(page)) === "White to move.", "no rematch");
  assert.ok((await middle(page, "a1"))[1] > (await middle(page, "b10"))[1], "White does not sit below");
  await moveBy(page, "a7", "b8");
  await until(async () => (await status(page)) === "You won by 5 points.", "the result is not told");
  await close(page);
});

test("arrow keys step through the game after a click on the board", async () => {
  const page = await open(OPENING);
  const ply = () => page.locator("#moves [aria-current]").getAttribute("data-ply");
  await slow(page, "game", 150);
  await click(page, "a5");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  await until(async () => (await ply()) === "1", "three steps back were not taken");
  await page.keyboard.press("ArrowRight");
  await until(async () => (await ply()) === "2", "no step on was taken");
  await close(page);
});
