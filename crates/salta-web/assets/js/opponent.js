// Asks an opponent for its move.

import * as api from "./api.js";

// Milliseconds from a piece's landing to the reply, so that people see who moved.
const PACE = 450;
// Milliseconds after which an opponent that failed is asked again.
const WAITS = [1000, 3000];

/** @param {number} time @returns {Promise<void>} */
const pause = (time) => new Promise((go) => setTimeout(go, time));

/** @param {string} player @param {State} state @param {AbortSignal} signal */
export async function replyOf(player, state, signal) {
  const paced = pause(PACE);
  const answer = await answerOf(player, state, signal);
  await paced;
  return answer;
}

/** @param {string} player @param {State} state @param {AbortSignal} signal */
async function answerOf(player, state, signal) {
  for (const wait of WAITS) {
    try {
      return await api.reply(state.game(), player, state.seed, signal);
    } catch (error) {
      // What is refused would be refused again.
      if (signal.aborted || /** @type {any} */ (error).isFinal) throw error;
      await pause(wait);
    }
  }
  return api.reply(state.game(), player, state.seed, signal);
}
