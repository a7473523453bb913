//! The four diagonals.

/// A diagonal direction as White sees it, numbered as in the actions.
///
/// ```
/// use salta_core::Direction;
///
/// assert_eq!(Direction::ForwardLeft.rotated(), Direction::BackRight);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up the board, to the left.
    ForwardLeft = 0,
    /// Up the board, to the right.
    ForwardRight = 1,
    /// Down the board, to the left.
    BackLeft = 2,
    /// Down the board, to the right.
    BackRight = 3,
}

impl Direction {
    /// All four, in the order of the actions.
    pub const ALL: [Direction; 4] = [
        Direction::ForwardLeft,
        Direction::ForwardRight,
        Direction::BackLeft,
        Direction::BackRight,
    ];

    /// 0–3, in the order of the actions.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The same direction on the board rotated by 180°, which is also the opposite direction.
    #[inline(always)]
    pub const fn rotated(self) -> Direction {
        Direction::ALL[3 - self as usize]
    }
}
