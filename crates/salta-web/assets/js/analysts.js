// Who analyses: a player that knows the variant, unless one was chosen.

import { Solving } from "./solving.js";

// Whose values are exact.
export const PERFECT = "perfect";

export class Analysts {
  /** @type {string[]} */
  #networks = [];
  /** @type {Record<string, string>} */
  #usual = {};
  #variant = "";

  // `elements`: { select, heat, solving }; `changed` is called when it is somebody else, or knows more.
  /** @param {Elements} elements @param {() => void} changed @param {(error: unknown) => void} fail */
  constructor(elements, changed, fail) {
    this.elements = elements;
    this.changed = changed;
    const solved = (/** @type {string} */ variant) => this.solved(variant);
    this.solving = new Solving(elements.solving, { solved, fail });
  }

  // What the server has.
  /** @param {About} about */
  offer(about) {
    const { analysts, networks, variants } = about;
    this.solving.offer(about);
    this.#networks = networks;
    this.#usual = Object.fromEntries(variants.map(({ name, analyst }) => [name, analyst]));
    this.elements.select.append(...analysts.map((name) => new Option(name, name)));
    this.#show();
  }

  // The name for requests: none leaves the choice to the server, which knows whether a table has the position.
  get name() {
    const { value } = this.elements.select;
    return value === PERFECT && this.isSolved(this.#variant) ? null : value || null;
  }

  // Somebody was chosen by hand.
  choose() {
    this.#show();
    this.changed();
  }

  // The exact values of a variant are known now.
  /** @param {string} variant */
  solved(variant) {
    const { select } = this.elements;
    if (![...select.options].some(({ value }) => value === PERFECT)) select.append(new Option(PERFECT, PERFECT));
    this.#usual[variant] = PERFECT;
    if (variant === this.#variant) this.#choose(PERFECT);
    this.changed();
  }

  // This is the variant on the board.
  /** @param {string} variant */
  suit(variant) {
    this.solving.suit(variant);
    if (variant === this.#variant || !this.#usual[variant]) return;
    this.#variant = variant;
    this.#choose(this.#usual[variant]);
  }

  // Whether every value of a variant is known.
  /** @param {string} variant */
  isSolved(variant) {
    return this.#usual[variant] === PERFECT;
  }

  /** @param {string} name */
  #choose(name) {
    this.elements.select.value = name;
    this.#show();
  }

  // Only networks have a policy to draw.
  #show() {
    this.elements.heat.hidden = !this.#networks.includes(this.elements.select.value);
  }
}
