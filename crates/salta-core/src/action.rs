//! The 200 + 1 actions of RULES.md, "Actions, for programs", and the legal mask over them.

use std::fmt;

use crate::bitboard::{self, Direction};
use crate::side::Side;
use crate::square::{SQUARES, Square};

/// Number of actions: 50 squares × 4 directions, and "end the turn".
pub const ACTIONS: usize = 201;

/// An action as the mover sees it: direction × 50 + square, or 200 to end a turn of several jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

impl Action {
    /// Ends a turn of several jumps.
    pub const END_TURN: Action = Action(200);

    /// The action with this number, if there is one.
    #[inline(always)]
    pub const fn new(number: u16) -> Option<Action> {
        if number < ACTIONS as u16 { Some(Action(number as u8)) } else { None }
    }

    /// The action of `side` that leaves `from` in `direction`, both as White sees them.
    #[inline(always)]
    pub const fn of(side: Side, from: Square, direction: Direction) -> Action {
        let (square, direction) = match side {
            Side::White => (from, direction),
            Side::Black => (from.turned(), direction.turned()),
        };
        Action((direction.index() * SQUARES + square.index()) as u8)
    }

    /// The number, 0–200.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Square and direction as White sees them, or `None` for "end the turn".
    #[inline(always)]
    pub const fn origin(self, side: Side) -> Option<(Square, Direction)> {
        if self.0 >= 200 {
            return None;
        }
        let square = Square::new(self.0 % SQUARES as u8);
        let direction = Direction::ALL[(self.0 / SQUARES as u8) as usize];
        Some(match side {
            Side::White => (square, direction),
            Side::Black => (square.turned(), direction.turned()),
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of actions: for each direction the squares left that way, as White sees both, and whether
/// the turn may end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionMask {
    /// Bitboards of origins, by [`Direction`].
    pub origins: [u64; 4],
    /// Whether "end the turn" is in the set.
    pub end_turn: bool,
}

impl ActionMask {
    /// The set without actions.
    pub const EMPTY: ActionMask = ActionMask { origins: [0; 4], end_turn: false };

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        !self.end_turn && self.origins[0] | self.origins[1] | self.origins[2] | self.origins[3] == 0
    }

    /// Number of actions in the set.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        self.origins[0].count_ones()
            + self.origins[1].count_ones()
            + self.origins[2].count_ones()
            + self.origins[3].count_ones()
            + self.end_turn as u32
    }

    /// Whether `action` of `side` is in the set.
    #[inline(always)]
    pub fn contains(&self, side: Side, action: Action) -> bool {
        match action.origin(side) {
            Some((square, d)) => self.origins[d.index()] & bitboard::bit(square) != 0,
            None => self.end_turn,
        }
    }

    /// The set as the mover sees it: bit s of word d is action d × 50 + s. Squares are dense here
    /// (50 bits a word), as programs outside read them.
    pub fn mover_words(&self, side: Side) -> [u64; 4] {
        let mut words = [0; 4];
        for action in self.actions(side) {
            if action != Action::END_TURN {
                words[action.index() / SQUARES] |= 1 << (action.index() % SQUARES);
            }
        }
        words
    }

    /// The actions of the set, ascending, as `side` sees them.
    #[inline]
    pub fn actions(&self, side: Side) -> impl Iterator<Item = Action> + use<> {
        let (mut words, end_turn) = (self.seen_by(side), self.end_turn);
        let mut direction = 0;
        let mut ended = !end_turn;
        std::iter::from_fn(move || {
            while direction < 4 {
                if words[direction] != 0 {
                    let square = bitboard::first(words[direction]);
                    words[direction] &= words[direction] - 1;
                    return Some(Action((direction * SQUARES + square.index()) as u8));
                }
                direction += 1;
            }
            (!std::mem::replace(&mut ended, true)).then_some(Action::END_TURN)
        })
    }

    /// The action of this rank in the order of [`ActionMask::actions`], if there are so many.
    #[inline]
    pub fn nth(&self, side: Side, mut rank: u32) -> Option<Action> {
        for (direction, word) in self.seen_by(side).into_iter().enumerate() {
            let count = word.count_ones();
            if rank < count {
                let set = (0..rank).fold(word, |set, _| set & (set - 1));
                let square = bitboard::first(set).index();
                return Some(Action((direction * SQUARES + square) as u8));
            }
            rank -= count;
        }
        (rank == 0 && self.end_turn).then_some(Action::END_TURN)
    }

    #[inline(always)]
    fn seen_by(&self, side: Side) -> [u64; 4] {
        let o = &self.origins;
        match side {
            Side::White => *o,
            Side::Black => [o[3], o[2], o[1], o[0]].map(bitboard::turned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_rules_page() {
        let e3 = Square::parse("e3").unwrap();
        assert_eq!(Action::of(Side::White, e3, Direction::ForwardRight).index(), 50 + 12);
        // f8 is e3 for Black, and White's back-left is Black's forward-right.
        let f8 = Square::parse("f8").unwrap();
        assert_eq!(Action::of(Side::Black, f8, Direction::BackLeft).index(), 50 + 12);
    }

    #[test]
    fn actions_read_back() {
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
        let mask = ActionMask { origins: [bitboard::BOARD; 4], end_turn: true };
        for side in Side::BOTH {
            let listed: Vec<usize> = mask.actions(side).map(Action::index).collect();
            assert_eq!(listed, (0..ACTIONS).collect::<Vec<_>>());
            assert_eq!(mask.mover_words(side), [(1 << 50) - 1; 4]);
            let nth = (0..202).map_while(|rank| mask.nth(side, rank)).map(Action::index);
            assert!(nth.eq(0..ACTIONS));
        }
        assert_eq!(mask.len(), 201);
    }
}
