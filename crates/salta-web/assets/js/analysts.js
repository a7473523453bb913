// Who analyses: a player that knows the variant, unless one was chosen.

export class Analysts {
  #networks = [];
  #usual = {};
  #variant = null;

  // `elements`: { select, heat }; `changed` is called when it is somebody else.
  constructor(elements, changed) {
    Object.assign(this, { elements, changed });
  }

  // What the server has.
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
