//! docs/rules.md, "Actions, for programs".

use super::board::{DIAGONALS, Side, Size, Square};
use super::moves::Way;
use super::position::Twin;
use super::rules::TwinRules;

/// "End the turn", used only with chains.
const END_TURN: u16 = 200;

/// The action that starts on `from` and goes towards `to`: direction × 50 + square, where square =
/// (row − 1) × 5 + place − 1, all from the mover's side and on the full board.
fn action(size: Size, mover: Side, from: Square, to: Square) -> u16 {
    let own_view = |square| Size::FULL.seen_by(size.on_full(square), mover);
    let (from, to) = (own_view(from), own_view(to));
    let towards = ((to.row - from.row).signum(), (to.column - from.column).signum());
    let direction = DIAGONALS.iter().position(|d| *d == towards).unwrap() as i32;
    let square = (from.row - 1) * 5 + from.place() - 1;
    (direction * 50 + square) as u16
}

impl Twin {
    /// The actions that play this way from the turn's start, "end the turn" included if it is
    /// needed.
    pub fn actions_of(&self, rules: &TwinRules, way: &Way) -> Vec<u16> {
        let mut actions = Vec::new();
        for pair in way.squares.windows(2) {
            actions.push(action(self.board.size, self.to_move, pair[0], pair[1]));
        }
        if way.is_jump && rules.may_continue {
            actions.push(END_TURN);
        }
        actions
    }
}
