// Mouse and finger on the board: a click picks up and puts down, and a piece can be dragged.

// Pixels that a pointer may tremble in a click.
const TREMBLE = 5;

export class Hand {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{ square: string, again: boolean, follow: ((point: DOMPoint) => void) | null, from: number[] } | null} */
    this.held = null;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.let());
  }

  // The point of the picture under the pointer.
  /** @param {PointerEvent} it */
  point({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.board.svg.getScreenCTM()?.inverse());
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button) return;
    const { board } = this;
    const square = board.layout.squareAt(this.point(event));
    const again = square === board.picked;
    if (!square) return board.pick(null);
    if (!board.movesFrom(square).length) return board.touch(square);
    board.pick(square);
    this.held = { square, again, follow: null, from: [event.clientX, event.clientY] };
    board.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held, board } = this;
    if (!held) return;
    const trembles = Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) < TREMBLE;
    if (!held.follow && trembles) return;
    const piece = board.view.pieces.get(held.square);
    if (piece) held.follow ??= board.figures.lift(piece);
    held.follow?.(this.point(event));
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { held, board } = this;
    if (!held) return;
    this.let();
    const square = board.layout.squareAt(this.point(event));
    if (held.follow && !square) board.pick(null);
    else if (held.follow && square && square !== held.square) board.touch(square);
    else if (held.again && !held.follow) board.pick(null);
  }

  let() {
    if (!this.held) return;
    this.held = null;
    this.board.figures.drop();
    this.board.drawPieces();
  }
}
