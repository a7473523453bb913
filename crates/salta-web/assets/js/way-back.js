// The way back from the other pages to the game on the board that this tab left.

import * as storage from "./storage.js";

const KEY = "left";

/** @param {string} hash */
export const leave = (hash) => storage.set(KEY, hash, "sessionStorage");

export function leadBack() {
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-board]"));
  for (const link of links) link.hash = storage.get(KEY, "", "sessionStorage");
}
