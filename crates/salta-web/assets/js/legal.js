// A legal move as somebody types it: either notation, with or without its sign.

const plain = (name) => name.trim().toLowerCase().replace(/[-:\s]/g, "");

// `notation` gives a move's text, for the sentence that refuses.
export function legalMove(text, legal, notation) {
  const move = legal.find((move) => [move.text, move.numbers].some((name) => plain(name) === plain(text)));
  if (move) return move;
  throw new Error(`“${text}” is not a legal move here. Legal: ${legal.map(notation).join(", ") || "none, the game is over"}.`);
}
