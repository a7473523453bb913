// A variant's rules in one line, from its record.

export function inWords(rules) {
  const direction = rules.jump_direction === "forward" ? "forward" : "in any direction";
  const [rows, columns] = (rules.board ?? "10x10").split("x").map(Number);
  const over = rules.jump_over === "enemy" ? "enemy pieces" : "any piece";
  return [
    rules.board ? `a board of ${rows} × ${columns} squares` : null,
    `jumps ${direction} over ${over}`,
    rules.jumping === "compulsory" ? "a jump must be taken" : "jumps are optional",
    rules.chain === "may-continue" ? "one piece may jump on and on" : null,
    goals(rules.goal, rows - (rules.ranks ?? 3)),
    rules.move_limit ? `at most ${rules.move_limit} moves each` : "no limit of moves",
  ].filter(Boolean).join("; ");
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

function goals(goal, ahead) {
  if (goal === "shift") return `goals ${NUMBERS[ahead]} rows ahead`;
  return goal === "opponent" ? "goals where the enemy's piece of that name begins" : "goals of its own";
}
