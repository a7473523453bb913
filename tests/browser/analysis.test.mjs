// What is thought of positions and games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OPENING, base, click, krone, moveBy, open, picture, plies, said, seat, textOf, until } from "./page.mjs";
import { analyse, current } from "./shown.mjs";

/** @import { Page } from "./page.mjs" */

/** @param {Page} page @param {string} path */
const aborted = (page, path) => page.aborted.filter((url) => url.endsWith(path)).length;

test("an analysis shows arrows, lines and a map of heat", async () => {
  const page = await open(OPENING);
  await analyse(page);
  assert.ok((await page.locator("#candidates tbody tr").count()) > 2);
  assert.match(
    await textOf(page.locator("#thinking")),
    /^[\w-]+: White's expected margin [+−\d].*score \d+ %; .*simulations/,
  );
  await page.check("#heat");
  await page.waitForSelector("rect.heat");
  assert.match(await textOf(page.locator(".percent").first()), /^\d+%$/);
  await page.uncheck("#heat");
  await until(async () => (await page.locator("rect.heat").count()) === 0, "the map stays");
  await page.click("#analyse");
  assert.equal(await page.locator("[data-arrow]").count(), 0);
});

test("an analysis follows the position, and stops when left", async () => {
  const page = await open(OPENING);
  await analyse(page, "alphabeta@2");
  assert.match(await textOf(page.locator("#thinking")), /^alphabeta@2: .*depth \d+, .*nodes/);
  assert.ok(await page.locator("#heat-label").isHidden(), "alpha-beta has no policy");
  assert.equal(aborted(page, "/api/analyse"), 0);
  await page.click("#previous");
  await until(async () => aborted(page, "/api/analyse") === 1, "the old position is still thought about");
  await page.waitForSelector("[data-arrow]");
  await page.click("#analyse");
  await until(async () => aborted(page, "/api/analyse") === 2, "the analysis was not stopped");
});

test("a tab that nobody sees begins no analysis until it is seen", async () => {
  const page = await open(OPENING);
  const hide = (/** @type {boolean} */ hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await page.click("#analyse");
  await page.click("#previous");
  await until(async () => (await current(page)) === "3", "the step back is not shown");
  assert.ok(!page.requested.some((url) => url.endsWith("/api/analyse")), "a hidden tab analyses");
  await hide(false);
  await page.waitForSelector("[data-arrow]");
});

test("alpha-beta with a network gives a score", async () => {
  const page = await open(OPENING);
  await analyse(page, "alphabeta@3");
  assert.match(await textOf(page.locator("#thinking")), /^alphabeta@3: .*score \d+ %; depth \d+, .*nodes/);
});

test("a candidate is played by a click", async () => {
  const page = await open(OPENING);
  await page.click("#analyse");
  // In one go, since a search may put another move first at any time.
  await page.locator("#candidates tbody tr").first().dispatchEvent("click");
  await until(async () => (await plies(page)) === 5, "the candidate was not played");
});

test("a race is told with proven counts", async () => {
  const page = await open({ start: "A4/5/5/5/5/5/5/5/5/4a w 100" });
  await page.click("#analyse");
  await page.waitForSelector("#race:not([hidden])");
  assert.match(
    await textOf(page.locator("#race")),
    /^The two sides .* each other: White needs 2 more moves, Black needs 2 more moves\. With best play: a draw\.$/,
  );
});

test("a network that knows the variant analyses, and one chosen by hand as long as that stays", async () => {
  const page = await open({ variant: "nestor" });
  const analyst = () => page.locator("#analyst").inputValue();
  const heat = () => page.locator("#heat-label").isVisible();
  assert.deepEqual([await analyst(), await heat()], ["half-hour-nestor", true]);
  await page.selectOption("#analyst", "quickstart");
  await page.click("#flip");
  assert.equal(await analyst(), "quickstart");
  await page.selectOption("#variant", "checkerboard");
  await until(async () => (await analyst()) === "alphabeta@3:net=checkerboard", "the network stayed");
  assert.equal(await heat(), false);
});

test("a game is reviewed: margins, losses, turning points, and the graph leads to each move", async () => {
  const page = await open();
  await page.setInputFiles("#load", { name: "krone.salta", mimeType: "text/plain", buffer: await krone() });
  await until(async () => (await plies(page)) === 214, "the game of 1901 was not loaded");
  // The strong networks find no single move to blame.
  await page.selectOption("#analyst", "alphabeta@2");
  await page.click("#review");
  await page.waitForSelector("#graph .margin");
  await until(
    async () => /White's margin went from/.test(await textOf(page.locator("#turning"))),
    "the review does not end",
  );
  await page.waitForSelector("#moves .lost");
  const moments = page.locator("#coach li");
  for (const side of ["white", "black"])
    assert.ok([1, 2, 3].includes(await page.locator(`#coach li.${side}`).count()), side);
  assert.match(
    await textOf(moments.first()),
    /^(White|Black), move \d+: \S+ lost \d+\.\d points; better was \S+: .+\./,
  );
  assert.ok(!(await page.locator("#ranked li").first().isVisible()), "the full list is not behind a fold");
  await page.locator("#losses summary").click();
  const lost = await page.locator("#ranked button").allTextContents();
  const worths = lost.map((text) => Number(text.match(/−([\d.]+)/)?.[1]));
  assert.ok(worths.length > 6 && worths.every((worth, i) => !i || worth <= worths[i - 1]), "the list is not ranked");
  await page.locator("#ranked button").first().click();
  await page.locator("#graph").scrollIntoViewIfNeeded();
  const box = await page.locator("#graph").boundingBox();
  assert.ok(box, "there is no graph");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await until(async () => Math.abs(Number(await current(page)) - 107) < 8, "the graph did not jump");
  await analyse(page);
  await picture(page, "analysis");
});

test("the game of 1901 is a page of its own, with its review", async () => {
  const page = await open();
  await page.locator("#learn a").click();
  await until(async () => (await plies(page)) === 214, "the game of 1901 was not loaded");
  const reviewed = () =>
    until(async () => /White's margin went from/.test(await textOf(page.locator("#turning"))), "the review is missing");
  await reviewed();
  assert.match(await textOf(page.locator("#seat-bottom")), /White · Krone/);
  assert.ok(!page.requested.some((url) => url.endsWith("/api/review")), "the review is not the recorded one");
  await page.goto(`${base}#game-of-1901`);
  await page.reload();
  await reviewed();
  assert.equal(await plies(page), 214);
});

test("on a solved variant every move has its exact value beside alpha-beta's opinion, and a network for the full board is refused", async () => {
  const page = await open({ variant: "four" });
  assert.equal(await page.locator("#analyst").inputValue(), "perfect");
  await page.selectOption("#analyst", "alphabeta@2");
  await page.click("#analyse");
  await page.waitForSelector("#candidates.solved tbody td");
  /** @param {number} column */
  const cells = (column) => page.locator(`#candidates tbody td:nth-child(${column})`).allTextContents();
  const legal = await page.locator(".piece.able").count();
  assert.ok(legal && (await cells(1)).length >= legal);
  for (const value of await cells(5)) assert.match(value, /^[+−]?\d+\.0 \(\d+ plies\)$/);
  const [move] = await cells(1);
  await page.selectOption("#analyst", "quickstart");
  await said(page, /plays the 10x10 board only, not 4x4/);
  await page.click("#analyse");
  // Perfect play, by the same table, is an opponent under these rules and no others.
  const perfect = page.locator("#black optgroup:not([hidden]) [value=perfect]");
  await seat(page, "black", "perfect");
  const [from, to] = move.split(/[-:]/);
  await moveBy(page, from, to);
  await until(async () => (await plies(page)) === 2, "perfect play does not reply");
  assert.match(await textOf(page.locator("#seat-top")), /^Black · Perfect playnever gives a point away/);
  assert.equal(await perfect.count(), 1);
  await page.selectOption("#black", "you");
  await page.selectOption("#variant", "six");
  await until(async () => !(await perfect.count()), "perfect play without a table");
});

test("what was tried stays while a better move is sought, and a typed move is judged", async () => {
  const page = await open();
  await page.locator("#learn a").click();
  await page.waitForSelector("#coach li button");
  await click(page, "i3");
  await click(page, "j4");
  await until(() => /tried=/.test(page.url()), "nothing was tried");
  await page.locator("#coach li button").nth(1).click();
  const advice = () => textOf(page.locator("#advice"));
  await until(async () => /^Find a better move/.test(await advice()), "nothing is to be found");
  assert.match(page.url(), /tried=[^&]*i3j4/);
  const played = page.locator("#moves button").nth(Number((await current(page)) ?? 0));
  await page.locator("#files summary").click();
  await page.fill("#typed", await textOf(played));
  await page.press("#typed", "Enter");
  await until(async () => /was played in the game/.test(await advice()), "it is not judged");
});

test("moments are numbered as in their own game, beside another one too", async () => {
  const page = await open({ start: "5/5/5/5/5/5/2a2/2A2/5/4B w 0", moves: "e3g5.f4g3.g5h4" });
  await page.selectOption("#analyst", "alphabeta@2");
  await page.click("#review");
  const moment = () => textOf(page.locator("#coach li").first());
  await until(async () => /^White, move 2: /.test(await moment()), "no moment");
  const own = await moment();
  await page.locator("#files summary").click();
  await page.fill("#position", "5/5/5/5/5/5/2a2/2A2/5/4B w 40");
  await page.click("#set-position");
  await page.waitForSelector("text=Back to the reviewed game");
  assert.equal(await moment(), own);
});

test("a moment is shown with the better move, tried, and the review stays", async () => {
  const page = await open({ start: "5/5/5/5/5/5/2a2/2A2/5/4B w 0", moves: "e3g5.f4g3.g5h4" });
  await page.selectOption("#analyst", "alphabeta@2");
  await page.click("#review");
  const moment = page.locator("#coach li").first();
  await moment.waitFor();
  const [, played, better] = (await textOf(moment)).match(/: (\S+) lost .* better was (\S+):/) ?? [];
  await moment.locator("text=Show").click();
  await page.waitForSelector(`[data-arrow="${better.replace(/[-:]/, "")}"]`);
  assert.equal(await page.locator("[data-arrow]").count(), 2);
  await page.locator("#coach li").first().locator("text=Try it yourself").click();
  await until(async () => /Find a better move/.test(await textOf(page.locator("#advice"))), "nobody is asked to try");
  assert.equal(await page.locator("[data-arrow]").count(), 0, "the answer is given away");
  const asked = await textOf(page.locator("#coach li").first());
  assert.ok(/Your turn: find a better one\./.test(asked) && !asked.includes(better), asked);
  assert.notEqual(better, played);
  /** @type {[string, RegExp][]} */
  const tries = [
    [played, /was played in the game and lost \d+\.\d points\. Go back/],
    [better, /^Yes: .* is the better move\.$/],
  ];
  const shown = () =>
    page.evaluate(() => document.querySelector("#moves [aria-current]")?.getAttribute("data-ply") ?? "0");
  const before = await shown();
  // Whoever is wrong is not told the answer, and is judged again on going back.
  for (const [move, verdict] of tries) {
    const [from, to] = move.split(/[-:]/);
    await click(page, from);
    await click(page, to);
    await until(async () => verdict.test(await textOf(page.locator("#advice"))), `${move} is not judged`);
    const told = async () => (await textOf(page.locator("#coach li").first())).includes(better);
    if (move === played) assert.ok(!(await told()), "the answer is given away");
    else await until(told, "the better move is not named once it is found");
    if (move === better) break;
    await page.click("#previous");
    await until(async () => (await shown()) === before, "the position does not come back");
  }
  await page.click("text=Back to the reviewed game");
  await until(async () => (await plies(page)) === 3, "the reviewed game does not come back");
  assert.ok(await page.locator("#coach li").first().isVisible());
});
