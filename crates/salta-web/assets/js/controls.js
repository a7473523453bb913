// Buttons and keys of the page with the board.

// `acts` by name; see `main.js`.
/** @param {ById} elements @param {ReturnType<typeof import("./bindings.js").byElement>} acts */
export function wire(elements, acts) {
  for (const [id, act] of Object.entries(acts.click))
    elements(id).addEventListener("click", () => acts.isReady() && act());
  for (const [id, act] of Object.entries(acts.change))
    elements(id).addEventListener("change", (/** @type {any} */ { target }) => acts.isReady() && act(target));
  elements("load").addEventListener("change", (/** @type {any} */ { target }) => {
    if (target.files[0]) acts.load(target.files[0]);
    target.value = "";
  });
  elements("typed").addEventListener("keydown", (/** @type {any} */ { key, target }) => {
    if (key !== "Enter" || !acts.isReady()) return;
    acts.type(target.value);
    target.value = "";
  });
  document.addEventListener("keydown", (event) => {
    // Speech input types letters.
    const isLetter = event.key?.length === 1;
    if (acts.isReady() && isPlaying(elements) && (!isLetter || elements("letters").checked)) shortcut(event, acts.keys);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) acts.load(file);
  });
}

// Whether the board shows the game, not a position that is being set up.
/** @param {ById} elements */
const isPlaying = (elements) => elements("editor").hidden;

// What makes sense in a position of a game.
/** @param {ById} elements @param {State} state @param {GameView} view */
export function enable(elements, state, view) {
  const isSettingUp = !isPlaying(elements);
  for (const id of ["first", "previous", "take-back"]) elements(id).disabled = isSettingUp || state.at === 0;
  elements("next").disabled = elements("last").disabled = isSettingUp || state.isAtEnd();
  elements("review").disabled = !state.moves.length;
  elements("hint").disabled = isSettingUp || Boolean(view.over);
  for (const id of ["white", "black", "typed"]) elements(id).disabled = isSettingUp;
  elements("rematch").hidden = !view.over;
  elements("intro").hidden = state.moves.length > 0;
}

/** @param {KeyboardEvent} event @param {Record<string, () => void>} keys */
function shortcut(event, keys) {
  const { target } = event;
  const isTyping = target instanceof Element && target.matches("input, select, textarea");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
