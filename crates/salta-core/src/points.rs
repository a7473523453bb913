//! The moves that each side still needs, and the margin (rules 4.1 to 4.3 and 4.10).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::node_budget::NodeBudget;
use crate::piece::PIECES;
use crate::position::Position;
use crate::rules::Points;
use crate::side::Side;
use crate::solo::{self, Journey, Solo, Solution};
use crate::variant::Variant;

/// Moves that one side still needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Sum over the pieces of max(|rows|, |columns|).
    pub distance: u32,
    /// Least number of steps with the side alone on the board.
    pub solo: Solo,
}

/// A margin from White's side; positive if White is ahead.
///
/// ```
/// use salta_core::Margin;
///
/// assert_eq!(Margin::Exact(-7).sign(), Some(-1));
/// let open = Margin::Bounds { lo: -1, hi: 3 };
/// assert_eq!((open.exact(), open.sign(), open.bounds()), (None, None, (-1, 3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Margin {
    /// A proven count.
    Exact(i32),
    /// A proven interval, if a search ran out of nodes.
    Bounds {
        /// White's margin is at least this.
        lo: i32,
        /// White's margin is at most this.
        hi: i32,
    },
}

impl Margin {
    /// The smallest interval that holds the margin.
    pub const fn bounds(self) -> (i32, i32) {
        match self {
            Margin::Exact(margin) => (margin, margin),
            Margin::Bounds { lo, hi } => (lo, hi),
        }
    }

    /// Whether its bounds are in order and no larger than any board allows, as those of a file
    /// must be.
    ///
    /// ```
    /// use salta_core::Margin;
    ///
    /// assert!(Margin::Exact(-81).is_plausible());
    /// assert!(!Margin::Exact(i32::MIN).is_plausible());
    /// assert!(!Margin::Bounds { lo: 3, hi: 2 }.is_plausible());
    /// ```
    pub const fn is_plausible(self) -> bool {
        const MOST: i32 = 1 << 20;
        let (lo, hi) = self.bounds();
        -MOST <= lo && lo <= hi && hi <= MOST
    }

    /// The count, if it is proven.
    pub const fn exact(self) -> Option<i32> {
        match self {
            Margin::Exact(margin) => Some(margin),
            Margin::Bounds { .. } => None,
        }
    }

    /// +1 if White is ahead, −1 if Black is, 0 for a draw; `None` if the bounds leave it open.
    pub const fn sign(self) -> Option<i32> {
        let (lo, hi) = self.bounds();
        if lo.signum() == hi.signum() { Some(lo.signum()) } else { None }
    }

    const fn from_bounds(lo: i32, hi: i32) -> Margin {
        if lo == hi { Margin::Exact(lo) } else { Margin::Bounds { lo, hi } }
    }
}

impl Variant {
    /// The moves that `side` still needs. Only between turns.
    ///
    /// `exact_nodes` is the number of nodes that the search for the exact count may visit.
    ///
    /// ```
    /// use salta_core::{Side, Variant};
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// // Two neighbours have to swap places, so one makes a detour.
    /// let position = variant.parse_position("F4/K4/5/5/5/5/5/5/5/5 w 0")?;
    /// let needs = variant.remaining(&position, Side::White, 100_000);
    /// assert_eq!((needs.distance, needs.solo.proven()), (2, Some(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remaining(
        &self,
        position: &Position,
        side: Side,
        exact_nodes: impl Into<NodeBudget>,
    ) -> Remaining {
        let solo = self.solve(position, side, exact_nodes).solo;
        Remaining { distance: position.distance(side), solo }
    }

    /// The least number of steps that bring the pieces of `side` home, alone on the board, with a
    /// way home. Only between turns. `exact_nodes` as in [`Variant::remaining`].
    pub fn solve(
        &self,
        position: &Position,
        side: Side,
        exact_nodes: impl Into<NodeBudget>,
    ) -> Solution {
        let journey = |(piece, at)| Journey { at, goal: self.goal(side, piece) };
        let journeys: ArrayVec<Journey, PIECES> = position.pieces(side).map(journey).collect();
        solo::solve(self.board(), &journeys, exact_nodes)
    }

    /// remaining(Black) − remaining(White) by this variant's points, whether or not the game is
    /// over. `exact_nodes` as in [`Variant::remaining`], for each side.
    ///
    /// ```
    /// use salta_core::{Margin, Variant};
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// let position = variant.parse_position("KLMNO/FGHIJ/ABCDE/5/5/5/5/5/5/1a3 w 10")?;
    /// assert_eq!(variant.margin(&position, 1000), Margin::Exact(6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn margin(&self, position: &Position, exact_nodes: impl Into<NodeBudget>) -> Margin {
        let exact_nodes = exact_nodes.into();
        if self.rules().points == Points::Distance {
            return Margin::Exact(distance_margin(position));
        }
        self.margin_of(Side::BOTH.map(|side| self.remaining(position, side, exact_nodes)))
    }

    /// The margin by this variant's points from what White and Black still need.
    pub fn margin_of(&self, [white, black]: [Remaining; 2]) -> Margin {
        let lo = black.solo.lo as i32 - white.solo.hi as i32;
        let hi = black.solo.hi as i32 - white.solo.lo as i32;
        match self.rules().points {
            Points::Distance => Margin::Exact(black.distance as i32 - white.distance as i32),
            Points::Solo => Margin::from_bounds(lo, hi),
            Points::Win => Margin::from_bounds(lo.signum(), hi.signum()),
        }
    }
}

/// The margin by `distance`, which needs no search.
#[inline(always)]
pub const fn distance_margin(position: &Position) -> i32 {
    position.distance(Side::Black) as i32 - position.distance(Side::White) as i32
}
