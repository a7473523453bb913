// Who sits where, what each side needs, and who is to move, in words.

const nameOf = (side) => side[0].toUpperCase() + side.slice(1);

export class Standing {
  // `elements`: { status, top, bottom }.
  constructor(elements, seats) {
    Object.assign(this, { elements, seats });
  }

  draw(table) {
    for (const side of ["white", "black"]) this.drawSeat(table, side);
    this.elements.status.textContent = inWords(table);
  }

  drawSeat({ view, state }, side) {
    const name = document.createElement("b");
    name.className = view.to_move === side && !view.over ? "turn" : "";
    name.textContent = `${nameOf(side)} · ${this.seats.nameOf(state[side])}`;
    const rating = quiet(this.seats.ratingOf(state[side]), "Elo above greedy@1, with its 95 % interval");
    rating.classList.add("rating");
    const host = (side === "white") === state.flipped ? this.elements.top : this.elements.bottom;
    host.replaceChildren(name, rating, needs(view.need[side === "white" ? 0 : 1]));
  }
}

function needs({ solo: [lo, hi], proven }) {
  const how = proven ? "the exact count" : "between proven bounds";
  return quiet(`needs ${proven ? lo : `${lo}–${hi}`}`, `moves needed alone on the board: ${how}`);
}

function quiet(text, title) {
  return Object.assign(document.createElement("span"), { className: "quiet", textContent: text, title });
}

function inWords(table) {
  const { over, to_move: mover, must_jump: mustJump } = table.view;
  if (over) return over.sentence;
  if (!table.isHuman(mover) && table.state.isAtEnd()) return `${nameOf(mover)} is thinking …`;
  return `${nameOf(mover)} to move${mustJump && table.isHuman(mover) ? " – must jump" : ""}.`;
}
