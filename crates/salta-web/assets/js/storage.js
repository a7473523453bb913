// What the browser remembers from visit to visit, as JSON. Without storage, or room in it, all else goes on.

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function get(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export function set(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is remembered.
  }
}
