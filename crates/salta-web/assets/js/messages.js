// What is said beside the board: refusals, hints, and words for screen readers.

export class Messages {
  constructor({ message, advice, announcer }) {
    Object.assign(this, { message, advice, announcer });
  }

  fail(error) {
    this.message.textContent = error.message;
    this.message.hidden = false;
    this.message.scrollIntoView({ block: "nearest" });
  }

  advise(text) {
    this.advice.textContent = text;
    this.advice.hidden = false;
  }

  announce(text) {
    this.announcer.textContent = text;
  }

  calm() {
    this.message.hidden = this.advice.hidden = true;
  }
}
