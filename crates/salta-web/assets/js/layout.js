// Where squares lie in the picture, whose squares are ten units wide; a1 is below left unless the
// board is flipped.

import { at, nameOf } from "./squares.js";

export class Layout {
  flipped = false;
  rows = 10;
  columns = 10;

  // The left upper corner of a square.
  /** @param {string} name */
  corner(name) {
    const { column, row } = at(name);
    const [right, up] = [10 * (this.columns - 1), 10 * (this.rows - 1)];
    return this.flipped ? [right - 10 * column, 10 * row] : [10 * column, up - 10 * row];
  }

  // The board with its labels: x, y, width and height.
  frame() {
    return [-4.5, -1.5, 10 * this.columns + 6, 10 * this.rows + 6];
  }

  // The square picture that has the board in its middle.
  viewBox() {
    const [x, y, width, height] = this.frame();
    const side = Math.max(width, height);
    return [x - (side - width) / 2, y - (side - height) / 2, side, side];
  }

  /** @param {string} name */
  middle(name) {
    return this.corner(name).map((v) => v + 5);
  }

  // The square at a point of the picture, dark or light; null beside the board.
  /** @param {{ x: number, y: number }} it */
  squareAt({ x, y }) {
    const [right, down] = [Math.floor(x / 10), Math.floor(y / 10)];
    const [mostRight, mostDown] = [this.columns - 1, this.rows - 1];
    if (right < 0 || right > mostRight || down < 0 || down > mostDown) return null;
    return this.flipped ? nameOf(mostRight - right, down) : nameOf(right, mostDown - down);
  }
}
