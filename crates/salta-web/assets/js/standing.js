// Who sits where, what each side needs, and who is to move, in words.

const nameOf = (side) => side[0].toUpperCase() + side.slice(1);

export class Standing {
  // `elements`: { status, top, bottom, lead }.
  constructor(elements, seats) {
    Object.assign(this, { elements, seats });
  }

  draw(table) {
    for (const side of ["white", "black"]) this.drawSeat(table, side);
    const { status, lead } = this.elements;
    const said = inWords(table);
    // What has not changed is not read out again.
    if (status.textContent !== said) status.textContent = said;
    const [white, black] = table.view.distances[table.state.at];
    lead.firstChild.textContent = leadInWords(black - white);
    lead.lastChild.value = table.state.flipped ? white - black : black - white;
  }

  drawSeat({ view, state }, side) {
    const name = document.createElement("b");
    name.className = view.to_move === side && !view.over ? "turn" : "";
    name.textContent = `${nameOf(side)} · ${state.headers[side] ?? this.seats.nameOf(state[side])}`;
    const about = quiet(this.seats.aboutOf(state[side]), state[side]);
    about.classList.add("about");
    const host = (side === "white") === state.flipped ? this.elements.top : this.elements.bottom;
    host.replaceChildren(name, about, needs(view.need[side === "white" ? 0 : 1]));
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
  if (over) return table.human && over.lo === over.hi ? result(table.human === "white" ? over.lo : -over.lo) : over.sentence;
  if (table.silent) return `${nameOf(mover)} did not answer.`;
  if (!table.isHuman(mover) && table.state.isAtEnd()) return `${nameOf(mover)} is thinking …`;
  return `${nameOf(mover)} to move${mustJump && table.isHuman(mover) ? " – must jump" : ""}.`;
}

function leadInWords(lead) {
  if (!lead) return "Neither side leads.";
  return `${lead > 0 ? "White" : "Black"} leads by ${points(lead)}.`;
}

const points = (margin) => `${Math.abs(margin)} point${Math.abs(margin) === 1 ? "" : "s"}`;

// A result as whoever plays against a program hears it.
function result(margin) {
  return margin ? `You ${margin > 0 ? "won" : "lost"} by ${points(margin)}.` : "The game is a draw.";
}
