// A variant's rules in one line, from its record.

import { say } from "./strings.js";

/** @param {HTMLElement} host @param {About["variants"]} variants @param {string} name */
export function draw(host, variants, name) {
  const known = variants.find((variant) => variant.name === name);
  host.textContent = known ? `${inWords(known.rules)}.` : "";
}

/** @param {Record<string, any>} rules */
function inWords(rules) {
  const [rows, columns] = (rules.board ?? "10x10").split("x").map(Number);
  const goal = typeof rules.goal === "string" ? rules.goal : "own";
  const limit = rules.move_limit;
  const words = [
    rules.board ? say("rules.board", { rows, columns }) : null,
    say("rules.jumps", { direction: rules.jump_direction, over: rules.jump_over }),
    say("rules.compulsory", { jumping: rules.jumping }),
    rules.chain === "may-continue" ? say("rules.chain") : null,
    rules.blockade === "allowed" ? say("rules.blockade") : null,
    rules.start === "standard" ? null : say(rules.start === "exchanged" ? "rules.exchanged" : "rules.start"),
    say(`rules.goal-${goal}`, { rows: rows - (rules.ranks ?? 3) }),
    rules.first_mover === "black" ? say("rules.black-first") : null,
    say(`rules.last-move-${rules.last_move}`),
    rules.points === "solo" ? null : say(`rules.points-${rules.points}`),
    limit ? say("rules.limit", { count: limit }) : say("rules.no-limit"),
  ]
    .filter(Boolean)
    .join("; ");
  return words[0].toUpperCase() + words.slice(1);
}
