// Who analyses: a player that knows the variant, unless one was chosen.

export class Analysts {
  /** @type {string[]} */
  #networks = [];
  /** @type {Record<string, string>} */
  #usual = {};
  #variant = "";

  // `elements`: { select, heat }; `changed` is called when it is somebody else.
  /** @param {Elements} elements @param {() => void} changed */
  constructor(elements, changed) {
    this.elements = elements;
    this.changed = changed;
  }

  // What the server has.
  /** @param {About} it */
  offer({ analysts, networks, variants }) {
    this.#networks = networks;
    this.#usual = Object.fromEntries(variants.map(({ name, analyst }) => [name, analyst]));
    this.elements.select.append(...analysts.map((name) => new Option(name, name)));
    this.#show();
  }

  // The name for requests.
  get name() {
    return this.elements.select.value || null;
  }

  // Somebody was chosen by hand.
  choose() {
    this.#show();
    this.changed();
  }

  // This is the variant on the board.
  /** @param {string} variant */
  suit(variant) {
    if (variant === this.#variant || !this.#usual[variant]) return;
    this.#variant = variant;
    this.elements.select.value = this.#usual[variant];
    this.#show();
  }

  // Only networks have a policy to draw.
  #show() {
    this.elements.heat.hidden = !this.#networks.includes(this.name);
  }
}
