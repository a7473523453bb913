//! The positions that have occurred in a game, to recognise repetitions.

use std::collections::HashSet;

use salta_core::Position;

/// Positions that have occurred in a game, compared without the plies played.
///
/// ```
/// use salta_core::Variant;
/// use salta_game::PastPositions;
///
/// let walker = Variant::named("walker").unwrap();
/// let mut position = walker.start();
/// let past = PastPositions::new([&position]);
/// for text in ["j8-i7", "a3-b4", "i7-j8", "b4-a3"] { // each side moves a piece to and fro
///     let mv = walker.parse_move(text)?;
///     walker.play(&mut position, mv)?;
/// }
/// assert!(position != walker.start() && past.contains(&position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastPositions(HashSet<Position>);

impl PastPositions {
    /// Collects positions.
    pub fn new<'a>(positions: impl IntoIterator<Item = &'a Position>) -> PastPositions {
        PastPositions(positions.into_iter().map(Position::without_plies).collect())
    }

    /// Whether a position with the same pieces on the same squares, the same side to move and the
    /// same chain of jumps under way is among them.
    pub fn contains(&self, position: &Position) -> bool {
        self.0.contains(&position.without_plies())
    }
}
