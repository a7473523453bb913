// A variant's rules in one line, from its record.

export function inWords(rules) {
  const direction = rules.jump_direction === "forward" ? "forward" : "in any direction";
  const over = rules.jump_over === "enemy" ? "enemy pieces" : "any piece";
  return [
    `jumps ${direction} over ${over}`,
    rules.jumping === "compulsory" ? "a jump must be taken" : "jumps are optional",
    rules.chain === "may-continue" ? "one piece may jump on and on" : null,
    goals(rules.goal),
    rules.move_limit ? `at most ${rules.move_limit} moves each` : "no limit of moves",
  ].filter(Boolean).join("; ");
}

function goals(goal) {
  if (goal === "shift") return "goals seven rows ahead";
  return goal === "opponent" ? "goals where the enemy's piece of that name begins" : "goals of its own";
}
