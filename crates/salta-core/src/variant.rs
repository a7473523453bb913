//! A rule record with its lookup tables: start, goals, distances, legal actions, moves.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::action::{Action, ActionMask};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::ending::Ending;
use crate::legal::{Hopper, MoveRules, Mover};
use crate::moves::{Move, MoveError};
use crate::piece::{PIECES, Piece};
use crate::position::{Bitboards, Position};
use crate::rules::{LastMove, Rules, UnknownVariant, named};
use crate::side::Side;
use crate::square::Square;
use crate::turns::{self, Turn, Turns};

/// A rule record with its lookup tables. All operations on a position go through one.
///
/// ```
/// use salta_core::Variant;
///
/// let variant: Variant = "buettgenbach-1899".parse()?;
/// let mut position = variant.start();
/// variant.play(&mut position, variant.parse_move("e3-f4")?)?;
/// assert_eq!((position.plies(), variant.moves(&position).len()), (1, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    rules: Rules,
    pub(crate) move_rules: MoveRules,
    /// By side and piece; arbitrary for pieces that the board does not have.
    goals: [[Square; PIECES]; 2],
    /// By side, piece and bit of the square.
    distances: [[[u8; 64]; 16]; 2],
    /// All goal squares of each side.
    goal_sets: [Bitboard; 2],
    start: Position,
}

/// Why an action or a move was rejected; the position is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// Not among the legal moves; shown in the square names of the variant's board.
    #[error("{0} is not legal here")]
    IllegalMove(Move),
    /// Not among the legal actions.
    #[error("action {0} is not legal here")]
    IllegalAction(Action),
}

impl Variant {
    /// Builds the lookup tables of a rule record.
    ///
    /// ```
    /// use salta_core::{Variant, rules};
    ///
    /// let sprint = rules::parse("base = \"walker\"\nname = \"sprint\"\nmove_limit = 40\n")?;
    /// assert_eq!(Variant::new(sprint).name(), "sprint");
    /// # Ok::<(), salta_core::strict_toml::StrictTomlError>(())
    /// ```
    ///
    /// # Panics
    /// If the ranks, the start or the goal do not fit the board, which
    /// [`parse`](crate::rules::parse) refuses.
    pub fn new(rules: Rules) -> Variant {
        assert_eq!(crate::rules::misfits(&rules), [const { None }; 3]);
        let (goals, starts) = (rules.goals(), rules.starts());
        let mut start = Bitboards::default();
        let mut variant = Variant {
            move_rules: MoveRules::of(&rules),
            goals: [[Square::new(0); PIECES]; 2],
            distances: [[[0; 64]; 16]; 2],
            goal_sets: [Bitboard::EMPTY; 2],
            start: Position::empty(rules.first_mover, 0),
            rules,
        };
        for side in Side::BOTH {
            // Black's squares are White's on the rotated board.
            let seen = |square: Square| match side {
                Side::White => square,
                Side::Black => square.rotated(),
            };
            for &(piece, goal) in &goals {
                let (side, piece, goal) = (side.index(), piece.index(), seen(goal));
                variant.goals[side][piece] = goal;
                variant.goal_sets[side] |= Bitboard::of(goal);
                for at in Square::all() {
                    variant.distances[side][piece][Bitboard::of(at).lowest_bit()] =
                        at.distance(goal);
                }
            }
            for &(piece, square) in &starts {
                start.put(side, piece, seen(square));
            }
        }
        variant.start = variant.position_from(&start);
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

    /// The size of the board.
    pub const fn board(&self) -> Board {
        self.rules.board
    }

    /// The pieces that each side starts with, in order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        self.rules.pieces()
    }

    /// All goal squares of a side: it is home only if it occupies no other.
    pub const fn goal_squares(&self, side: Side) -> Bitboard {
        self.goal_sets[side.index()]
    }

    /// The empty squares of the board.
    #[inline(always)]
    pub fn empty_squares(&self, position: &Position) -> Bitboard {
        self.move_rules.board - position.all_occupied()
    }

    /// The goal square of a piece; arbitrary for a piece that the board does not have.
    pub const fn goal(&self, side: Side, piece: Piece) -> Square {
        self.goals[side.index()][piece.index()]
    }

    /// Steps from a square to a piece's goal on an empty board.
    #[inline(always)]
    pub const fn distance(&self, side: Side, piece: Piece, square: Square) -> u8 {
        self.distances[side.index()][piece.index()][Bitboard::of(square).lowest_bit()]
    }

    /// The position of these words, the inverse of [`Position::bitboards`]; meaningless for words
    /// that are not a position of this variant.
    #[inline]
    pub fn position_from(&self, words: &Bitboards) -> Position {
        let Bitboards { occupied, planes, landed, hopper, plies } = *words;
        let empty = Position::empty(self.mover_after(plies), plies);
        let mut position = Position { occupied, planes, landed, hopper, ..empty };
        position.distance = Side::BOTH.map(|side| {
            let distance = |(piece, square)| u16::from(self.distance(side, piece, square));
            position.pieces(side).map(distance).sum()
        });
        position
    }

    pub(crate) const fn mover_after(&self, plies: u32) -> Side {
        if plies.is_multiple_of(2) { self.rules.first_mover } else { self.rules.second_mover() }
    }

    /// Whether a finish or the limit ends the game (rules 4.6 to 4.8); rule 3.6 is not tested.
    #[inline(always)]
    pub(crate) const fn is_decided(&self, position: &Position) -> bool {
        position.hopper.is_empty() && (self.is_finished(position) || self.is_at_limit(position))
    }

    /// Whether no turn of the side to move can decide the game: at least two of its pieces are off
    /// the goals, the opponent is not home, and the next ply does not reach the limit.
    #[inline(always)]
    pub(crate) fn no_turn_decides(&self, position: &Position) -> bool {
        let (own, enemy) = (position.to_move.index(), position.to_move.other().index());
        let away = position.occupied[own] - self.goal_sets[own];
        let limit = 2 * self.rules.move_limit as u64;
        away.has_several()
            && position.distance[enemy] != 0
            && (limit == 0 || position.plies as u64 + 1 < limit)
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

    /// Why the game is over, or `None` if it is not. A finish takes precedence over the limit.
    ///
    /// ```
    /// use salta_core::{Ending, Variant};
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// let home = variant.parse_position("KLMNO/FGHIJ/ABCDE/5/5/5/5/5/5/a4 w 10")?;
    /// assert_eq!(variant.ending(&home), Some(Ending::Finished));
    /// assert_eq!(variant.ending(&variant.start()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Whether the game is over (rule 4.9); such a position has no legal actions.
    pub fn is_over(&self, position: &Position) -> bool {
        self.legal(position).is_empty()
    }

    /// The legal actions, within a chain too (rule 8.3); none if the game is over.
    ///
    /// ```
    /// use salta_core::Variant;
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// let (start, legal) = (variant.start(), variant.legal(&variant.start()));
    /// let actions: Vec<usize> = legal.actions(start.to_move()).map(|a| a.index()).collect();
    /// assert_eq!(actions, [11, 12, 13, 14, 60, 61, 62, 63, 64]);
    /// ```
    #[inline]
    pub fn legal(&self, position: &Position) -> ActionMask {
        let (side, m) = (position.to_move, self.move_rules);
        let mover = Mover::new(position.occupied, side);
        if !position.hopper.is_empty() {
            self.legal_within_turn(position)
        } else if self.is_decided(position) {
            ActionMask::EMPTY
        } else {
            ActionMask::of_mover(side, mover.actions(m))
        }
    }

    /// Legal actions in the middle of a turn (rule 8.3).
    #[inline(always)]
    pub(crate) fn legal_within_turn(&self, position: &Position) -> ActionMask {
        let side = position.to_move;
        let mover = Mover::new(position.occupied, side);
        let hopper = Hopper { mover, at: position.hopper, landed: position.landed };
        let (origins, end_turn) = hopper.actions(self.move_rules);
        ActionMask { end_turn, ..ActionMask::of_mover(side, origins) }
    }

    /// Plays an action that is known to be legal.
    #[inline]
    pub fn apply(&self, position: &mut Position, action: Action) {
        let side = position.to_move;
        let Some((square, direction)) = action.origin(side) else {
            return position.end_turn();
        };
        let from = Bitboard::of(square);
        let next = from.shift(direction);
        if !next.intersects(position.all_occupied()) {
            *position = self.after_turn(position, side, Turn { from, to: next });
            return;
        }
        let to = next.shift(direction);
        *position = if self.move_rules.chain {
            self.hopped(position, side, Turn { from, to })
        } else {
            self.after_turn(position, side, Turn { from, to })
        };
    }

    /// The position after a hop, with the turn not yet ended.
    #[inline(always)]
    pub(crate) fn hopped(&self, position: &Position, side: Side, hop: Turn) -> Position {
        let mut hopped = self.displaced(position, side, hop.from, hop.to);
        hopped.landed |= hop.from | hop.to;
        hopped.hopper = hop.to;
        hopped
    }

    /// The position with a piece of `side` displaced. Returned by value: a change in place costs
    /// several times as much, since the side would index memory.
    #[inline(always)]
    fn displaced(&self, position: &Position, side: Side, from: Bitboard, to: Bitboard) -> Position {
        let (planes, piece) = position.planes_after(from, to);
        let distances = &self.distances[side.index()][piece];
        let at = |set: Bitboard| u16::from(distances[set.lowest_bit() & 63]);
        let (change, both) = (at(to).wrapping_sub(at(from)), from | to);
        let ([white, black], [white_distance, black_distance]) =
            (position.occupied, position.distance);
        let (occupied, distance) = match side {
            Side::White => {
                ([white ^ both, black], [white_distance.wrapping_add(change), black_distance])
            }
            Side::Black => {
                ([white, black ^ both], [white_distance, black_distance.wrapping_add(change)])
            }
        };
        Position { occupied, planes, distance, ..*position }
    }

    /// The position after a turn of `side`, the side to move, that is known to be legal.
    #[inline(always)]
    pub(crate) fn after_turn(&self, position: &Position, side: Side, turn: Turn) -> Position {
        let mut after = self.displaced(position, side, turn.from, turn.to);
        after.landed = Bitboard::EMPTY;
        after.hopper = Bitboard::EMPTY;
        after.plies += 1;
        after.to_move = side.other();
        after
    }

    /// Plays an action.
    ///
    /// ```
    /// use salta_core::{Action, PlayError, Variant};
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// let mut position = variant.start();
    /// variant.play_action(&mut position, Action::new(60).unwrap())?;
    /// let illegal = Action::new(0).unwrap();
    /// assert_eq!(variant.play_action(&mut position, illegal), Err(PlayError::IllegalAction(illegal)));
    /// # Ok::<(), PlayError>(())
    /// ```
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
    ///
    /// ```
    /// use salta_core::Variant;
    ///
    /// let variant = Variant::named("walker").unwrap();
    /// let moves = variant.moves(&variant.start());
    /// assert_eq!(variant.move_text(moves[0]), "b8-a7"); // Black moves first
    /// assert_eq!(moves.len(), 17);
    /// ```
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
        turns.iter().for_each(|t| visit(Move { from: t.from.first(), to: t.to.first() }));
    }

    /// Calls `visit` with the first and last square, each as a set, of every turn that rules 3.1 to
    /// 3.5 allow `side` when White and Black occupy these squares. Which pieces stand there, and
    /// whether the game is over, does not matter.
    #[inline]
    pub fn each_turn(
        &self,
        occupied: [Bitboard; 2],
        side: Side,
        mut visit: impl FnMut(Bitboard, Bitboard),
    ) {
        let mut turns = Turns::new();
        turns::list(&mut turns, self.move_rules, occupied, side);
        turns.iter().for_each(|turn| visit(turn.from, turn.to));
    }

    /// Lists the legal turns as sets of squares; none if the game is over.
    #[inline(always)]
    pub(crate) fn list_turns(&self, position: &Position, turns: &mut Turns) {
        debug_assert!(position.hopper.is_empty(), "turns are listed between turns");
        turns.clear();
        if !self.is_decided(position) {
            turns::list(turns, self.move_rules, position.occupied, position.to_move);
        }
    }

    /// The position after a turn that is known to be legal.
    #[inline]
    pub fn after(&self, position: &Position, mv: Move) -> Position {
        let turn = Turn { from: Bitboard::of(mv.from), to: Bitboard::of(mv.to) };
        self.after_turn(position, position.to_move, turn)
    }

    /// Plays a turn that is known to be legal.
    #[inline]
    pub fn apply_move(&self, position: &mut Position, mv: Move) {
        *position = self.after(position, mv);
    }

    /// Plays a turn.
    ///
    /// ```
    /// use salta_core::Variant;
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// let mut position = variant.start();
    /// variant.play(&mut position, variant.parse_move("a3-b4")?)?;
    /// let error = variant.play(&mut position, variant.parse_move("a1-b2")?).unwrap_err();
    /// assert_eq!(error.to_string(), "a1-b2 is not legal here");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not legal, as in the middle of a turn; the position is then unchanged.
    pub fn play(&self, position: &mut Position, mv: Move) -> Result<(), PlayError> {
        if position.hopper().is_some() || !self.moves(position).contains(&mv) {
            return Err(PlayError::IllegalMove(self.to_local(mv)));
        }
        self.apply_move(position, mv);
        Ok(())
    }

    /// The position with the board rotated by 180° and the sides swapped (rule 1.4). Its moves are
    /// the rotated moves under the rules with the other first mover.
    ///
    /// ```
    /// use salta_core::Variant;
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// let start = variant.start();
    /// assert_eq!(variant.rotated(&variant.rotated(&start)), start);
    /// ```
    pub fn rotated(&self, position: &Position) -> Position {
        let [white, black] = position.occupied;
        Position {
            occupied: [black.rotated(), white.rotated()],
            planes: position.planes.map(Bitboard::rotated),
            landed: position.landed.rotated(),
            hopper: position.hopper.rotated(),
            distance: [position.distance[1], position.distance[0]],
            plies: position.plies,
            to_move: position.to_move.other(),
        }
    }

    /// A move in the square names of this variant's board: `e3-f4`, `j4:h6`.
    ///
    /// ```
    /// use salta_core::{Variant, rules};
    ///
    /// let small = rules::parse("base = \"walker\"\nboard = \"6x6\"\nranks = 1\n")?;
    /// let variant = Variant::new(small);
    /// let mv = variant.parse_move("a1-b2")?;
    /// assert_eq!((mv.to_string(), variant.move_text(mv)), ("c3-d4".into(), "a1-b2".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If a square is not on the board.
    pub fn move_text(&self, mv: Move) -> String {
        mv.to_local(self.board()).to_string()
    }

    /// The move in the local coordinates of this variant's board ([`Move::to_local`]), for display;
    /// unchanged if a square is not on the board.
    pub fn to_local(&self, mv: Move) -> Move {
        let on_board = |square| self.board().contains(square);
        if on_board(mv.from) && on_board(mv.to) { mv.to_local(self.board()) } else { mv }
    }

    /// Parses a move in the square names of this variant's board (rule 7.2); it need not be legal.
    ///
    /// # Errors
    /// If the text is not a move, or the board has no such squares.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let board = self.board();
        let outside = || MoveError::Outside { text: text.into(), board };
        text.parse::<Move>()?.to_full(board).ok_or_else(outside)
    }
}

impl fmt::Display for Variant {
    /// Its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// The built-in variant with this name.
    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        Variant::named(name).ok_or_else(|| UnknownVariant(name.into()))
    }
}
