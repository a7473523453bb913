//! Variants and their tables.

use salta_core::{Position, Variant, rules};
use salta_solve::Table;

/// The variant `buettgenbach-1899-free`, changed by these lines.
pub(crate) fn variant(lines: &str) -> Variant {
    let text = format!("base = \"buettgenbach-1899-free\"\n{lines}\n");
    Variant::new(rules::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// Its table.
pub(crate) fn solved(variant: &Variant) -> Table {
    Table::solved(variant, &mut |_| true).unwrap()
}

/// Every placement with either side to move, at plies 0 and 1.
pub(crate) fn positions(table: &Table) -> impl Iterator<Item = Position> + '_ {
    (0..table.placements()).flat_map(|number| [0, 1].map(|ply| table.position(number, ply)))
}

/// Changes of the rules: one field at a time, and several together.
pub(crate) const SWITCHED: &[&str] = &[
    "",
    "jump_direction = \"any\"",
    "jump_over = \"either\"",
    "jumping = \"optional\"",
    "chain = \"may-continue\"\njump_direction = \"any\"\njump_over = \"either\"",
    "blockade = \"allowed\"",
    "goal = \"opponent\"",
    "start = \"exchanged\"\ngoal = [\"AB\"]",
    "last_move = \"equalised\"",
    "last_move = \"equalised\"\nfirst_mover = \"black\"\njumping = \"optional\"",
    "points = \"win\"",
    "points = \"distance\"",
    "jump_direction = \"any\"\njump_over = \"either\"\njumping = \"optional\"\nchain = \
     \"may-continue\"\nblockade = \"allowed\"\nfirst_mover = \"black\"\ngoal = \"opponent\"",
];
