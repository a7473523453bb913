// Sizes and colours.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { MUST_JUMP, OPENING, base, click, close, context, open, picture } from "./page.mjs";
import { hint } from "./shown.mjs";

/** @import { Hash, Page, Tab } from "./page.mjs" */

const AXE = new URL("./node_modules/axe-core/axe.min.js", import.meta.url);
/** @param {Page} page */
const board = (page) =>
  page.evaluate(() => {
    const svg = /** @type {Element} */ (document.querySelector("#board svg"));
    const { left, top, width, height } = svg.getBoundingClientRect();
    return { left, top, width, height, page: document.documentElement.scrollWidth };
  });

test("the board uses the screen, whatever its size, without a jump between two", () => sizes("en-GB"));

test("the board uses the screen in German too", () => sizes("de-DE"));

/** @param {string} locale */
async function sizes(locale) {
  const sizes = [
    [360, 740],
    [799, 1100],
    [801, 1100],
    [799, 600],
    [801, 600],
    [568, 320],
    [640, 360],
    [667, 375],
    [844, 390],
    [1200, 820],
    [1920, 1080],
  ];
  const page = await open("", { options: { locale } });
  const found = new Map();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const shown = await board(page);
    const size = `${width} × ${height}`;
    assert.ok(shown.page <= width, `${size}: the page is ${shown.page} px wide`);
    assert.ok(shown.top + shown.height <= height, `${size}: the board ends at ${shown.top + shown.height} px`);
    assert.ok(shown.width >= 0.65 * Math.min(width, height), `${size}: the board is ${shown.width} px wide`);
    found.set(size, shown.width);
    if (height === 390) await picture(page, "landscape");
  }
  for (const height of [1100, 600]) {
    const [one, other] = [799, 801].map((width) => found.get(`${width} × ${height}`));
    assert.ok(Math.abs(one - other) < 10, `${one} and ${other} px at a height of ${height}`);
  }
}

const MOMENTS = { start: "5/5/5/5/5/5/2a2/2A2/5/4B w 0", moves: "e3g5.f4g3.g5h4" };

// What the page can look like: an address, and how to get there from it.
/** @type {Record<string, [hash: Hash, reach: (page: Page) => unknown]>} */
const STATES = {
  "a first visit": ["", () => {}],
  "a compulsory jump refused": [
    { start: MUST_JUMP },
    async (page) => {
      await click(page, "c5");
      await page.waitForSelector("[data-refused]");
    },
  ],
  "an analysis, a hint and a variation": [
    { ...OPENING, tried: "0.1.f8g7" },
    async (page) => {
      await hint(page);
      await page.click("#analyse");
      await page.waitForSelector("#candidates tbody tr");
      await page.check("#heat");
      await page.waitForSelector("rect.heat");
    },
  ],
  "a review": [
    MOMENTS,
    async (page) => {
      await page.selectOption("#analyst", "alphabeta@2");
      await page.click("#review");
      await page.locator("#coach li").first().waitFor();
    },
  ],
  "a position being set up": [
    OPENING,
    async (page) => {
      await page.locator("#files summary").click();
      await page.click("#edit");
      await page.click("#editor-empty");
      await page.locator("#spare button").nth(1).click();
    },
  ],
  "a lesson": [
    "",
    async (page) => {
      await page.locator("#learn button").first().click();
      await page.waitForSelector("#lesson:not([hidden])");
      await click(page, "c7");
    },
  ],
  "a player by its text": [OPENING, (page) => page.selectOption("#black", "?")],
  "a game that is over": [
    { ...MOMENTS, start: "5/5/4a/A4/5/5/5/5/5/5 w 0", moves: "a7b8.j8i7" },
    (page) => page.waitForSelector("#rematch:not([hidden])"),
  ],
};

/** @param {"light" | "dark"} colorScheme @param {string} locale */
async function accessible(colorScheme, locale) {
  const options = { options: { colorScheme, locale } };
  for (const [state, [hash, reach]] of Object.entries(STATES)) {
    const page = await open(hash, options);
    await reach(page);
    for (const summary of await page.locator("details:not([open]) > summary").all())
      if (await summary.isVisible()) await summary.click();
    await faultless(page, state);
    await close(page);
  }
  for (const path of ["training", "help/rules", "help/de/rules", "help/glossary", "help/de/glossary"]) {
    const page = await (await context(options.options)).newPage();
    await page.goto(`${base}${path}`);
    // Of a run with games and a tournament.
    if (path === "training") await page.waitForSelector("#games a");
    await faultless(page, path);
    await page.context().close();
  }
}

/** @param {Tab} page @param {string} state */
async function faultless(page, state) {
  await page.evaluate(await readFile(AXE, "utf8"));
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }),
  );
  const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(" "))].join(": "));
  assert.deepEqual(found, [], state);
}

test("axe finds nothing in light colours", () => accessible("light", "en-GB"));

test("axe finds nothing in dark colours", () => accessible("dark", "en-GB"));

// Colours do not depend on the language: dark ones in German would show nothing new.
test("axe finds nothing in light colours and German", () => accessible("light", "de-DE"));

// Relative luminance and contrast as WCAG defines them.
const CONTRAST = `(one, other) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  const luminance = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}`;

test("marks on the board stand out from its squares", async () => {
  const page = await open({ start: MUST_JUMP });
  const contrasts = await page.evaluate((contrast) => {
    const of = Function(`return ${contrast}`)();
    const host = /** @type {Element} */ (document.querySelector("[data-layer=marks]"));
    const ground = getComputedStyle(/** @type {Element} */ (document.querySelector("rect.dark"))).fill;
    return Object.fromEntries(
      ["target", "recent", "picked", "compelled ground", "refused", "way"].map((kind) => {
        host.insertAdjacentHTML("beforeend", `<rect class="${kind}"/>`);
        const { fill, stroke } = getComputedStyle(/** @type {Element} */ (host.lastElementChild));
        return [kind, of(kind === "target" ? fill : stroke, ground)];
      }),
    );
  }, CONTRAST);
  for (const [kind, contrast] of Object.entries(contrasts))
    assert.ok(contrast >= 3, `${kind}: ${contrast.toFixed(1)} to 1`);
});
