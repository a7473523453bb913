// Games as files and links.

import * as api from "./api.js";
import { failure, say } from "./strings.js";

// Of one game, and of a file with many.
const MOST_BYTES = 200_000;
const MOST_OF_FILE = 100_000_000;

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

// The game in a file, checked by the server; of a large file only the first game, with the number of all.
/** @param {File} file */
export async function open(file) {
  if (file.size > MOST_OF_FILE) throw failure("error.too-large");
  const text = await file.text();
  if (file.size <= MOST_BYTES) return api.read(text);
  const starts = [...text.matchAll(/^\[Event "/gm)].map(({ index }) => index);
  if ((starts[1] ?? Infinity) > MOST_BYTES) throw failure("error.too-large");
  return { ...(await api.read(text.slice(0, starts[1]))), games: starts.length };
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
