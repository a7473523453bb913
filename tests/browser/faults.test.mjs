// What goes wrong while people play: second clicks, bad links, games left, moves refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MUST_JUMP,
  OPENING,
  SHORT,
  click,
  close,
  middle,
  moveBy,
  open,
  plies,
  said,
  seat,
  slow,
  status,
  textOf,
  until,
} from "./page.mjs";
import { current, hint } from "./shown.mjs";

/** @import { Hash, Page } from "./page.mjs" */

/** @param {Page} page */
const settled = (page) => page.waitForTimeout(700);
// Where the first piece stands that can move.
/** @param {Page} page */
const able = (page) => page.locator(".piece.able").evaluateAll(([piece]) => piece.dataset.square ?? "");

test("a second move before the first is answered is not played", async () => {
  const page = await open();
  await seat(page, "black", "you");
  await slow(page, "game", 400);
  for (const square of ["e3", "f4", "f4", "c3", "d4", "e3", "d4"]) await click(page, square);
  await until(async () => (await plies(page)) === 1, "the first move was not played");
  await settled(page);
  assert.equal(await plies(page), 1);
  assert.match(await page.evaluate(() => location.hash), /moves=e3f4(&|$)/);
  await page.unroute("**/api/game");
  await moveBy(page, "f8", "e7");
});

test("a double click on a target plays once", async () => {
  const page = await open(SHORT);
  await click(page, "a1");
  await page.mouse.dblclick(...(await middle(page, "b2")));
  await settled(page);
  assert.equal(await plies(page), 1);
  assert.equal(await status(page), "Black to move.");
});

test("a bad link ends in words and a board to play on", async () => {
  /** @type {Hash[]} */
  const bad = [{ moves: "e3f4.a1a9" }, { variant: "chess" }, { start: "nonsense" }];
  for (const hash of bad) {
    const page = await open(hash);
    await said(page, /cannot be played|no variant named|not a position|light square/);
    await moveBy(page, "e3", "f4");
    await page.click("#take-back");
    await until(async () => (await plies(page)) === 0, "nothing was taken back");
    await close(page);
  }
});

test("a link's odd seed and unknown headers break no request", async () => {
  for (const seed of ["1.5", "-3", "x", "1e30"]) {
    const page = await open({ moves: "e3f4", black: "greedy@1", seed, headers: '{"white":"A","fen":"x"}' });
    await until(async () => (await plies(page)) === 2, "the opponent does not reply");
    assert.equal(await textOf(page.locator("#white option:checked")), "A");
    await page.locator("#files summary").click();
    await Promise.all([page.waitForEvent("download"), page.click("#save")]);
    await close(page);
  }
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
  await page.locator("nav a", { hasText: "Rules" }).click();
  await page.waitForSelector("h1");
  await page.goBack();
  await until(async () => (await plies(page)) === 4, "Back does not lead from the rules to the game");
});

test("what is changed while the server thinks is kept", async () => {
  const page = await open(OPENING);
  await slow(page, "game", 1000);
  await page.click("#first");
  await page.click("#flip");
  await until(() => /at=0/.test(page.url()), "the start is not shown");
  assert.match(page.url(), /flip=1/);
  await page.click("#last");
  await page.click("#previous");
  await until(() => /at=3/.test(page.url()), "the last position but one is not shown");
  await page.click("#first");
  await page.selectOption("#black", "greedy@1");
  await until(() => /black=/.test(page.url()), "nobody is seated");
  assert.match(page.url(), /at=0/);
});

test("without storage the page remembers nothing, and all else goes on", async () => {
  const page = await open(OPENING);
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    }),
  );
  for (const leave of [() => page.reload(), () => page.click("#language")]) {
    await page.evaluate(() => delete document.body.dataset.ready);
    await leave();
    await page.waitForSelector("body[data-ready]");
    assert.equal(await plies(page), 4);
  }
  await moveBy(page, "f4", "e5");
  await page.locator("#files summary").click();
  await page.check("#numbers");
  assert.match(await textOf(page.locator("#moves button").first()), /^\d+-\d+$/);
  assert.match(await hint(page), /^Hint: \d+[-:]\d+ – .* from \d+ /);
  await page.locator("#learn button").first().click();
  await page.waitForSelector("#lesson:not([hidden])");
  await moveBy(page, "c7", "b8");
  await until(async () => /^Home\./.test(await textOf(page.locator("#advice"))), "the lesson does not go on");
});

test("a refused click says why, in words and on the board", async () => {
  const page = await open({ start: MUST_JUMP });
  const jumper = await able(page);
  await click(page, "c5");
  await said(page, new RegExp(`^You must jump: the piece on ${jumper} can\\.$`));
  assert.equal(await page.locator("[data-refused]").getAttribute("data-refused"), jumper);
  assert.equal(await page.locator("#message").getAttribute("role"), "alert");
  await click(page, jumper);
  assert.ok(await page.locator("#message").isHidden());
  const start = await open();
  /** @type {[from: string, to: string, part: RegExp][]} */
  const refusals = [
    ["e3", "e5", /^e5 is not next to e3\.$/],
    ["c3", "e1", /^There is no free square for star 3 on e1 to go to\./],
  ];
  for (const [from, to, part] of refusals) {
    await click(start, from);
    await click(start, to);
    await said(start, part);
  }
  await click(start, "e3");
  await start.mouse.click((await middle(start, "e3"))[0], (await middle(start, "f4"))[1]);
  await said(start, /^`e4` is a light square/);
  await click(start, "f8");
  await said(start, /That piece is Black's; White is to move/);
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
});

test("arrow keys step through the game after a click on the board", async () => {
  const page = await open(OPENING);
  await slow(page, "game", 150);
  await click(page, "a5");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  await until(async () => (await current(page)) === "1", "three steps back were not taken");
  await page.keyboard.press("ArrowRight");
  await until(async () => (await current(page)) === "2", "no step on was taken");
});

test("a browser that refuses a new address holds nothing up", async () => {
  const page = await open(OPENING);
  await page.evaluate(() => {
    history.replaceState = () => {
      throw new DOMException("too many calls", "SecurityError");
    };
  });
  await page.click("#previous");
  await until(async () => (await current(page)) === "3", "the step back is not shown");
  assert.doesNotMatch(page.url(), /at=3/);
  // The prototype's own again.
  await page.evaluate("delete history.replaceState");
  await until(() => /at=3/.test(page.url()), "the address does not follow");
});

test("an opponent replies after one's own piece has landed", async () => {
  const page = await open();
  await page.evaluate(() => {
    globalThis.moved = [];
    const list = /** @type {HTMLElement} */ (document.getElementById("moves"));
    const seen = () => {
      const { length } = list.querySelectorAll("button");
      if (length !== globalThis.moved.length) globalThis.moved.push(performance.now());
    };
    new MutationObserver(seen).observe(list, { childList: true });
  });
  const landing = await page
    .locator(".piece")
    .first()
    .evaluate((piece) => getComputedStyle(piece).transitionDuration);
  await moveBy(page, "e3", "f4");
  await until(async () => (await plies(page)) === 2, "no reply came");
  const [own, reply] = await page.evaluate(() => globalThis.moved);
  assert.ok(reply - own > 1000 * Number.parseFloat(landing), `after ${reply - own} ms`);
  assert.match(await textOf(page.locator("#announcer")), /Black|star|moon|sun/, "the reply is not read out");
});

test("“Salta!” shows which jump, and covers neither piece nor square", async () => {
  const page = await open({ start: MUST_JUMP });
  const piece = await able(page);
  assert.equal(await page.locator("#board .way").count(), 1);
  /** @param {string} selector */
  const box = async (selector) => {
    const found = await page.locator(selector).first().boundingBox();
    assert.ok(found, selector);
    return found;
  };
  const [call, way] = [await box("#call"), await box("#board .way")];
  const from = await box(`rect[data-square="${piece}"]`);
  for (const { y, height } of [way, from])
    assert.ok(call.y + call.height <= y || y + height <= call.y, "the call covers the jump");
});

test("all goals are seen at a glance, and who leads by how much", async () => {
  const page = await open({ moves: "e3f4" });
  const lead = () => page.locator("#lead meter").evaluate((/** @type {HTMLMeterElement} */ meter) => meter.value);
  await page.click("#goals");
  assert.equal(await page.locator("[data-goal]").count(), 15);
  // Which piece belongs on a square where another one stands.
  assert.equal(await textOf(page.locator('[data-goal="e1"] .owner .digit')), "3");
  await page.click("#goals");
  assert.equal(await page.locator("[data-goal]").count(), 0);
  assert.equal(await textOf(page.locator("#lead span")), "White leads by 1 point.");
  assert.equal(await lead(), 1);
  await page.click("#flip");
  await until(async () => (await lead()) === -1, "the bar stays");
});
