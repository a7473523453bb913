//! A rule record made ready to play: start, goals, distances, legal actions, moves.

use thiserror::Error;

use crate::action::{Action, ActionMask};
use crate::bitboard::{self, BIT, bit, shift};
use crate::legal::{self, Hop, Mechanics};
use crate::moves::Move;
use crate::piece::{PIECES, Piece};
use crate::position::{Bitboards, Position};
use crate::rules::{LastMove, Rules, named};
use crate::side::Side;
use crate::square::Square;
use crate::turns::{self, Turn, Turns};

/// A rule record with its tables. Every question about a position goes through one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    rules: Rules,
    mechanics: Mechanics,
    goals: [[Square; PIECES]; 2],
    /// By side, piece and bit of the square.
    distances: [[[u8; 64]; 16]; 2],
    /// All goal squares of each side.
    goal_sets: [u64; 2],
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
        let distances = goals.map(distances_to_goals);
        let mechanics = Mechanics::of(&rules);
        let start = Position::empty(rules.first_mover, 0);
        let goal_sets = goals.map(|goals| goals.into_iter().fold(0, |set, goal| set | bit(goal)));
        let mut variant = Variant { rules, mechanics, goals, distances, goal_sets, start };
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
        self.distances[side.index()][piece.index()][BIT[square.index()] as usize]
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

    /// The position that words stand for, as [`Position::bitboards`] gave them; words that no
    /// position of this variant gives make a position without meaning.
    #[inline]
    pub fn from_bitboards(&self, words: &Bitboards) -> Position {
        let to_move = self.mover_after(words.plies);
        let mut position = Position::empty(to_move, words.plies);
        position.taken = words.taken;
        position.planes = words.planes;
        position.landed = words.landed;
        position.hopper = words.hopper;
        position.distance = Side::BOTH.map(|side| self.distance_sum(&position, side));
        position
    }

    /// Who moves after so many plies.
    const fn mover_after(&self, plies: u32) -> Side {
        if plies.is_multiple_of(2) { self.rules.first_mover } else { self.rules.second_mover() }
    }

    fn distance_sum(&self, position: &Position, side: Side) -> u16 {
        let distance = |(piece, square)| u16::from(self.distance(side, piece, square));
        position.pieces(side).map(distance).sum()
    }

    pub(crate) const fn put(&self, p: &mut Position, side: Side, piece: Piece, square: Square) {
        p.put(side, piece, square);
        p.distance[side.index()] += self.distance(side, piece, square) as u16;
    }

    /// Whether the game is over by homes or the limit (RULES.md, "End and points"); rule 6 apart.
    #[inline(always)]
    pub(crate) const fn is_decided(&self, position: &Position) -> bool {
        position.hopper == 0 && (self.is_finished(position) || self.is_at_limit(position))
    }

    /// Whether no turn of the side to move can decide the game: its pieces off the goals are two or
    /// more, the opponent is not home, and the limit is not next.
    #[inline(always)]
    pub(crate) const fn goes_on(&self, position: &Position) -> bool {
        let (own, enemy) = (position.to_move.index(), position.to_move.other().index());
        let away = position.taken[own] & !self.goal_sets[own];
        let limit = 2 * self.rules.move_limit as u64;
        away & away.wrapping_sub(1) != 0
            && position.distance[enemy] != 0
            && (limit == 0 || position.plies as u64 + 1 < limit)
    }

    pub(crate) const fn mechanics(&self) -> Mechanics {
        self.mechanics
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
            *position = self.after(position, side, Turn { from, to: next });
            return;
        }
        let to = shift(next, direction);
        *position = if self.mechanics.chain {
            self.hopped(position, side, Turn { from, to })
        } else {
            self.after(position, side, Turn { from, to })
        };
    }

    /// The position after a hop that leaves the turn open.
    #[inline(always)]
    pub(crate) fn hopped(&self, position: &Position, side: Side, hop: Turn) -> Position {
        let mut hopped = self.displaced(position, side, hop.from, hop.to);
        hopped.landed |= hop.from | hop.to;
        hopped.hopper = hop.to;
        hopped
    }

    /// The position with a piece of `side` displaced. Made as a value, since changing it in place
    /// costs several times as much: the side would be an index into memory.
    #[inline(always)]
    fn displaced(&self, position: &Position, side: Side, from: u64, to: u64) -> Position {
        let (planes, piece) = position.planes_after(from, to);
        let distances = &self.distances[side.index()][piece];
        let at = |set: u64| u16::from(distances[set.trailing_zeros() as usize & 63]);
        let (change, both) = (at(to).wrapping_sub(at(from)), from | to);
        let ([white, black], [white_distance, black_distance]) =
            (position.taken, position.distance);
        let (taken, distance) = match side {
            Side::White => {
                ([white ^ both, black], [white_distance.wrapping_add(change), black_distance])
            }
            Side::Black => {
                ([white, black ^ both], [white_distance, black_distance.wrapping_add(change)])
            }
        };
        Position { taken, planes, distance, ..*position }
    }

    /// The position after a turn of `side`, which is to move, that is known to be legal.
    #[inline(always)]
    pub(crate) fn after(&self, position: &Position, side: Side, turn: Turn) -> Position {
        let mut after = self.displaced(position, side, turn.from, turn.to);
        after.landed = 0;
        after.hopper = 0;
        after.plies += 1;
        after.to_move = side.other();
        after
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

    /// Calls `visit` with every legal turn, by first and last square, in no particular order. Only
    /// between turns.
    #[inline]
    pub fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        let mut turns = Turns::new();
        self.list_turns(position, &mut turns);
        let square = bitboard::first;
        turns.iter().for_each(|t| visit(Move { from: square(t.from), to: square(t.to) }));
    }

    /// Lists the legal turns as sets of squares; none if the game is over.
    #[inline(always)]
    pub(crate) fn list_turns(&self, position: &Position, turns: &mut Turns) {
        debug_assert!(position.hopper == 0, "turns are listed between turns");
        turns.clear();
        if !self.is_decided(position) {
            turns::list(turns, self.mechanics, position.taken, position.to_move);
        }
    }

    /// Plays a turn that is known to be legal.
    #[inline]
    pub fn apply_move(&self, position: &mut Position, mv: Move) {
        let turn = Turn { from: bit(mv.from), to: bit(mv.to) };
        *position = self.after(position, position.to_move, turn);
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

fn distances_to_goals(goals: [Square; PIECES]) -> [[u8; 64]; 16] {
    std::array::from_fn(|piece| goals.get(piece).map_or([0; 64], |goal| distances_to(*goal)))
}

fn distances_to(goal: Square) -> [u8; 64] {
    let mut distances = [0; 64];
    for square in Square::all() {
        distances[BIT[square.index()] as usize] = square.distance(goal);
    }
    distances
}
