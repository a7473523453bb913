// Who sits where: you, a level, a network with so many simulations, or any player by its text.

const SIMULATIONS = [16, 64, 256, 1000];

// An entry: player, its short name, its name in the list, what it does.
const ofNetwork = (name, sims) => [`checkpoint:${name}:sims=${sims}`, `${name}, ${sims} sims`, `${name}, ${sims} simulations`, ""];

export class Seats {
  constructor({ white, black, custom }, seated) {
    Object.assign(this, { selects: { white, black }, custom, seated });
    this.names = new Map([["you", "you"]]);
    this.levels = new Map();
    for (const [side, select] of Object.entries(this.selects)) {
      select.append(new Option("you", "you"));
      select.addEventListener("change", () => this.chosen(side, select));
    }
    custom.querySelector("button").addEventListener("click", () => this.seatCustom());
    custom.querySelector("input").addEventListener("keydown", (event) => event.key === "Enter" && this.seatCustom());
  }

  // What the server offers.
  offer({ levels, networks, opponents }) {
    this.levels = new Map(levels.map((level) => [level.player, level]));
    const groups = {
      "Levels": levels.map(({ player, name, about }) => [player, name, `${name}: ${about}`, player]),
      "Networks": networks.flatMap((name) => SIMULATIONS.map((sims) => ofNetwork(name, sims))).filter(([player]) => !this.levels.has(player)),
      "Others": opponents.map((player) => [player, player, player, ""]),
    };
    for (const select of Object.values(this.selects)) {
      for (const [label, entries] of Object.entries(groups)) {
        if (!entries.length) continue;
        const group = Object.assign(document.createElement("optgroup"), { label });
        for (const [value, name, text, title] of entries) {
          if (!this.names.has(value)) this.names.set(value, name);
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

  // What a level does, in words, if the player is one.
  aboutOf(player) {
    return this.levels.get(player)?.about ?? "";
  }

  // The levels with their strength, as it was measured.
  drawLevels(host, [source, variant]) {
    const rows = [...this.levels.values()].map(({ name, about, score }) => {
      const row = document.createElement("tr");
      for (const text of [name, about, score]) row.insertCell().textContent = text;
      return row;
    });
    host.querySelector("tbody").replaceChildren(...rows);
    host.querySelector("p").textContent = `Measured under ${variant}, 400 games each, with 95 % intervals: ${source}.`;
  }

  show(state) {
    for (const [side, select] of Object.entries(this.selects)) {
      const player = state[side];
      if (![...select.options].some((option) => option.value === player)) select.add(new Option(player, player), 1);
      select.value = player;
    }
  }

  chosen(side, select) {
    this.custom.hidden = select.value !== "?";
    if (this.custom.hidden) return this.seated(side, select.value);
    this.side = side;
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
}
