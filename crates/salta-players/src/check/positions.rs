//! The positions that the checks use: those in which special rules apply, and ends of games.

use std::iter;

use salta_core::{Move, Piece, Position, Side, Square, Variant};
use salta_env::generator;

use crate::random::pick;

/// Number of random games that positions are taken from.
const GAMES: u64 = 6;
/// Plies of each random game.
const PLIES: usize = 60;
/// Number of positions of each kind.
const EACH: usize = 4;

/// Positions of a variant, grouped by the kinds of moves that are legal.
pub(super) struct Positions {
    /// The start, and other positions without a jump.
    pub(super) quiet: Vec<Position>,
    /// Positions with a jump; if jumping is compulsory, nothing else is legal.
    pub(super) jumps: Vec<Position>,
    /// Positions with a turn of several jumps.
    pub(super) chains: Vec<Position>,
}

impl Positions {
    /// Positions from random games, which are the same every time.
    pub(super) fn of(variant: &Variant) -> Positions {
        let mut found = Positions { quiet: vec![variant.start()], jumps: vec![], chains: vec![] };
        for game in 0..GAMES {
            for (_, position) in random_game(variant, 1, game).take(PLIES) {
                let moves = variant.moves(&position);
                let kind = if moves.iter().copied().any(is_chain) {
                    &mut found.chains
                } else if moves.iter().any(|mv| mv.is_jump()) {
                    &mut found.jumps
                } else {
                    &mut found.quiet
                };
                // Spreads the positions over the games.
                if !moves.is_empty() && kind.len() < EACH.min(game as usize + 1) {
                    kind.push(position);
                }
            }
        }
        found
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Position> {
        self.quiet.iter().chain(&self.jumps).chain(&self.chains)
    }
}

/// Whether a move is longer than one jump.
fn is_chain(mv: Move) -> bool {
    let rows = mv.from.row().abs_diff(mv.to.row());
    mv.is_jump() && (rows != 2 || mv.from.distance(mv.to) != 2)
}

/// The turns of a random game, each with the position after it.
fn random_game(variant: &Variant, seed: u64, game: u64) -> impl Iterator<Item = (Move, Position)> {
    let (mut position, mut generator) = (variant.start(), generator(seed, "engine-check", game));
    iter::from_fn(move || {
        let moves = variant.moves(&position);
        let mv = (!moves.is_empty()).then(|| pick(&moves, &mut generator))?;
        variant.apply_move(&mut position, mv);
        Some((mv, position))
    })
}

pub(super) fn line_of_play(variant: &Variant, plies: usize) -> Vec<Move> {
    random_game(variant, 2, 0).take(plies).map(|(mv, _)| mv).collect()
}

/// Returns the line of a finished position: the second mover is home, and the first mover has one
/// piece left, half-way if there is room.
pub(super) fn finished(variant: &Variant) -> String {
    let (board, first) = (variant.board(), variant.rules().first_mover);
    let second = first.other();
    let home = variant.pieces().map(|piece| (variant.goal(second, piece), second, piece));
    let mut placed: Vec<(Square, Side, Piece)> = home.collect();
    if let Some((piece, square)) = variant.pieces().next().zip(half_way(variant, second)) {
        placed.push((square, first, piece));
    }
    let letter = |square| {
        let found = placed.iter().find(|(at, ..)| *at == square);
        found.map_or('1', |(_, side, piece)| piece.letter(*side))
    };
    let row = |row| (0..board.places()).map(|place| letter(board.square(row, place))).collect();
    let rows: Vec<String> = (0..board.rows()).rev().map(row).collect();
    format!("{} {} 0", rows.join("/"), first.letter())
}

/// Finds a square near the middle of the board that is not a goal of `side`.
fn half_way(variant: &Variant, side: Side) -> Option<Square> {
    let middle = Square::at(5, 2);
    let mut squares: Vec<Square> = variant.board().squares().iter().collect();
    squares.sort_by_key(|square| square.distance(middle));
    squares.into_iter().find(|square| !variant.goal_squares(side).contains(*square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::rules::NAMED;

    #[test]
    fn every_kind_of_position_is_found_where_there_is_one() {
        for name in NAMED {
            let variant = Variant::named(name).unwrap();
            let found = Positions::of(&variant);
            assert!(found.quiet.len() > 1 || name.starts_with("walker"), "{name}");
            assert_eq!(found.chains.is_empty(), !name.starts_with("walker"), "{name}");
            assert!(!found.jumps.is_empty(), "{name}");
            assert!(found.all().all(|position| !variant.is_over(position)));
        }
    }

    #[test]
    fn a_finished_game_is_over() {
        let rules = salta_core::rules::parse("board = \"8x4\"\nranks = 2\nbase = \"walker\"");
        let small = Variant::new(rules.unwrap());
        for variant in NAMED.iter().filter_map(|name| Variant::named(name)).chain([small]) {
            let name = variant.name();
            let position = variant.parse_position(&finished(&variant)).unwrap();
            assert!(variant.is_over(&position), "{name}");
        }
    }
}
