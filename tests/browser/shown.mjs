// What several tests ask the page to show of a position.

import { textOf } from "./page.mjs";

/** @import { Tab } from "./page.mjs" */

// The number of the move that is shown.
/** @param {Tab} page */
export const current = (page) => page.locator("#moves [aria-current]").getAttribute("data-ply");

// What a hint says.
/** @param {Tab} page */
export async function hint(page) {
  await page.click("#hint");
  await page.waitForSelector("#advice:not([hidden])");
  return textOf(page.locator("#advice"));
}

// Has the position analysed, by an analyst if one is named, until there are arrows.
/** @param {Tab} page @param {string} [by] */
export async function analyse(page, by) {
  if (by) await page.selectOption("#analyst", by);
  await page.click("#analyse");
  await page.waitForSelector("[data-arrow]");
}
