// A small board solved in the page: from then on its exact values are known, on later visits too.

import { stream } from "./api.js";
import { duration, signed } from "./numbers.js";
import { messageOf, say } from "./strings.js";

/** @typedef {{ ply: number, left: number | null, found?: { value: number, forced: number } }} Progress */

export class Solving {
  #variant = "";
  // Variants that may be small enough.
  /** @type {Set<string>} */
  #small = new Set();
  // What was found, by variant.
  /** @type {Map<string, string>} */
  #found = new Map();
  // Variants whose table was looked for.
  #sought = new Set();
  /** @type {AbortController | null} */
  #leave = null;

  // `host`: two buttons, to begin and to cancel, and a place for words. `told`: { solved(variant), fail(error) }.
  /** @param {any} host @param {{ solved: (variant: string) => void, fail: (error: unknown) => void }} told */
  constructor(host, told) {
    this.host = host;
    this.told = told;
    const [start, cancel] = host.querySelectorAll("button");
    this.start = start;
    this.cancel = cancel;
    this.words = host.querySelector("span");
    this.start.addEventListener("click", () => this.begin(this.#variant));
    this.cancel.addEventListener("click", () => this.#leave?.abort());
  }

  /** @param {About} it */
  offer({ solves, variants }) {
    this.#small = new Set(solves ? variants.filter(({ rules }) => rules.board).map(({ name }) => name) : []);
  }

  // This is the variant on the board.
  /** @param {string} variant */
  suit(variant) {
    this.#variant = variant;
    if (this.#small.has(variant)) this.#recall(variant);
    if (!this.#leave) this.#draw(this.#found.get(variant) ?? "");
  }

  /** @param {string} text */
  #draw(text) {
    const isRunning = Boolean(this.#leave);
    this.host.hidden = !isRunning && !this.#small.has(this.#variant);
    this.start.hidden = isRunning || this.#found.has(this.#variant);
    this.cancel.hidden = !isRunning;
    // Only the end is worth interrupting a reader for.
    this.words.ariaLive = isRunning ? "off" : "polite";
    this.words.textContent = text;
  }

  /** @param {string} variant */
  async begin(variant) {
    const leave = (this.#leave = new AbortController());
    this.#draw(say("solve.begun", { variant }));
    try {
      await stream("solve", { variant }, leave.signal, (/** @type {Progress} */ { ply, left, found }) => {
        if (found) this.#found.set(variant, inWords(variant, found));
        else this.#draw(say("solve.running", { variant, ply, time: left === null ? "" : duration(left) }));
      });
    } catch (error) {
      if (!leave.signal.aborted) this.told.fail(error);
    }
    this.#leave = null;
    const words = this.#found.get(variant);
    this.#know(variant, words);
    if (!words) return;
    await stream("keep", { variant }, undefined, () => {}).catch((error) => {
      this.#found.set(variant, `${words}. ${messageOf(error)}`);
      this.suit(this.#variant);
    });
  }

  // A table that was kept is loaded.
  /** @param {string} variant */
  async #recall(variant) {
    if (this.#sought.has(variant)) return;
    this.#sought.add(variant);
    await stream("kept", { variant }, undefined, (/** @type {Required<Progress>} */ { found }) =>
      this.#know(variant, inWords(variant, found)),
    ).catch(this.told.fail);
  }

  // What is known now, if it is.
  /** @param {string} variant @param {string | undefined} words */
  #know(variant, words) {
    if (words) this.#found.set(variant, words);
    this.suit(this.#variant);
    if (words) this.told.solved(variant);
  }
}

/** @param {string} variant @param {{ value: number, forced: number }} found */
const inWords = (variant, { value, forced }) =>
  say(value ? "analysis.exact" : "analysis.exact-none", { by: variant, margin: signed(value), depth: forced });
