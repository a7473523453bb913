// Who sits where: you, a level, a network with so many simulations, or any player by its text.

import { PERFECT } from "./analysts.js";
import { SIDES, said, say } from "./strings.js";

const SIMULATIONS = [16, 64, 256, 1000];

// An entry: player, its short name, its name in the list, what it does.
/** @param {string} name @param {number} count */
function ofNetwork(name, count) {
  const text = say("player.network", { name, count });
  return [`checkpoint:${name}:sims=${count}`, text, text, ""];
}

/** @param {Level} level */
const levelName = ({ name }) => say(`level.${name}.name`);

/** @param {[number, number, number] | null} below */
function strength(below) {
  if (!below) return say("level.unmeasured");
  const [score, low, high] = below;
  return say("level.score", { score, low, high });
}

export class Seats {
  /** @param {ById} $ @param {(side: Side, player: string) => void} seated */
  constructor($, seated) {
    /** @type {Record<Side, HTMLSelectElement>} */
    this.selects = { white: $("white"), black: $("black") };
    this.custom = $("custom");
    this.seated = seated;
    /** @type {Side} */
    this.side = "white";
    this.names = new Map([["you", say("player.you")]]);
    /** @type {Ladder[]} */
    this.ladders = [{ variant: "", source: "", levels: [] }];
    /** @type {Ladder | null} */
    this.ladder = null;
    // Groups of the lists: shown for solved variants, and those of the levels.
    /** @type {Record<string, HTMLOptGroupElement[]>} */
    this.groups = { exact: [], levels: [] };
    for (const side of SIDES) {
      const select = this.selects[side];
      select.append(new Option(say("player.you"), "you"));
      select.addEventListener("change", () => this.chosen(side, select));
    }
    this.custom.querySelector("button").addEventListener("click", () => this.seatCustom());
    const enter = (/** @type {KeyboardEvent} */ { key }) => key === "Enter" && this.seatCustom();
    this.custom.querySelector("input").addEventListener("keydown", enter);
  }

  // What the server offers.
  /** @param {About} it */
  offer({ ladders, networks, opponents }) {
    this.ladders = ladders;
    const [perfect, about] = [say("perfect.name"), say("perfect.about")];
    const groups = {
      exact: [[PERFECT, perfect, `${perfect}: ${about}`, about]],
      levels: [],
      networks: networks.flatMap((name) => SIMULATIONS.map((sims) => ofNetwork(name, sims))),
      others: opponents.map((player) => [player, player, player, ""]),
    };
    for (const select of Object.values(this.selects)) {
      for (const [label, entries] of Object.entries(groups)) {
        if (label !== "levels" && !entries.length) continue;
        const group = Object.assign(document.createElement("optgroup"), { label: say(`player.${label}`) });
        for (const [value, name, text, title] of entries) {
          this.names.set(value, name);
          group.append(Object.assign(new Option(text, value), { title }));
        }
        select.append(group);
        this.groups[label]?.push(group);
      }
      select.append(new Option(say("player.another"), "?"));
    }
  }

  // The ladder of a variant, or the first one if it has none.
  /** @param {string} variant */
  ladderOf(variant) {
    return this.ladders.find((ladder) => ladder.variant === variant) ?? this.ladders[0];
  }

  // Offers a variant's levels.
  /** @param {string} variant */
  offerLevels(variant) {
    const ladder = this.ladderOf(variant);
    if (this.ladder === ladder) return;
    this.ladder = ladder;
    for (const group of this.groups.levels)
      group.replaceChildren(
        ...ladder.levels.map((level) =>
          Object.assign(new Option(`${levelName(level)}: ${said(level.about)}`, level.player), {
            title: level.player,
          }),
        ),
      );
  }

  /** @param {string} player */
  levelOf(player) {
    return this.ladder?.levels.find((level) => level.player === player);
  }

  /** @param {string} player */
  nameOf(player) {
    const level = this.levelOf(player);
    if (level) return levelName(level);
    const [, number, count] = player.match(/^checkpoint:gen-0*(\d+):sims=(\d+)$/) ?? [];
    return this.names.get(player) ?? (number ? say("player.generation", { number, count }) : player);
  }

  // What a level does, in words, if the player is one.
  /** @param {string} player */
  aboutOf(player) {
    if (player === PERFECT) return say("perfect.about");
    const level = this.levelOf(player);
    return level ? said(level.about) : "";
  }

  // The variant's levels, in the lists and with their strength, where it was measured.
  /** @param {any} host @param {string} shown */
  drawLevels(host, shown) {
    this.offerLevels(shown);
    const { variant, source, levels } = this.ladderOf(shown);
    const rows = levels.map((level) => {
      const row = document.createElement("tr");
      const below = variant === shown ? level.below : null;
      for (const text of [levelName(level), said(level.about), strength(below)]) row.insertCell().textContent = text;
      return row;
    });
    host.querySelector("tbody").replaceChildren(...rows);
    host.querySelector("p").textContent = say("level.source", { variant, source });
  }

  /** @param {State} state @param {boolean} isSolved */
  show(state, isSolved) {
    for (const group of this.groups.exact) group.hidden = group.disabled = !isSolved;
    for (const side of SIDES) {
      const select = this.selects[side];
      const player = state[side];
      this.include(select, player);
      select.options[0].textContent = state.headers[side] ?? this.nameOf("you");
      select.value = player;
    }
  }

  // Has a list offer a player, outside the groups, which may be hidden.
  /** @param {HTMLSelectElement} select @param {string} player */
  include(select, player) {
    if ([...select.options].some((option) => option.value === player)) return;
    select.options[0].after(new Option(this.nameOf(player), player));
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
    this.include(select, player);
    select.value = player;
    this.seated(this.side, player);
  }
}
