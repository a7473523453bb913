// Names of squares and the position line: geometry and notation, no rules.

import { say } from "./strings.js";

const COLUMNS = "abcdefghij";

/** @param {number} column @param {number} row */
export const nameOf = (column, row) => COLUMNS[column] + (row + 1);

/** @param {string} name */
export const at = (name) => ({ column: COLUMNS.indexOf(name[0]), row: Number(name.slice(1)) - 1 });

// The Salta number: row × 10 + place, both from 1.
/** @param {string} name */
export function numberOf(name) {
  const { column, row } = at(name);
  return (row + 1) * 10 + (column >> 1) + 1;
}

// A text with its squares, by themselves or in moves, as Salta numbers.
/** @param {string} text */
export const inNumbers = (text) => text.replace(/(?<![\w@=])[a-j](10|[1-9])(?!\w)/g, numberText);

/** @param {string} name */
function numberText(name) {
  const { column, row } = at(name);
  return isDark(column, row) ? String(numberOf(name)) : name;
}

/** @param {number} column @param {number} row */
export const isDark = (column, row) => (column + row) % 2 === 0;

// The fifteen pieces of a side by letter: suit 0–2 (star, moon, sun) and number 1–5.
/** @param {string} letter @returns {Piece} */
export function pieceOf(letter) {
  const index = letter.toUpperCase().charCodeAt(0) - 65;
  const side = letter === letter.toUpperCase() ? "white" : "black";
  return { letter, side, index, suit: Math.floor(index / 5), number: (index % 5) + 1 };
}

const SUITS = ["star", "moon", "sun"];

/** @param {Piece} it */
export const wordsOf = ({ suit, number }) => say("piece", { suit: SUITS[suit], number });

// The pieces of a position line, by square.
/** @param {string} line */
export function piecesOf(line) {
  const found = new Map();
  const rows = line.split(" ")[0].split("/");
  rows.forEach((text, fromTop) => {
    const row = rows.length - 1 - fromTop;
    let place = 0;
    for (const sign of text) {
      if (/\d/.test(sign)) place += Number(sign);
      else found.set(nameOf(2 * place++ + (row % 2), row), pieceOf(sign));
    }
  });
  return found;
}
