// Who sits where: you, a level, a network with so many simulations, or any player by its text.

const SIMULATIONS = [16, 64, 256, 1000];

export class Seats {
  constructor({ white, black, custom }, seated) {
    Object.assign(this, { selects: { white, black }, custom, seated });
    this.names = new Map([["you", "you"]]);
    this.levels = [];
    for (const [side, select] of Object.entries(this.selects)) {
      select.append(new Option("you", "you"));
      select.addEventListener("change", () => this.chosen(side, select));
    }
    custom.querySelector("button").addEventListener("click", () => this.seatCustom());
    custom.querySelector("input").addEventListener("keydown", (event) => event.key === "Enter" && this.seatCustom());
  }

  // What the server offers.
  offer({ levels, networks, opponents }) {
    this.levels = levels;
    const groups = {
      "Levels": levels.map((level) => [level.player, level.name, `${level.name} · ${level.rating}`, level.about]),
      "Networks": networks.flatMap((name) => SIMULATIONS.map((sims) => [`checkpoint:${name}:sims=${sims}`, `${name}, ${sims} sims`, `${name}, ${sims} simulations`, ""])),
      "Others": opponents.map((player) => [player, player, player, ""]),
    };
    for (const select of Object.values(this.selects)) {
      for (const [label, entries] of Object.entries(groups)) {
        if (!entries.length) continue;
        const group = Object.assign(document.createElement("optgroup"), { label });
        for (const [value, name, text, title] of entries) {
          this.names.set(value, name);
          group.append(Object.assign(new Option(text, value), { title }));
        }
        select.append(group);
      }
      select.append(new Option("another player …", "?"));
    }
  }

  nameOf(player) {
    return this.names.get(player) ?? player;
  }

  // The opponent of somebody who has just come: not the weakest, not the strongest.
  first() {
    return this.levels[1]?.player ?? "you";
  }

  show(state) {
    for (const [side, select] of Object.entries(this.selects)) {
      const player = state.seat(side);
      if (![...select.options].some((option) => option.value === player)) select.add(new Option(player, player), 1);
      select.value = player;
    }
    this.custom.hidden = true;
  }

  chosen(side, select) {
    if (select.value !== "?") return this.seated(side, select.value);
    this.side = side;
    this.custom.hidden = false;
    this.custom.querySelector("input").focus();
  }

  seatCustom() {
    const player = this.custom.querySelector("input").value.trim();
    if (!player) return;
    this.custom.hidden = true;
    const select = this.selects[this.side];
    select.add(new Option(player, player), 1);
    select.value = player;
    this.seated(this.side, player);
  }

  // Whoever plays another move in an old position plays that side from there.
  takeOver(state, side) {
    state[side] = "you";
    this.selects[side].value = "you";
  }
}
