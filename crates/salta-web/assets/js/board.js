// The board: draws what it is told and says which legal move was made on it, by mouse, finger or keys.

import { drawing } from "./pieces.js";
import { at, isDark, nameOf, numberOf, wordsOf } from "./squares.js";

const SVG = "http://www.w3.org/2000/svg";

export class Board {
  constructor(host, { move, announce }) {
    this.onMove = move;
    this.announce = announce;
    this.flipped = false;
    this.numbers = false;
    this.picked = null;
    this.cursor = null;
    this.view = { pieces: new Map(), legal: [], goals: [[], []], recent: null, able: false, mustJump: false };
    this.figures = new Map();
    host.innerHTML = `<svg viewBox="-4.5 -1.5 106 106" tabindex="0" role="application" aria-label="Salta board: arrows move the cursor, Enter picks up and puts down, Escape lets go"><rect class="frame" x="-4.5" y="-1.5" width="106" height="106"/><g data-layer="squares"></g><g data-layer="marks"></g><g data-layer="pieces"></g><g data-layer="goal"></g><g data-layer="arrows"></g><g data-layer="cursor"></g></svg>`;
    this.host = host;
    this.svg = host.firstChild;
    this.layers = Object.fromEntries([...this.svg.querySelectorAll("[data-layer]")].map((g) => [g.dataset.layer, g]));
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.drag(event));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("blur", () => this.setCursor(null));
    this.drawSquares();
  }

  // Left upper corner of a square, in the picture's units.
  corner(name) {
    const { column, row } = at(name);
    return this.flipped ? [90 - 10 * column, 10 * row] : [10 * column, 90 - 10 * row];
  }

  label(name) {
    return this.numbers ? String(numberOf(name)) : name;
  }

  show(view) {
    this.view = { ...this.view, ...view };
    this.picked = null;
    this.drawPieces();
    this.drawMarks();
  }

  orient(flipped, numbers) {
    if (flipped === this.flipped && numbers === this.numbers) return;
    this.flipped = flipped;
    this.numbers = numbers;
    this.drawSquares();
    this.show({});
  }

  drawSquares() {
    let text = "";
    for (let row = 0; row < 10; row++) {
      for (let column = 0; column < 10; column++) {
        const name = nameOf(column, row);
        const [x, y] = this.corner(name);
        text += `<rect class="${isDark(column, row) ? "dark" : "light"}" x="${x}" y="${y}" width="10.05" height="10.05"${isDark(column, row) ? ` data-square="${name}"` : ""}/>`;
        if (this.numbers && isDark(column, row)) text += `<text class="number" x="${x + 0.4}" y="${y + 2}">${numberOf(name)}</text>`;
      }
      const [, y] = this.corner(nameOf(0, row));
      const [x] = this.corner(nameOf(row, 0));
      text += `<text class="label" x="-2.3" y="${y + 5}">${row + 1}</text><text class="label" x="${x + 5}" y="102.3">${"abcdefghij"[row]}</text>`;
    }
    this.layers.squares.innerHTML = text;
  }

  drawPieces() {
    const seen = new Set();
    for (const [square, piece] of this.view.pieces) {
      seen.add(piece.letter);
      const figure = this.figures.get(piece.letter) ?? this.makeFigure(piece);
      const [x, y] = this.corner(square);
      figure.style.transform = `translate(${x + 5}px, ${y + 5}px)`;
      figure.dataset.square = square;
      figure.classList.toggle("able", this.movesFrom(square).length > 0);
    }
    for (const [letter, figure] of this.figures) {
      if (!seen.has(letter)) {
        figure.remove();
        this.figures.delete(letter);
      }
    }
  }

  makeFigure(piece) {
    const figure = document.createElementNS(SVG, "g");
    figure.setAttribute("class", `piece ${piece.side}`);
    figure.innerHTML = `<title>${wordsOf(piece)}</title>${drawing(piece)}`;
    this.layers.pieces.append(figure);
    this.figures.set(piece.letter, figure);
    return figure;
  }

  rect(name, kind, extra = "") {
    const [x, y] = this.corner(name);
    return `<rect class="${kind}" x="${x}" y="${y}" width="10" height="10" ${extra}/>`;
  }

  drawMarks() {
    const { recent, legal, able, mustJump, heat } = this.view;
    let text = (recent ?? []).map((square) => this.rect(square, "recent")).join("");
    for (const [square, share] of heat ?? []) text += this.rect(square, "heat", `opacity="${Math.min(0.9, Math.sqrt(share)).toFixed(2)}"`);
    if (able && mustJump) for (const square of new Set(legal.map((move) => move.from))) text += this.ring(square, "compelled");
    if (this.picked) text += this.rect(this.picked, "picked") + this.movesFrom(this.picked).map((move) => this.dot(move.to)).join("");
    this.layers.marks.innerHTML = text;
    this.layers.goal.innerHTML = this.picked ? this.goalOf(this.picked) : "";
  }

  ring(square, kind) {
    const [x, y] = this.corner(square);
    return `<circle class="${kind}" cx="${x + 5}" cy="${y + 5}" r="5"/>`;
  }

  dot(square) {
    const [x, y] = this.corner(square);
    return `<circle class="target" data-target="${square}" cx="${x + 5}" cy="${y + 5}" r="1.9"/>`;
  }

  goalOf(square) {
    const piece = this.view.pieces.get(square);
    const goal = piece && this.view.goals[piece.side === "white" ? 0 : 1][piece.index];
    if (!goal) return "";
    const [x, y] = this.corner(goal);
    const ghost = this.view.pieces.has(goal) ? "" : `<g class="ghost ${piece.side}" transform="translate(${x + 5} ${y + 5})">${drawing(piece)}</g>`;
    const frame = (kind) => `<rect class="${kind}" x="${x + 0.5}" y="${y + 0.5}" width="9" height="9" rx="1"/>`;
    return `<g data-goal="${goal}">${ghost}${frame("goal ground")}${frame("goal")}</g>`;
  }

  movesFrom(square) {
    return this.view.able ? this.view.legal.filter((move) => move.from === square) : [];
  }

  pick(square) {
    this.picked = square;
    this.drawMarks();
    const piece = square && this.view.pieces.get(square);
    if (piece) this.announce(`${wordsOf(piece)} on ${this.label(square)}: ${this.movesFrom(square).map((move) => this.label(move.to)).join(", ")}`);
  }

  // Picks up, puts down or lets go, whatever a touch of this square means.
  touch(square) {
    const move = this.picked && this.movesFrom(this.picked).find((move) => move.to === square);
    if (move) {
      this.picked = null;
      this.onMove(move);
    } else if (this.movesFrom(square).length && square !== this.picked) this.pick(square);
    else this.pick(null);
  }

  squareAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const [x, y] = [Math.floor(point.x / 10), Math.floor(point.y / 10)];
    if (x < 0 || x > 9 || y < 0 || y > 9) return [null, point];
    return [this.flipped ? nameOf(9 - x, y) : nameOf(x, 9 - y), point];
  }

  down(event) {
    if (event.button) return;
    const [square] = this.squareAt(event);
    const again = square === this.picked;
    if (!square) return this.pick(null);
    if (this.picked && !again && !this.movesFrom(square).length) return this.touch(square);
    if (!this.movesFrom(square).length) return;
    this.pick(square);
    this.held = { square, again, figure: this.figures.get(this.view.pieces.get(square).letter), moved: false, from: [event.clientX, event.clientY] };
    this.svg.setPointerCapture(event.pointerId);
  }

  drag(event) {
    const held = this.held;
    if (!held) return;
    if (!held.moved && Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) < 5) return;
    held.moved = true;
    const [, point] = this.squareAt(event);
    held.figure.classList.add("held");
    held.figure.parentNode.append(held.figure);
    held.figure.style.transform = `translate(${point.x}px, ${point.y}px)`;
  }

  up(event) {
    const held = this.held;
    if (!held) return;
    this.drop();
    const [square] = this.squareAt(event);
    if (held.moved && square !== held.square) this.touch(square);
    else if (held.again && !held.moved) this.pick(null);
  }

  drop() {
    if (!this.held) return;
    this.held.figure.classList.remove("held");
    this.held = null;
    this.drawPieces();
  }

  setCursor(square) {
    this.cursor = square;
    this.layers.cursor.innerHTML = square ? this.rect(square, "cursor") + this.rect(square, "cursor2") : "";
  }

  key(event) {
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (step) this.setCursor(this.neighbour(step));
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) this.touch(this.cursor);
    else if (event.key === "Escape") this.pick(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (step) this.tellCursor();
  }

  neighbour([right, up]) {
    if (!this.cursor) return this.view.legal[0]?.from ?? "e3";
    const turn = this.flipped ? -1 : 1;
    const { column, row } = at(this.cursor);
    const next = Math.max(0, Math.min(9, row + turn * up));
    const place = Math.max(0, Math.min(4, (column >> 1) + turn * right));
    return nameOf(2 * place + (next % 2), next);
  }

  tellCursor() {
    const piece = this.view.pieces.get(this.cursor);
    this.announce(`${this.label(this.cursor)}${piece ? `, ${piece.side} ${wordsOf(piece)}` : ""}`);
  }

  // Arrows: [{ from, to, side, width, opacity, order }].
  arrows(list) {
    this.layers.arrows.innerHTML = list.map((arrow) => this.arrow(arrow)).join("");
  }

  arrow({ from, to, side, width, opacity, order }) {
    const [x0, y0] = this.corner(from).map((v) => v + 5);
    const [x1, y1] = this.corner(to).map((v) => v + 5);
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
    const size = 1.6 + width;
    const [tipX, tipY] = [x1 - 1.5 * dx, y1 - 1.5 * dy];
    const [endX, endY] = [tipX - size * dx, tipY - size * dy];
    const head = `${tipX},${tipY} ${endX - 0.7 * size * dy},${endY + 0.7 * size * dx} ${endX + 0.7 * size * dy},${endY - 0.7 * size * dx}`;
    const mark = order ? `<circle class="head ${side}" cx="${(x0 + x1) / 2}" cy="${(y0 + y1) / 2}" r="1.7"/><text class="order" x="${(x0 + x1) / 2}" y="${(y0 + y1) / 2 + 0.1}">${order}</text>` : "";
    return `<g opacity="${opacity}" data-arrow="${from}${to}"><line class="arrow ${side}" x1="${x0 + 2.5 * dx}" y1="${y0 + 2.5 * dy}" x2="${endX}" y2="${endY}" stroke-width="${width}"/><polygon class="head ${side}" points="${head}"/>${mark}</g>`;
  }

  call(text) {
    this.host.querySelector("#call")?.remove();
    if (text) this.host.insertAdjacentHTML("beforeend", `<div id="call">${text}</div>`);
  }
}
