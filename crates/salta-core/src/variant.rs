//! A rule record made ready to play: start, goals, distances, legal actions, moves.

use thiserror::Error;

use crate::action::{Action, ActionMask};
use crate::bitboard::{self, INDEX, bit, shift};
use crate::legal::{self, Hop, Mechanics};
use crate::moves::Move;
use crate::piece::{PIECES, Piece};
use crate::position::Position;
use crate::rules::{LastMove, Rules, named};
use crate::side::Side;
use crate::square::{SQUARES, Square};

/// A rule record with its tables. Every question about a position goes through one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    rules: Rules,
    mechanics: Mechanics,
    goals: [[Square; PIECES]; 2],
    distances: [[[u8; SQUARES]; PIECES]; 2],
    start: Position,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A side is home, and the answer to that is played where the rules give one.
    Finished,
    /// The limit is reached.
    Limit,
    /// The side to move has no legal move (RULES.md, "Moves" 6).
    NoMove,
}

/// Why an action or a move was refused; the position is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// Not among the legal moves.
    #[error("{0} is not legal here")]
    IllegalMove(Move),
    /// Not among the legal actions.
    #[error("action {0} is not legal here")]
    IllegalAction(Action),
}

impl Variant {
    /// Makes a rule record ready to play.
    pub fn new(rules: Rules) -> Variant {
        let goals = Side::BOTH.map(|side| seen_from(side, rules.goal.squares(&rules.start)));
        let distances = goals.map(|goals| goals.map(distances_to));
        let mechanics = Mechanics::of(&rules);
        let start = Position::empty(rules.first_mover, 0);
        let mut variant = Variant { rules, mechanics, goals, distances, start };
        variant.start = variant.opening_position();
        variant
    }

    /// The built-in variant with this name.
    pub fn named(name: &str) -> Option<Variant> {
        named(name).map(Variant::new)
    }

    /// The rule record.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The variant's name.
    pub fn name(&self) -> &str {
        &self.rules.name
    }

    /// The position before the first move.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// Where a piece has to go.
    pub const fn goal(&self, side: Side, piece: Piece) -> Square {
        self.goals[side.index()][piece.index()]
    }

    /// Steps a piece would need from a square to its goal on an empty board.
    #[inline(always)]
    pub const fn distance(&self, side: Side, piece: Piece, square: Square) -> u8 {
        self.distances[side.index()][piece.index()][square.index()]
    }

    fn opening_position(&self) -> Position {
        let mut position = Position::empty(self.rules.first_mover, 0);
        let squares = self.rules.start.rows().squares(0);
        for side in Side::BOTH {
            for (piece, square) in Piece::all().zip(seen_from(side, squares)) {
                self.put(&mut position, side, piece, square);
            }
        }
        position
    }

    pub(crate) const fn put(&self, p: &mut Position, side: Side, piece: Piece, square: Square) {
        p.put(side, piece, square);
        p.distance[side.index()] += self.distance(side, piece, square) as u16;
    }

    /// Whether the game is over by homes or the limit (RULES.md, "End and points"); rule 6 apart.
    #[inline(always)]
    const fn is_decided(&self, position: &Position) -> bool {
        position.hopper == 0 && (self.is_finished(position) || self.is_at_limit(position))
    }

    #[inline(always)]
    const fn is_finished(&self, position: &Position) -> bool {
        if position.distance[0] != 0 && position.distance[1] != 0 {
            return false;
        }
        let first = self.rules.first_mover;
        let immediate = matches!(self.rules.last_move, LastMove::Immediate);
        let first_to_move = position.to_move.index() == first.index();
        position.is_home(first.other()) || position.is_home(first) && (immediate || first_to_move)
    }

    #[inline(always)]
    const fn is_at_limit(&self, position: &Position) -> bool {
        self.rules.move_limit != 0 && position.plies as u64 >= 2 * self.rules.move_limit as u64
    }

    /// Why the game is over, or `None` if it is not. A finish counts before the limit.
    pub fn ending(&self, position: &Position) -> Option<Ending> {
        if !self.is_over(position) {
            None
        } else if self.is_finished(position) {
            Some(Ending::Finished)
        } else if self.is_at_limit(position) {
            Some(Ending::Limit)
        } else {
            Some(Ending::NoMove)
        }
    }

    /// Whether the game is over; such a position has no legal actions.
    pub fn is_over(&self, position: &Position) -> bool {
        self.legal(position).is_empty()
    }

    /// The legal actions; none if the game is over.
    #[inline]
    pub fn legal(&self, position: &Position) -> ActionMask {
        if position.hopper != 0 {
            legal::within_turn(self.mechanics, Hop::of(position))
        } else if self.is_decided(position) {
            ActionMask::EMPTY
        } else {
            legal::between_turns(self.mechanics, position.taken, position.to_move)
        }
    }

    /// Plays an action that is known to be legal.
    #[inline]
    pub fn apply(&self, position: &mut Position, action: Action) {
        let side = position.to_move;
        let Some((square, direction)) = action.origin(side) else {
            return position.end_turn();
        };
        let from = bit(square);
        let next = shift(from, direction);
        if next & position.empty_squares() != 0 {
            self.displace(position, from, next);
            return position.end_turn();
        }
        let to = shift(next, direction);
        self.displace(position, from, to);
        if self.mechanics.chain {
            position.landed |= from | to;
            position.hopper = to;
        } else {
            position.end_turn();
        }
    }

    #[inline(always)]
    fn displace(&self, position: &mut Position, from: u64, to: u64) {
        let side = position.to_move.index();
        let distances = &self.distances[side][position.identity(from).index()];
        let at = |set: u64| distances[INDEX[set.trailing_zeros() as usize] as usize] as u16;
        position.distance[side] = position.distance[side] + at(to) - at(from);
        position.displace(from, to);
    }

    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal; the position is then unchanged.
    pub fn play_action(&self, position: &mut Position, action: Action) -> Result<(), PlayError> {
        if !self.legal(position).contains(position.to_move, action) {
            return Err(PlayError::IllegalAction(action));
        }
        self.apply(position, action);
        Ok(())
    }

    /// The legal turns by first and last square, in order of squares; none if the game is over.
    /// Only between turns.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::with_capacity(40);
        self.each_move(position, |mv| moves.push(mv));
        moves.sort_unstable();
        moves
    }

    /// Calls `visit` with every legal turn.
    #[inline]
    pub(crate) fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        debug_assert!(position.hopper == 0, "turns are listed between turns");
        let mask = self.legal(position);
        let empty = position.empty_squares();
        let mut hoppers = 0;
        for direction in bitboard::Direction::ALL {
            let origins = mask.origins[direction.index()];
            for from in bitboard::squares(origins) {
                let next = shift(bit(from), direction);
                if next & empty != 0 {
                    visit(Move { from, to: bitboard::first(next) });
                } else if self.mechanics.chain {
                    hoppers |= bit(from);
                } else {
                    visit(Move { from, to: bitboard::first(shift(next, direction)) });
                }
            }
        }
        for from in bitboard::squares(hoppers) {
            self.chain_ends(position, from).for_each(|to| visit(Move { from, to }));
        }
    }

    fn chain_ends(
        &self,
        position: &Position,
        from: Square,
    ) -> impl Iterator<Item = Square> + use<> {
        let hop = Hop::start(position.taken, position.to_move, bit(from));
        let ends = legal::reachable(self.mechanics, hop);
        bitboard::squares(legal::legal_ends(self.mechanics, hop, ends).0)
    }

    /// Plays a turn that is known to be legal.
    #[inline]
    pub fn apply_move(&self, position: &mut Position, mv: Move) {
        self.displace(position, bit(mv.from), bit(mv.to));
        position.end_turn();
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// If it is not legal; the position is then unchanged.
    pub fn play(&self, position: &mut Position, mv: Move) -> Result<(), PlayError> {
        if !self.moves(position).contains(&mv) {
            return Err(PlayError::IllegalMove(mv));
        }
        self.apply_move(position, mv);
        Ok(())
    }

    /// The same position with the board turned by 180° and the colours, the side to move and the
    /// pieces' owners swapped. Its moves are the turned moves under the rules with the other first
    /// mover.
    pub fn turned(&self, position: &Position) -> Position {
        let [white, black] = position.taken;
        Position {
            taken: [bitboard::turned(black), bitboard::turned(white)],
            planes: position.planes.map(bitboard::turned),
            landed: bitboard::turned(position.landed),
            hopper: bitboard::turned(position.hopper),
            distance: [position.distance[1], position.distance[0]],
            plies: position.plies,
            to_move: position.to_move.other(),
        }
    }
}

fn seen_from(side: Side, squares: [Square; PIECES]) -> [Square; PIECES] {
    match side {
        Side::White => squares,
        Side::Black => squares.map(Square::turned),
    }
}

fn distances_to(goal: Square) -> [u8; SQUARES] {
    std::array::from_fn(|index| Square::new(index as u8).distance(goal))
}
