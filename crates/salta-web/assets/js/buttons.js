// Buttons made by the scripts.

/** @param {string} label @param {() => void} act @param {string} [kind] its class */
export function button(label, act, kind) {
  const made = Object.assign(document.createElement("button"), { textContent: label });
  if (kind) made.className = kind;
  made.addEventListener("click", act);
  return made;
}
