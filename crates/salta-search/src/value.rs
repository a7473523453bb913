//! Players, and values that carry their perspective in their type.

/// One of the two players. They need not alternate.
///
/// # Examples
///
/// ```
/// use salta_search::Player;
///
/// assert_eq!(Player::P0.other(), Player::P1);
/// assert_eq!([Player::P0.sign(), Player::P1.sign()], [1.0, -1.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Player 0: the one whose utility a [`P0Value`] is.
    P0,
    /// Player 1.
    P1,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::P0 => Self::P1,
            Self::P1 => Self::P0,
        }
    }

    /// `1.0` for player 0, `-1.0` for player 1: the factor between the two views of a value.
    pub fn sign(self) -> f32 {
        match self {
            Self::P0 => 1.0,
            Self::P1 => -1.0,
        }
    }
}

/// A value in `[-1, 1]` as player 0 sees it: `1` is a win for player 0, whoever is to move.
///
/// # Examples
///
/// ```
/// use salta_search::{MoverValue, P0Value, Player};
///
/// let value = P0Value(0.5);
/// assert_eq!(value.for_mover(Player::P1), MoverValue(-0.5));
/// assert_eq!(value.for_mover(Player::P1).for_p0(Player::P1), value);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct P0Value(pub f32);

impl P0Value {
    /// The same value as `mover` sees it.
    pub fn for_mover(self, mover: Player) -> MoverValue {
        MoverValue(self.0 * mover.sign())
    }
}

/// A value in `[-1, 1]` as the player to move sees it: `1` is a win for the mover.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct MoverValue(pub f32);

impl MoverValue {
    /// The same value as player 0 sees it, given who the mover is.
    pub fn for_p0(self, mover: Player) -> P0Value {
        P0Value(self.0 * mover.sign())
    }
}
