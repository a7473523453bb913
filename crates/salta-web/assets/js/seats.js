// Who sits where: you, a level, a network with so many simulations, or any player by its text.

import { PERFECT } from "./analysts.js";
import { SIDES, say } from "./strings.js";

const SIMULATIONS = [16, 64, 256, 1000];

// An entry: player, its short name, its name in the list, what it does.
/** @param {string} name @param {number} count */
function ofNetwork(name, count) {
  const text = say("player.network", { name, count });
  return [`checkpoint:${name}:sims=${count}`, text, text, ""];
}

/** @param {string} name */
const levelName = (name) => say(`level.${name}.name`);
/** @param {string} name */
const levelAbout = (name) => say(`level.${name}.about`);

/** @param {[number, number, number] | null} below */
function strength(below) {
  if (!below) return say("level.unmeasured");
  const [score, low, high] = below;
  return say("level.score", { score, low, high });
}

export class Seats {
  /** @param {Elements} it @param {(side: Side, player: string) => void} seated */
  constructor({ white, black, custom }, seated) {
    /** @type {Record<Side, HTMLSelectElement>} */
    this.selects = { white, black };
    this.custom = custom;
    this.seated = seated;
    /** @type {Side} */
    this.side = "white";
    this.names = new Map([["you", say("player.you")]]);
    this.levels = new Map();
    // Shown for solved variants.
    /** @type {HTMLOptGroupElement[]} */
    this.exact = [];
    // What the levels were measured by: an experiment and its variant.
    this.from = ["", ""];
    for (const side of SIDES) {
      const select = this.selects[side];
      select.append(new Option(say("player.you"), "you"));
      select.addEventListener("change", () => this.chosen(side, select));
    }
    custom.querySelector("button").addEventListener("click", () => this.seatCustom());
    const enter = (/** @type {KeyboardEvent} */ { key }) => key === "Enter" && this.seatCustom();
    custom.querySelector("input").addEventListener("keydown", enter);
  }

  // What the server offers.
  /** @param {About} it */
  offer({ levels, levels_from: from, networks, opponents }) {
    this.from = from;
    this.levels = new Map(levels.map((level) => [level.player, level]));
    const [perfect, about] = [say("perfect.name"), say("perfect.about")];
    const groups = {
      exact: [[PERFECT, perfect, `${perfect}: ${about}`, about]],
      levels: levels.map(({ player, name }) => [
        player,
        levelName(name),
        `${levelName(name)}: ${levelAbout(name)}`,
        player,
      ]),
      networks: networks
        .flatMap((name) => SIMULATIONS.map((sims) => ofNetwork(name, sims)))
        .filter(([player]) => !this.levels.has(player)),
      others: opponents.map((player) => [player, player, player, ""]),
    };
    for (const select of Object.values(this.selects)) {
      for (const [label, entries] of Object.entries(groups)) {
        if (!entries.length) continue;
        const group = Object.assign(document.createElement("optgroup"), { label: say(`player.${label}`) });
        for (const [value, name, text, title] of entries) {
          if (!this.names.has(value)) this.names.set(value, name);
          group.append(Object.assign(new Option(text, value), { title }));
        }
        select.append(group);
        if (label === "exact") this.exact.push(group);
      }
      select.append(new Option(say("player.another"), "?"));
    }
  }

  /** @param {string} player */
  nameOf(player) {
    const [, number, count] = player.match(/^checkpoint:gen-0*(\d+):sims=(\d+)$/) ?? [];
    return this.names.get(player) ?? (number ? say("player.generation", { number, count }) : player);
  }

  // What a level does, in words, if the player is one.
  /** @param {string} player */
  aboutOf(player) {
    if (player === PERFECT) return say("perfect.about");
    const level = this.levels.get(player);
    return level ? levelAbout(level.name) : "";
  }

  // The levels with their strength, where it was measured.
  /** @param {any} host @param {string} shown */
  drawLevels(host, shown) {
    const [source, variant] = this.from;
    const rows = [...this.levels.values()].map(({ name, below }) => {
      const row = document.createElement("tr");
      for (const text of [levelName(name), levelAbout(name), strength(variant === shown ? below : null)])
        row.insertCell().textContent = text;
      return row;
    });
    host.querySelector("tbody").replaceChildren(...rows);
    host.querySelector("p").textContent = say("level.source", { variant, source });
  }

  /** @param {State} state @param {boolean} isSolved */
  show(state, isSolved) {
    for (const group of this.exact) group.hidden = group.disabled = !isSolved;
    for (const side of SIDES) {
      const select = this.selects[side];
      const player = state[side];
      if (![...select.options].some((option) => option.value === player))
        select.add(new Option(this.nameOf(player), player), 1);
      select.options[0].textContent = state.headers[side] ?? this.nameOf("you");
      select.value = player;
    }
  }

  /** @param {Side} side @param {HTMLSelectElement} select */
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
