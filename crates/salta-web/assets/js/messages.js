// What is said beside the board: refusals, hints, and words for screen readers.

export class Messages {
  constructor({ message, advice, announcer }) {
    Object.assign(this, { message, advice, announcer });
  }

  // `remedy`, if there is one: { label, act }.
  fail(error, remedy) {
    this.message.replaceChildren(error.message, ...(remedy ? [" ", button(remedy)] : []));
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

function button({ label, act }) {
  const made = Object.assign(document.createElement("button"), { textContent: label });
  made.addEventListener("click", act);
  return made;
}
