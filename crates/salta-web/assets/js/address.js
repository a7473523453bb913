// The address of the page, which holds the game on the table.

const AGAIN_MS = 3000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;
// Whether the change to be made is a new entry of the history: a later change must not take its place.
let pushes = false;

// Browsers refuse more than about a hundred changes in half a minute: then the change is made later.
/** @param {"pushState" | "replaceState"} how @param {State} state */
export function address(how, state) {
  clearTimeout(again);
  pushes ||= how === "pushState";
  try {
    const isNew = pushes && location.hash !== state.hash();
    history[isNew ? "pushState" : "replaceState"](null, "", state.hash());
    pushes = false;
  } catch {
    again = setTimeout(() => address(how, state), AGAIN_MS);
  }
}
