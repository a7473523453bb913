// What is said beside the board: refusals, hints, and words for screen readers.

import { button } from "./buttons.js";
import { messageOf } from "./strings.js";

export class Messages {
  /** @param {{ message: HTMLElement, advice: HTMLElement, announcer: HTMLElement }} it */
  constructor({ message, advice, announcer }) {
    this.message = message;
    this.advice = advice;
    this.announcer = announcer;
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
    this.advice.textContent = text;
    this.advice.hidden = false;
  }

  /** @param {string} text */
  announce(text) {
    this.announcer.textContent = text;
  }

  calm() {
    this.message.hidden = this.advice.hidden = true;
  }
}
