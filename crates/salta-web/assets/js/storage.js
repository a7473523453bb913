// What the browser remembers from visit to visit, as JSON. Without storage, or room in it, all else goes on.

// Other pages of the same origin may have keys of their own.
const OURS = "salta.";

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function get(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(OURS + key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export function set(key, value) {
  try {
    localStorage.setItem(OURS + key, JSON.stringify(value));
  } catch {
    // Nothing is remembered.
  }
}
