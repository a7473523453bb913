// Where squares lie in the picture, whose squares are ten units wide; a1 is below left unless the
// board is turned.

import { at, nameOf } from "./squares.js";

export class Layout {
  flipped = false;

  // The left upper corner of a square.
  corner(name) {
    const { column, row } = at(name);
    return this.flipped ? [90 - 10 * column, 10 * row] : [10 * column, 90 - 10 * row];
  }

  middle(name) {
    return this.corner(name).map((v) => v + 5);
  }

  // The square at a point of the picture, dark or light; null beside the board.
  squareAt({ x, y }) {
    const [right, down] = [Math.floor(x / 10), Math.floor(y / 10)];
    if (right < 0 || right > 9 || down < 0 || down > 9) return null;
    return this.flipped ? nameOf(9 - right, down) : nameOf(right, 9 - down);
  }
}
