// Games as files and links.

import * as api from "./api.js";
import { failure, say } from "./strings.js";

const MOST_BYTES = 200_000;

// All lines of a game, the first one as the game and the others as variations.
/** @param {State} it @param {Record<string, string>} headers */
export async function save({ variant, start, lines }, headers) {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const date = parts.map((part) => String(part).padStart(2, "0")).join(".");
  const { text } = await api.write({ variant, start: start || null, moves: lines[0] }, lines.slice(1), {
    date,
    ...headers,
  });
  offer(new Blob([text], { type: "text/plain" }), "game.salta");
}

// Has a file downloaded.
/** @param {Blob} blob @param {string} name */
export function offer(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

// The game in a file, checked by the server.
/** @param {File} file */
export async function open(file) {
  if (file.size > MOST_BYTES) throw failure("error.too-large");
  return api.read(await file.text());
}

/** @param {HTMLElement} button */
export async function share(button) {
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = say("share.copied");
  } catch {
    prompt(say("share.prompt"), location.href);
  }
  setTimeout(() => (button.textContent = say("button.share")), 2000);
}
