// What happens when the page is left, hidden or called with another address.

import { State } from "./state.js";

// Analyses stop when nobody looks, and games change with the address.
export function watchPage({ table, analysis, review }) {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) analysis.stop();
    else if (table.view) analysis.follow(table.gameShown(), table.view);
  });
  addEventListener("pagehide", () => {
    analysis.stop();
    review.forget();
  });
  addEventListener("hashchange", () => {
    const next = new State(location.hash);
    if (next.hash() !== (table.asked ?? table.state).hash()) table.become(next);
  });
}
