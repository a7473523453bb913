//! What the search asks of a game.

use std::hash::Hash;

use crate::value::{P0Value, Player};

/// A two-player zero-sum game of perfect information and finite length.
///
/// The player to move need not alternate (a chain of hops is one player's several actions), so
/// values are signed by player, never by depth.
pub trait Game {
    /// A position with everything its continuation depends on, the plies played included where
    /// they matter (equal states share evaluations). Stored once per node.
    type State: Clone + Eq + Hash;

    /// The player to move. Asked only where [`terminal`](Self::terminal) is `None`.
    fn player(&self, state: &Self::State) -> Player;

    /// Appends the legal actions in ascending order to `out`, which arrives empty. At least one,
    /// without repetition, wherever [`terminal`](Self::terminal) is `None`; not asked elsewhere.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<u16>);

    /// Plays a legal action.
    fn apply(&self, state: &mut Self::State, action: u16);

    /// The utility in `[-1, 1]` for player 0 if the game is over, else `None`.
    fn terminal(&self, state: &Self::State) -> Option<P0Value>;

    /// The utility for player 0 under best play by both, where it is known though the game goes
    /// on; such a position is not searched further, unless it is the root. Asked only where
    /// [`terminal`](Self::terminal) is `None`. By default nothing is known.
    fn decided(&self, state: &Self::State) -> Option<P0Value> {
        let _ = state;
        None
    }
}
