// Buttons and lists of them, made by the scripts.

/** @param {string} label @param {() => void} act @param {string} [kind] its class */
export function button(label, act, kind) {
  const made = Object.assign(document.createElement("button"), { textContent: label });
  if (kind) made.className = kind;
  made.addEventListener("click", act);
  return made;
}

// Draws a list anew; if one of its buttons or links has the focus, the one in its place gets it.
/** @param {Element} host @param {(Node | string)[]} items */
export function redraw(host, items) {
  const all = () => /** @type {any[]} */ ([...host.querySelectorAll("button, a")]);
  const focused = all().indexOf(document.activeElement);
  host.replaceChildren(...items);
  all()[focused]?.focus({ preventScroll: true });
}
