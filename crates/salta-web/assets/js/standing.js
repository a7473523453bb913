// Who sits where, what each side needs, and who is to move, in words.

import { ending } from "./results.js";
import { SIDES, points, say, sideName } from "./strings.js";

export class Standing {
  // `elements`: { status, top, bottom, lead }.
  /** @param {Elements} elements @param {Seats} seats */
  constructor(elements, seats) {
    this.elements = elements;
    this.seats = seats;
  }

  /** @param {Table} table */
  draw(table) {
    for (const side of SIDES) this.drawSeat(table, side);
    const { status, lead } = this.elements;
    const said = inWords(table);
    // What has not changed is not read out again.
    if (status.textContent !== said) status.textContent = said;
    // The moves that each side is proven to need, as the seats say.
    const [white, black] = table.view.need.map(({ solo: [least] }) => least);
    lead.firstChild.textContent = leadInWords(black - white, table.view.points);
    const { lastChild: meter } = lead;
    meter.value = table.state.flipped ? white - black : black - white;
    // Drawn from the middle, where nobody leads.
    const [low, high] = [0, Math.max(-20, Math.min(20, meter.value))].sort((one, other) => one - other);
    meter.style.setProperty("--low", `${50 + 2.5 * low}%`);
    meter.style.setProperty("--high", `${50 + 2.5 * high}%`);
  }

  /** @param {Table} it @param {Side} side */
  drawSeat({ view, state }, side) {
    const name = document.createElement("b");
    name.className = view.to_move === side && !view.over ? "turn" : "";
    name.textContent = `${sideName(side)} · ${state.headers[side] ?? this.seats.nameOf(state[side])}`;
    const about = quiet(this.seats.aboutOf(state[side]), state[side]);
    about.classList.add("about");
    const host = (side === "white") === state.flipped ? this.elements.top : this.elements.bottom;
    host.replaceChildren(name, about, needs(view.need[side === "white" ? 0 : 1]));
  }
}

/** @param {Need} it */
function needs({ solo: [lo, hi], proven }) {
  return quiet(say("needs", { count: proven ? lo : `${lo}–${hi}` }), say(proven ? "needs.exact" : "needs.bounds"));
}

/** @param {string} text @param {string} title */
function quiet(text, title) {
  return Object.assign(document.createElement("span"), { className: "quiet", textContent: text, title });
}

/** @param {Table} table */
function inWords(table) {
  const { over, points: counts, to_move: mover, must_jump: mustJump } = table.view;
  if (over) return ending(over, counts, table.human);
  const side = sideName(mover);
  if (table.silent) return say("status.silent", { side });
  if (table.isAwaiting()) return say("status.thinking", { side });
  return say(mustJump && table.isHuman(mover) ? "status.must-jump" : "status.to-move", { side });
}

/** @param {number} lead @param {GameView["points"]} counts */
function leadInWords(lead, counts) {
  if (!lead) return say("lead.none");
  const side = sideName(lead > 0 ? "white" : "black");
  if (counts === "win") return say("lead.by-moves", { side, count: Math.abs(lead) });
  return say("lead.by", { side, points: points(lead) });
}
