// A variant's rules in one line, from its record.

import { say } from "./strings.js";

/** @param {Record<string, any>} rules */
export function inWords(rules) {
  const [rows, columns] = (rules.board ?? "10x10").split("x").map(Number);
  const goal = typeof rules.goal === "string" ? rules.goal : "own";
  const limit = rules.move_limit;
  const words = [
    rules.board ? say("rules.board", { rows, columns }) : null,
    say("rules.jumps", { direction: rules.jump_direction, over: rules.jump_over }),
    say("rules.compulsory", { jumping: rules.jumping }),
    rules.chain === "may-continue" ? say("rules.chain") : null,
    say(`rules.goal-${goal}`, { rows: rows - (rules.ranks ?? 3) }),
    limit ? say("rules.limit", { count: limit }) : say("rules.no-limit"),
  ]
    .filter(Boolean)
    .join("; ");
  return words[0].toUpperCase() + words.slice(1);
}
