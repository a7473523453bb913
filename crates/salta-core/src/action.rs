//! The 200 + 1 actions (rules 8.1 to 8.3), and the legal mask over them.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::legal::{ByDirection, reversed_for};
use crate::side::Side;
use crate::square::{SQUARES, Square};

/// Number of actions: 50 squares × 4 directions, and "end the turn".
pub const ACTIONS: usize = 4 * SQUARES + 1;

/// An action as the mover sees it: direction × 50 + square, or 200 to end a turn of several jumps.
///
/// ```
/// use salta_core::{Action, Direction, Side};
///
/// let e3 = "e3".parse()?;
/// let action = Action::of(Side::White, e3, Direction::ForwardRight);
/// assert_eq!(action.index(), 62);
/// assert_eq!(action.origin(Side::White), Some((e3, Direction::ForwardRight)));
/// // Seen from Black's side, the same index is the same step.
/// let f8 = "f8".parse()?;
/// assert_eq!(action.origin(Side::Black), Some((f8, Direction::BackLeft)));
/// # Ok::<(), salta_core::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

impl Action {
    /// Ends a turn of several jumps.
    pub const END_TURN: Action = Action(ACTIONS as u8 - 1);

    /// The action with this index, if there is one.
    #[inline(always)]
    pub const fn new(index: u16) -> Option<Action> {
        if index < ACTIONS as u16 { Some(Action(index as u8)) } else { None }
    }

    /// The action of `side` that leaves `from` in `direction`, both as White sees them (rule 8.2).
    #[inline(always)]
    pub const fn of(side: Side, from: Square, direction: Direction) -> Action {
        let (square, direction) = match side {
            Side::White => (from, direction),
            Side::Black => (from.rotated(), direction.rotated()),
        };
        Action((direction.index() * SQUARES + square.index()) as u8)
    }

    /// The index, 0–200 (rule 8.2).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Square and direction as White sees them, or `None` for "end the turn".
    #[inline(always)]
    pub const fn origin(self, side: Side) -> Option<(Square, Direction)> {
        if self.0 >= Action::END_TURN.0 {
            return None;
        }
        let square = Square::new(self.0 % SQUARES as u8);
        let direction = Direction::ALL[(self.0 / SQUARES as u8) as usize];
        Some(match side {
            Side::White => (square, direction),
            Side::Black => (square.rotated(), direction.rotated()),
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of actions: the origins by direction, both as White sees them, and whether the turn may
/// end.
///
/// ```
/// use salta_core::{Action, Variant};
///
/// let variant = Variant::named("walker").unwrap();
/// let (start, mask) = (variant.start(), variant.legal(&variant.start()));
/// assert_eq!((mask.len(), mask.contains(start.to_move(), Action::END_TURN)), (17, false));
/// let first = mask.nth(start.to_move(), 0).unwrap();
/// assert_eq!(Some(first), mask.actions(start.to_move()).next());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionMask {
    /// Origins by [`Direction`], in White's order regardless of the side to move.
    pub origins: [Bitboard; 4],
    /// Whether "end the turn" is in the set.
    pub end_turn: bool,
}

/// The bits of each byte, the lowest first.
static EIGHT_BITS: [[bool; 8]; 256] = {
    let mut all = [[false; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        all[at / 8][at % 8] = (at / 8) >> (at % 8) & 1 == 1;
        at += 1;
    }
    all
};

/// The 200 bits in reverse order.
#[inline(always)]
const fn reversed([a, b, c, d]: [u64; 4]) -> [u64; 4] {
    let [a, b, c, d] = [a.reverse_bits(), b.reverse_bits(), c.reverse_bits(), d.reverse_bits()];
    [d >> 56 | c << 8, c >> 56 | b << 8, b >> 56 | a << 8, a >> 56]
}

impl ActionMask {
    /// The empty set.
    pub const EMPTY: ActionMask = ActionMask { origins: [Bitboard::EMPTY; 4], end_turn: false };

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.origins;
        !self.end_turn && a.is_empty() && b.is_empty() && c.is_empty() && d.is_empty()
    }

    /// Number of actions in the set.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        let [a, b, c, d] = self.origins;
        a.len() + b.len() + c.len() + d.len() + self.end_turn as u32
    }

    /// Whether `action` of `side` is in the set.
    #[inline(always)]
    pub fn contains(&self, side: Side, action: Action) -> bool {
        match action.origin(side) {
            Some((square, d)) => self.origins[d.index()].contains(square),
            None => self.end_turn,
        }
    }

    /// The set as the mover sees it: bit s of word d is action d × 50 + s. Words are dense here (50
    /// bits each), as external programs read them.
    ///
    /// ```
    /// use salta_core::Variant;
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// let start = variant.start();
    /// let words = variant.legal(&start).mover_words(start.to_move());
    /// assert_eq!(words[0], 0b1111 << 11); // forward-left: squares 11 to 14
    /// ```
    pub fn mover_words(&self, side: Side) -> [u64; 4] {
        self.seen_by(side).map(Bitboard::dense)
    }

    /// Writes, for each action as `side` sees it, whether it is in the set.
    ///
    /// ```
    /// use salta_core::{ACTIONS, Variant};
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// let start = variant.start();
    /// let mut legal = [false; ACTIONS];
    /// variant.legal(&start).write(start.to_move(), &mut legal);
    /// assert!(legal[11..15].iter().all(|legal| *legal)); // forward-left: squares 11 to 14
    /// ```
    #[inline]
    pub fn write(&self, side: Side, out: &mut [bool; ACTIONS]) {
        let [a, b, c, d] = self.origins.map(Bitboard::dense);
        let bits = [a | b << 50, b >> 14 | c << 36, c >> 28 | d << 22, d >> 42];
        let (eights, [end_turn]) = out.as_chunks_mut() else { unreachable!("201 = 25 * 8 + 1") };
        let bits = if side == Side::White { bits } else { reversed(bits) };
        for (eight, byte) in eights.iter_mut().zip(bits.map(u64::to_le_bytes).as_flattened()) {
            *eight = EIGHT_BITS[usize::from(*byte)];
        }
        *end_turn = self.end_turn;
    }

    /// The actions of the set, ascending, as `side` sees them.
    #[inline]
    pub fn actions(&self, side: Side) -> impl Iterator<Item = Action> + use<> {
        let mut sets = self.seen_by(side);
        let mut direction = 0;
        let mut ended = !self.end_turn;
        std::iter::from_fn(move || {
            while direction < 4 {
                if !sets[direction].is_empty() {
                    let square = sets[direction].first();
                    sets[direction] = sets[direction].without_first();
                    return Some(Action((direction * SQUARES + square.index()) as u8));
                }
                direction += 1;
            }
            (!std::mem::replace(&mut ended, true)).then_some(Action::END_TURN)
        })
    }

    /// The action at index `rank` of [`ActionMask::actions`]; `None` past the end.
    #[inline]
    pub fn nth(&self, side: Side, mut rank: u32) -> Option<Action> {
        for (direction, set) in self.seen_by(side).into_iter().enumerate() {
            let count = set.len();
            if rank < count {
                let square = (0..rank).fold(set, |set, _| set.without_first()).first();
                return Some(Action((direction * SQUARES + square.index()) as u8));
            }
            rank -= count;
        }
        (rank == 0 && self.end_turn).then_some(Action::END_TURN)
    }

    /// The mask with these origins, given in the order of the directions of `side`, the mover.
    #[inline(always)]
    pub(crate) fn of_mover(side: Side, origins: ByDirection) -> ActionMask {
        ActionMask { origins: reversed_for(side, origins), end_turn: false }
    }

    /// The origins in the order of the directions of `side`, on the board as it sees it.
    #[inline(always)]
    fn seen_by(&self, side: Side) -> [Bitboard; 4] {
        match side {
            Side::White => self.origins,
            Side::Black => reversed_for(side, self.origins).map(Bitboard::rotated),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_round_trip() {
        for number in 0..200 {
            let action = Action::new(number).unwrap();
            for side in Side::BOTH {
                let (square, direction) = action.origin(side).unwrap();
                assert_eq!(Action::of(side, square, direction), action);
            }
        }
        assert_eq!(Action::new(201), None);
        assert_eq!(Action::END_TURN.origin(Side::White), None);
    }

    #[test]
    fn a_mask_lists_its_actions_in_order() {
        let mask = ActionMask { origins: [Bitboard::ALL; 4], end_turn: true };
        for side in Side::BOTH {
            let listed: Vec<usize> = mask.actions(side).map(Action::index).collect();
            assert_eq!(listed, (0..ACTIONS).collect::<Vec<_>>());
            assert_eq!(mask.mover_words(side), [(1 << 50) - 1; 4]);
            let nth = (0..202).map_while(|rank| mask.nth(side, rank)).map(Action::index);
            assert!(nth.eq(0..ACTIONS));
        }
        assert_eq!(mask.len(), 201);
    }

    #[test]
    fn a_mask_is_written_action_by_action() {
        for side in Side::BOTH {
            for (direction, square) in (0..4).flat_map(|d| Square::all().map(move |s| (d, s))) {
                let mut mask = ActionMask::default();
                mask.origins[direction] = Bitboard::of(square);
                let mut row = [true; ACTIONS];
                mask.write(side, &mut row);
                let written = (0..ACTIONS).filter(|action| row[*action]);
                assert!(written.eq(mask.actions(side).map(Action::index)), "{side:?} {square}");
            }
        }
    }
}
