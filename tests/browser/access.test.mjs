// What people get who want less motion, and what screen readers are told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MUST_JUMP, base, click, close, moveBy, open, plies, said, textOf, until } from "./page.mjs";
import { hint } from "./shown.mjs";

/** @import { Page } from "./page.mjs" */

const REDUCED = { options: { reducedMotion: /** @type {"reduce"} */ ("reduce") } };

// What moves on the page, and how long, in seconds.
/** @param {Page} page */
const motions = (page) =>
  page.evaluate(() => {
    /** @param {string} times */
    const longest = (times) => Math.max(...times.split(",").map(Number.parseFloat));
    return [...document.querySelectorAll("*")].flatMap((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
      const seconds = Math.max(animationName === "none" ? 0 : longest(animationDuration), longest(transitionDuration));
      return seconds > 0.01 ? [`${element.id || element.getAttribute("class")}: ${seconds} s`] : [];
    });
  });

test("nothing moves on the page for people who want less motion", async () => {
  for (const path of ["", "training"]) {
    const hash = path ? "" : { start: MUST_JUMP };
    const [usual, reduced] = [await open(hash, { path }), await open(hash, { path, ...REDUCED })];
    for (const page of [usual, reduced]) await page.waitForSelector("#board .piece");
    assert.notDeepEqual(await motions(usual), [], "nothing moves for anybody");
    assert.deepEqual(await motions(reduced), []);
    for (const page of [usual, reduced]) await close(page);
  }
  const page = await open("", REDUCED);
  await moveBy(page, "e3", "f4");
  await until(async () => (await plies(page)) === 2, "no reply came");
  await hint(page);
  await page.click("#flip");
  assert.deepEqual(await motions(page), []);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

test("a self-play game does not play itself for people who want less motion", async () => {
  const page = await open("", { path: "training", ...REDUCED });
  await page.waitForSelector("#replay:not([hidden]) .recent");
  const shown = () => page.locator("#replay #board svg").innerHTML();
  const first = await shown();
  await page.waitForTimeout(1600);
  assert.equal(await shown(), first);
});

/** @typedef {import("playwright-core").CDPSession} Session */

// What Chromium has screen readers read out: role and text of each live region of its accessibility tree.
/** @param {Session} session */
async function readOut(session) {
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  /** @type {(node: typeof nodes[0] | undefined) => string} */
  const textOf = (node) =>
    node?.role?.value === "StaticText"
      ? node.name?.value
      : (node?.childIds ?? []).map((id) => textOf(byId.get(id))).join("");
  const live = nodes.filter(({ properties }) => properties?.some(({ name }) => name === "live"));
  return live.map((node) => `${node.role?.value}: ${textOf(node)}`);
}

/** @param {Page} page */
async function listener(page) {
  const session = await page.context().newCDPSession(page);
  return (/** @type {RegExp} */ part) =>
    until(async () => (await readOut(session)).some((line) => part.test(line)), `${part} is not read out`);
}

test("a move in the list keeps the focus when the list is drawn anew", async () => {
  const page = await open({ moves: "e3f4.f8e7" });
  await page.locator("#moves button").first().press("Enter");
  await until(() => /at=1/.test(page.url()), "the move is not shown");
  assert.equal(await page.evaluate("document.activeElement.dataset.ply"), "1");
});

test("screen readers are told of refusals, moves and results", async () => {
  const page = await open({ start: "5/5/4a/A4/5/5/5/5/5/5 w 0", variant: "meyers-1908", black: "greedy@1" });
  const hears = await listener(page);
  await click(page, "a7");
  await click(page, "c7");
  await hears(/^alert: c7 is not next to a7\.$/);
  await page.locator("#board svg").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowUp");
  await hears(/^paragraph: a7, White star 1$/);
  await page.keyboard.press("Enter");
  await hears(/^paragraph: star 1 on a7: /);
  await page.keyboard.press("Escape");
  await moveBy(page, "a7", "b8");
  await hears(/^status: You won by 5 points\.$/);
  await close(page);
  const game = await open();
  const hearsThen = await listener(game);
  await moveBy(game, "e3", "f4");
  await hearsThen(/^paragraph: (star|moon|sun) \d (steps|jumps) from /);
  await game.click("#previous");
  await hearsThen(/^paragraph: White, move 1: e3-f4$/);
  // The graph is a slider: keys take one step, and its value has words.
  await game.locator("#graph").focus();
  await game.keyboard.press("ArrowLeft");
  const value = () => game.locator("#graph").getAttribute("aria-valuetext");
  await until(async () => (await value()) === "after 0 plies: 0.0", `the graph says ${await value()}`);
  await game.keyboard.press("ArrowRight");
  await until(async () => (await value()) === "after 1 ply: +1.0", `the graph says ${await value()}`);
});

test("candidates are looked at and played by keys", async () => {
  const page = await open({ variant: "four" });
  await page.click("#analyse");
  const buttons = page.locator("#candidates tbody button");
  await buttons.nth(1).focus();
  const moves = (await buttons.allTextContents()).map((text) => text.replace(/[-:]| …/g, ""));
  // The first move of a line lies on top.
  const shows = (/** @type {string} */ move) =>
    until(async () => (await page.locator("[data-arrow]").last().getAttribute("data-arrow")) === move, `no ${move}`);
  await shows(moves[1]);
  await page.keyboard.press("Shift+Tab");
  await shows(moves[0]);
  await page.keyboard.press("Tab");
  await shows(moves[1]);
  await page.keyboard.press("Enter");
  await until(async () => (await plies(page)) === 1, "the candidate was not played");
  assert.equal((await textOf(page.locator("#moves button"))).replace(/[-:]/, ""), moves[1]);
});

test("a candidate keeps the focus when another one becomes the best", async () => {
  const page = await open();
  const focused = await page.evaluate(async (module) => {
    const { Candidates } = await import(module);
    const table = /** @type {HTMLElement} */ (document.querySelector("#candidates"));
    const list = new Candidates(table, document.querySelector("#effort-head"), { point() {}, play() {} });
    const candidates = ["e3-f4", "c3-d4", "g3-h4"].map((text) => ({ move: { text }, margin: 0, visits: 1, line: [] }));
    const show = () => list.show({ candidates }, null, (/** @type {Move} */ { text }) => text);
    show();
    table.querySelectorAll("button")[2].focus();
    candidates.reverse();
    show();
    return [list.focused?.move.text, document.activeElement?.textContent];
  }, `${base}js/candidates.js`);
  assert.deepEqual(focused, ["g3-h4", "g3-h4"]);
});

test("the page has a main part, headings and names for all it consists of", async () => {
  const page = await open({ start: MUST_JUMP });
  await click(page, "c5");
  await said(page, /^You must jump/);
  for (const role of /** @type {const} */ (["banner", "main", "navigation", "toolbar", "alert"]))
    assert.equal(await page.getByRole(role).count(), 1, role);
  const unnamed = await page.locator("button:visible, select:visible, a:visible, input:visible").evaluateAll(
    (/** @type {HTMLInputElement[]} */ elements) =>
      elements.filter((element) => {
        const names = element.ariaLabel ? [element.ariaLabel] : [element.textContent, element.labels?.[0]?.textContent];
        // « and › are no words.
        return !names.some((name) => /\p{L}/u.test(name ?? ""));
      }).length,
  );
  assert.equal(unnamed, 0);
  assert.match(await textOf(page.locator("#status")), /must jump/);
});
