// What happens when the page is left, hidden or called with another address.

import { ADDRESS } from "./game-of-1901.js";
import { State } from "./state.js";
import { leave } from "./way-back.js";

// Analyses stop when nobody looks, and games change with the address.
/** @param {Acts} acts */
export function watchPage(acts) {
  const { table, analysis, review } = acts;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) analysis.stop();
    else acts.page.follow();
  });
  addEventListener("pagehide", () => {
    analysis.stop();
    review.changed();
    leave(table.state.hash());
  });
  addEventListener("pageshow", ({ persisted }) => persisted && table.answered && acts.page.shown());
  addEventListener("hashchange", () => {
    if (location.hash === ADDRESS) return acts.showGameOf1901();
    const next = new State(location.hash);
    if (next.hash() !== (table.asked ?? table.state).hash()) table.act(next);
  });
}
