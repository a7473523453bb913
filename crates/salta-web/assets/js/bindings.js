// What each button, field and key of the page with the board does.

import * as files from "./files.js";
import * as storage from "./storage.js";

// A box that is ticked as it was the last time.
/** @param {HTMLInputElement} box @param {boolean} otherwise */
function kept(box, otherwise) {
  box.checked = storage.get(box.id, otherwise);
  box.addEventListener("change", () => storage.set(box.id, box.checked));
}

// What stands behind each element and key.
/** @param {import("./acts.js").Acts} acts */
export function byElement(acts) {
  const { $, table, analysis, analysts, review, messages } = acts;
  const { course } = acts.page;
  kept($("numbers"), false);
  kept($("letters"), true);
  const toStart = () => table.go(0);
  const toEnd = () => table.go(Infinity);
  /** @param {number} by */
  const step = (by) => () => table.step(by);
  const flip = () => table.flip();
  const takeBack = () => table.takeBack();
  const hint = () => acts.takeHint();
  const analyse = () => acts.toggleAnalysis();
  const goals = () => acts.toggleGoals();
  return {
    // Nothing can be done before the server has told of a game.
    isReady: () => Boolean(table.answered),
    click: {
      first: toStart,
      previous: step(-1),
      next: step(1),
      last: toEnd,
      "take-back": takeBack,
      flip: flip,
      hint: hint,
      goals: goals,
      rematch: () => table.rematch(),
      "new": () =>
        table.change((next) => {
          course.reseat(next);
          next.restart("");
        }),
      analyse: analyse,
      review: () => {
        messages.calm();
        review.begin(table.state);
      },
      save: () => acts.save(),
      share: () => files.share($("share")),
      picture: () => acts.savePicture(),
      edit: () => acts.edit(),
      "set-position": () => table.change((next) => next.restart($("position").value.trim())),
    },
    change: {
      variant: (/** @type {any} */ { value }) =>
        table.change((next) => {
          course.reseat(next);
          next.variant = value;
          next.restart("");
        }),
      numbers: () => acts.page.shown(),
      heat: () => analysis.drawHeat(),
      analyst: () => analysts.choose(),
    },
    keys: {
      t: takeBack,
      f: flip,
      h: hint,
      a: analyse,
      g: goals,
      ArrowLeft: step(-1),
      ArrowRight: step(1),
      ",": step(-1),
      ".": step(1),
      Home: toStart,
      End: toEnd,
    },
    load: (/** @type {File} */ file) => acts.load(file),
    type: (/** @type {string} */ text) => acts.typeMove(text),
  };
}
