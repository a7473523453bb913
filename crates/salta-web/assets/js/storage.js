// What the browser remembers from visit to visit, or a tab from page to page, as JSON. Without storage, or room
// in it, all else goes on.

// Other pages of the same origin may have keys of their own.
const OURS = "salta.";

/** @typedef {"localStorage" | "sessionStorage"} Where */

/** @template T @param {string} key @param {T} otherwise @param {Where} where @returns {T} */
export function get(key, otherwise, where = "localStorage") {
  try {
    return JSON.parse(window[where].getItem(OURS + key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value @param {Where} where */
export function set(key, value, where = "localStorage") {
  try {
    window[where].setItem(OURS + key, JSON.stringify(value));
  } catch {
    // Nothing is remembered.
  }
}
