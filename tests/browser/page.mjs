// What all tests of the pages share. SALTA_URL: a running `salta serve --run RUN --variant six.toml`; CHROMIUM: the
// browser; SALTA_SHOTS: a folder for pictures, if they are wanted.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";

/** @import { Browser, BrowserContextOptions, Locator } from "playwright-core" */
// A page as Playwright has it, and one of `open`, which writes down what it hears.
/** @typedef {import("playwright-core").Page} Tab */
/** @typedef {{ faults: string[], requested: string[], aborted: string[] }} Heard */
/** @typedef {Tab & Heard} Page */
/** @typedef {string | Record<string, string>} Hash */

export const base = process.env.SALTA_URL ?? "";
const shots = process.env.SALTA_SHOTS;

// Two pieces on ways of their own: a short game.
export const SHORT = { variant: "meyers-1908", start: "4a/5/5/5/5/5/5/5/5/A4 w 0" };
export const OPENING = { moves: "e3f4.f8e7.c3d4.d8c7" };
export const MUST_JUMP = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const krone = () => readFile(new URL("../../data/games/krone-grotewold-1901.salta", import.meta.url));

/** @type {Browser} */
let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
});
after(() => browser?.close());

// The pages that a test has opened.
/** @type {Set<Page>} */
const opened = new Set();
afterEach(async () => {
  for (const page of opened) await close(page);
});

/** @param {BrowserContextOptions} options */
export const context = (options = {}) => browser.newContext({ viewport: { width: 1200, height: 820 }, ...options });

// A page whose errors fail the test and whose requests are written down.
/** @param {Hash} hash @param {{ options?: BrowserContextOptions, path?: string }} where */
export async function open(hash = "", { options = {}, path = "" } = {}) {
  /** @type {Heard} */
  const heard = { faults: [], requested: [], aborted: [] };
  const page = Object.assign(await (await context(options)).newPage(), heard);
  opened.add(page);
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (line) => /^no string/.test(line.text()) && page.faults.push(line.text()));
  page.on("request", (request) => page.requested.push(request.url()));
  page.on("requestfailed", (request) => page.aborted.push(request.url()));
  await page.goto(`${base}${path}${hash && `#${new URLSearchParams(hash)}`}`);
  await page.waitForSelector("body[data-ready]");
  return page;
}

// Nothing went wrong, and nobody but the server was asked. What a test leaves open is closed after it.
/** @param {Page} page */
export async function close(page) {
  opened.delete(page);
  assert.deepEqual(page.faults, []);
  for (const url of page.requested)
    assert.ok(/^(data|blob):/.test(url) || url.startsWith(base), `asked elsewhere: ${url}`);
  await page.context().close();
}

// In one look, since squares are drawn anew when the board is flipped.
/** @type {(page: Tab, square: string) => Promise<[number, number]>} */
export const middle = (page, square) =>
  page.evaluate((name) => {
    const rect = /** @type {Element} */ (document.querySelector(`rect[data-square="${name}"]`));
    const { x, y, width, height } = rect.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, square);

/** @param {Tab} page @param {string} square */
export const click = async (page, square) => page.mouse.click(...(await middle(page, square)));
/** @param {Tab} page */
export const plies = (page) => page.locator("#moves button").count();
/** @param {Locator} element */
export const textOf = async (element) => (await element.textContent()) ?? "";
/** @param {Tab} page */
export const status = (page) => textOf(page.locator("#status"));

/** @param {() => unknown} what @param {string} said */
export async function until(what, said) {
  for (let tries = 0; tries < 600; tries++) {
    if (await what()) return;
    await new Promise((go) => setTimeout(go, 100));
  }
  assert.fail(said);
}

// Chooses who plays a side, and waits until the server has answered: a click before that is not played.
/** @param {Tab} page @param {"white" | "black"} side @param {string} player */
export async function seat(page, side, player) {
  await page.selectOption(`#${side}`, player);
  const told = () => page.evaluate((key) => new URLSearchParams(location.hash.slice(1)).get(key) ?? "you", side);
  await until(async () => (await told()) === player, `${player} is not ${side}`);
}

// What a refusal or a failure says.
/** @param {Tab} page @param {RegExp} part */
export const said = (page, part) =>
  until(async () => {
    const message = page.locator("#message");
    return (await message.isVisible()) && part.test(await textOf(message));
  }, `nothing says ${part}`);

// Holds back each request of a kind.
/** @param {Tab} page @param {string} path @param {number} time in milliseconds */
export const slow = (page, path, time) =>
  page.route(`**/api/${path}`, async (route) => {
    await new Promise((go) => setTimeout(go, time));
    await route.continue().catch(() => {});
  });

/** @param {Tab} page @param {string} from @param {string} to */
export async function moveBy(page, from, to) {
  const before = await plies(page);
  await click(page, from);
  await click(page, to);
  await until(async () => (await plies(page)) > before, `${from}-${to} was not played`);
}

/** @param {Tab} page @param {string} name */
export async function picture(page, name) {
  if (!shots) return;
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${shots}/${name}.png` });
}
