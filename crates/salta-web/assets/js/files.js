// Games as files and links.

import * as api from "./api.js";

const MOST_BYTES = 200_000;

export async function save(game, headers) {
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const { text } = await api.write(game, { date, ...headers });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: "game.salta" });
  link.click();
  URL.revokeObjectURL(link.href);
}

// The game in a file, checked by the server.
export async function open(file) {
  if (file.size > MOST_BYTES) throw new Error("This file is too large for one game.");
  return api.read(await file.text());
}

export async function share(button) {
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Link copied";
  } catch {
    prompt("The link to this position:", location.href);
  }
  setTimeout(() => (button.textContent = "Copy link"), 2000);
}
