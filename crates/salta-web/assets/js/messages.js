// What is said beside the board: refusals, hints, and words for screen readers.

import { button } from "./buttons.js";
import { inNumbers } from "./squares.js";
import { messageOf } from "./strings.js";

export class Messages {
  /** @param {ById} elements */
  constructor(elements) {
    this.message = elements("message");
    this.advice = elements("advice");
    this.announcer = elements("announcer");
    this.numbers = elements("numbers");
  }

  // Squares as the board names them.
  /** @param {string} text */
  spell(text) {
    return this.numbers.checked ? inNumbers(text) : text;
  }

  // `remedy`, if there is one: { label, act }.
  /** @param {unknown} error @param {Remedy | null} [remedy] */
  fail(error, remedy) {
    this.message.replaceChildren(messageOf(error), ...(remedy ? [" ", button(remedy.label, remedy.act)] : []));
    this.message.hidden = false;
    this.message.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text */
  advise(text) {
    this.advice.textContent = this.spell(text);
    this.advice.hidden = false;
  }

  /** @param {string} text */
  announce(text) {
    this.announcer.textContent = this.spell(text);
  }

  calm() {
    this.message.hidden = this.advice.hidden = true;
  }
}
