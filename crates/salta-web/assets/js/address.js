// The address of the page, which holds the game on the table.

const AGAIN_MS = 3000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;

// Browsers refuse more than about a hundred changes in half a minute: then the change is made later.
/** @param {"pushState" | "replaceState"} how @param {State} state */
export function address(how, state) {
  clearTimeout(again);
  try {
    history[how](null, "", state.hash());
  } catch {
    again = setTimeout(() => address(how, state), AGAIN_MS);
  }
}
