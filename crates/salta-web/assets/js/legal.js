// A legal move as somebody types it: either notation, with or without its sign.

import { failure } from "./strings.js";

/** @param {string} name */
const plain = (name) => name.toLowerCase().replace(/[-:\s]/g, "");

// `notation` gives a move's text, for the sentence that refuses.
/** @param {string} text @param {Move[]} legal @param {Notation} notation */
export function legalMove(text, legal, notation) {
  const move = legal.find((move) => [move.text, move.numbers].some((name) => plain(name) === plain(text)));
  if (move) return move;
  throw legal.length
    ? failure("error.not-legal", { text, legal: legal.map(notation).join(", ") })
    : failure("refused.over");
}
