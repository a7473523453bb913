// What people get who want less motion, and what screen readers are told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MUST_JUMP, click, close, moveBy, open, plies, said, textOf, until } from "./page.mjs";

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
  await page.click("#hint");
  await page.waitForSelector("#advice:not([hidden])");
  await page.click("#flip");
  assert.deepEqual(await motions(page), []);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await close(page);
});

test("a self-play game does not play itself for people who want less motion", async () => {
  const page = await open("", { path: "training", ...REDUCED });
  await page.waitForSelector("#replay:not([hidden]) .recent");
  const shown = () => page.locator("#replay #board svg").innerHTML();
  const first = await shown();
  await page.waitForTimeout(1600);
  assert.equal(await shown(), first);
  await close(page);
});

// Writes down what each region that is read out says, whenever it changes and is not hidden.
/** @param {Page} page */
const listen = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const heard = (globalThis.heard = []);
    const READ = "[role=alert], [role=status], [aria-live=polite], [aria-live=assertive]";
    const tell = () => {
      for (const region of document.querySelectorAll(READ)) {
        const text = region.getAttribute("hidden") === null ? (region.textContent ?? "") : "";
        const line = `${region.getAttribute("role") ?? region.getAttribute("aria-live")}: ${text}`;
        if (text && !heard.includes(line)) heard.push(line);
      }
    };
    tell();
    heard.length = 0;
    new MutationObserver(tell).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ["hidden"],
    });
  });
/** @param {Page} page @param {RegExp} part */
const hears = (page, part) =>
  until(
    async () => (await page.evaluate(() => globalThis.heard)).some((/** @type {string} */ line) => part.test(line)),
    `${part} is not read out`,
  );

test("screen readers are told of refusals, moves and results", async () => {
  const page = await open({ start: "5/5/4a/A4/5/5/5/5/5/5 w 0", variant: "meyers-1908", black: "greedy@1" });
  await listen(page);
  await click(page, "a7");
  await click(page, "c7");
  await hears(page, /^alert: c7 is not next to a7\.$/);
  await page.locator("#board svg").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowUp");
  await hears(page, /^polite: a7, White star 1$/);
  await page.keyboard.press("Enter");
  await hears(page, /^polite: star 1 on a7: /);
  await page.keyboard.press("Escape");
  await moveBy(page, "a7", "b8");
  await hears(page, /^status: You won by 5 points\.$/);
  await close(page);
  const game = await open();
  await listen(game);
  await moveBy(game, "e3", "f4");
  await hears(game, /^polite: (star|moon|sun) \d (steps|jumps) from /);
  await game.click("#previous");
  await hears(game, /^polite: White, move 1: e3-f4$/);
  await close(game);
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
        const names = [element.textContent, element.ariaLabel, element.labels?.[0]?.textContent];
        return !names.some((name) => name?.trim());
      }).length,
  );
  assert.equal(unnamed, 0);
  assert.match(await textOf(page.locator("#status")), /must jump/);
  await close(page);
});
