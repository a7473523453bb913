// Sizes, colours and what screen readers get.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { MUST_JUMP, close, open, picture } from "./page.mjs";

const AXE = new URL("./node_modules/axe-core/axe.min.js", import.meta.url);
const board = (page) => page.evaluate(() => {
  const { left, top, width, height } = document.querySelector("#board svg").getBoundingClientRect();
  return { left, top, width, height, page: document.documentElement.scrollWidth };
});

test("the board uses the screen, whatever its size, without a jump between two", async () => {
  const sizes = [[360, 740], [799, 1100], [801, 1100], [799, 600], [801, 600], [844, 390], [1200, 820], [1920, 1080]];
  const page = await open();
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
  await close(page);
});

async function accessible(colorScheme) {
  for (const hash of ["", { start: MUST_JUMP }, { moves: "e3f4.f8e7.c3d4.d8c7" }]) {
    const page = await open(hash, { options: { colorScheme } });
    for (const summary of await page.locator("details:not([open]) > summary").all()) if (await summary.isVisible()) await summary.click();
    await page.evaluate(await readFile(AXE, "utf8"));
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
    assert.deepEqual(violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(" "))].join(": ")), []);
    await close(page);
  }
}

test("axe finds nothing in light colours", () => accessible("light"));

test("axe finds nothing in dark colours", () => accessible("dark"));

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
    const host = document.querySelector("[data-layer=marks]");
    const ground = getComputedStyle(document.querySelector("rect.dark")).fill;
    return Object.fromEntries([["target", "fill"], ["recent", "stroke"], ["picked", "stroke"], ["compelled ground", "stroke"], ["refused", "stroke"], ["way", "stroke"]].map(([kind, part]) => {
      host.insertAdjacentHTML("beforeend", `<rect class="${kind}"/>`);
      return [kind, of(getComputedStyle(host.lastChild)[part], ground)];
    }));
  }, CONTRAST);
  for (const [kind, contrast] of Object.entries(contrasts)) assert.ok(contrast >= 3, `${kind}: ${contrast.toFixed(1)} to 1`);
  await close(page);
});
