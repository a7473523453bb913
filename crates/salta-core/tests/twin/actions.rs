//! docs/rules.md, "Actions, for programs".

use std::collections::BTreeSet;

use super::board::{Side, Size, Square};
use super::moves::Way;
use super::position::Twin;
use super::rules::TwinRules;

/// "End the turn", for chains alone.
const END_TURN: u16 = 200;

/// Forward-left, forward-right, back-left, back-right, from the mover's side, as (rows, columns).
const DIRECTIONS: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

/// The action that starts on `from` and goes towards `to`: direction × 50 + square, where square =
/// (row − 1) × 5 + place − 1, all from the mover's side and on the full board.
fn action(size: Size, mover: Side, from: Square, to: Square) -> u16 {
    let own_view = |square| Size::FULL.seen_by(size.on_full(square), mover);
    let (from, to) = (own_view(from), own_view(to));
    let towards = ((to.row - from.row).signum(), (to.column - from.column).signum());
    let direction = DIRECTIONS.iter().position(|d| *d == towards).unwrap() as i32;
    let square = (from.row - 1) * 5 + from.place() - 1;
    (direction * 50 + square) as u16
}

impl Twin {
    /// The legal next actions, sorted, for the side to move, after the hops in `hops` have been
    /// made in this turn: the squares the piece has stood on, its first square included (so
    /// nothing, or at least two). `self` is the position at the start of the turn.
    ///
    /// By brute force: all ways to play a legal turn, and of those that begin with `hops` the next
    /// action. So a hop is there only if a legal end of the turn can still be reached after it.
    pub fn actions(&self, rules: &TwinRules, hops: &[String]) -> Vec<u16> {
        let hops = self.squares(hops);
        let mut next = BTreeSet::new();
        for way in self.legal_ways(rules) {
            if !way.squares.starts_with(&hops) {
                continue;
            }
            let actions = self.actions_of(rules, &way);
            // Two squares are one action made, three are two, and so on.
            let made = hops.len().saturating_sub(1);
            if made < actions.len() {
                next.insert(actions[made]);
            }
        }
        next.into_iter().collect()
    }

    /// The actions that play this way from the turn's start, "end the turn" included if it is
    /// needed.
    pub(super) fn actions_of(&self, rules: &TwinRules, way: &Way) -> Vec<u16> {
        let mut actions = Vec::new();
        for pair in way.squares.windows(2) {
            actions.push(action(self.board.size, self.to_move, pair[0], pair[1]));
        }
        if way.is_jump && rules.may_continue {
            actions.push(END_TURN);
        }
        actions
    }

    /// `hops` with the square added (at the turn's start: both squares) that this action leads to.
    /// `action` is one of the first 200, as [`Twin::actions`] gives them.
    pub fn extend(&self, hops: &[String], action: u16) -> Vec<String> {
        assert!(action < END_TURN, "the end of the turn leads to no square");
        let (direction, index) = (DIRECTIONS[action as usize / 50], i32::from(action % 50));
        let size = self.board.size;
        let own_view = Square::at(1 + index / 5, 1 + index % 5);
        let from = size.of_full(Size::FULL.seen_by(own_view, self.to_move));

        let mut squares = self.squares(hops);
        if squares.is_empty() {
            squares.push(from);
        }
        let here = squares[squares.len() - 1];
        assert_eq!(here, from, "the action starts on the piece's square");
        let board_now = self.board.moved(squares[0], here);

        // Next square empty: only a step can go there. Occupied: only a jump can.
        let away = |count| {
            let to = size.away(size.seen_by(from, self.to_move), direction, count);
            size.seen_by(to.expect("the action stays on the board"), self.to_move)
        };
        let to = if board_now.get(away(1)).is_none() { away(1) } else { away(2) };
        squares.push(to);
        squares.into_iter().map(Square::number).collect()
    }
    fn squares(&self, names: &[String]) -> Vec<Square> {
        let named = |name: &String| self.board.size.named(name);
        let square = |name| named(name).unwrap_or_else(|| panic!("square {name:?}"));
        names.iter().map(square).collect()
    }
}
