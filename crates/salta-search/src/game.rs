//! The game as the search sees it.

use std::hash::Hash;

use crate::value::{P0Value, Player};

/// A two-player zero-sum game of perfect information and finite length.
///
/// The player to move need not alternate (a chain of hops is one player's several actions), so
/// values are signed by player, never by depth.
///
/// # Examples
///
/// A complete game and one playout of it:
///
/// ```
/// use salta_search::{Game, P0Value, Player};
///
/// /// Count to ten by ones and twos; whoever says ten wins.
/// struct ToTen;
///
/// impl Game for ToTen {
///     type State = (u16, Player);
///
///     fn player(&self, state: &Self::State) -> Player {
///         state.1
///     }
///     fn legal_actions(&self, state: &Self::State, out: &mut Vec<u16>) {
///         out.extend(1..=2.min(10 - state.0));
///     }
///     fn apply(&self, state: &mut Self::State, step: u16) {
///         *state = (state.0 + step, state.1.other());
///     }
///     fn terminal(&self, state: &Self::State) -> Option<P0Value> {
///         (state.0 == 10).then(|| P0Value(state.1.other().sign()))
///     }
/// }
///
/// let mut state = (0, Player::P0);
/// while ToTen.terminal(&state).is_none() {
///     let mut legal = Vec::new();
///     ToTen.legal_actions(&state, &mut legal);
///     ToTen.apply(&mut state, legal[0]);
/// }
/// assert_eq!(ToTen.terminal(&state), Some(P0Value(-1.0))); // ten turns, so P1 said ten
/// ```
pub trait Game {
    /// A position with everything its continuation depends on, including the plies played where
    /// they matter: equal states share evaluations. Stored once per node.
    type State: Clone + Eq + Hash;

    /// The player to move. Called only where [`terminal`](Self::terminal) is `None`.
    fn player(&self, state: &Self::State) -> Player;

    /// Appends the legal actions in ascending order to `out`, which arrives empty. At least one,
    /// without repetition, wherever [`terminal`](Self::terminal) is `None`; not called elsewhere.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<u16>);

    /// Plays a legal action.
    fn apply(&self, state: &mut Self::State, action: u16);

    /// The utility in `[-1, 1]` for player 0 if the game is over, else `None`.
    fn terminal(&self, state: &Self::State) -> Option<P0Value>;

    /// The utility for player 0 that the search is to assume without searching further, such as one
    /// that is proven before the game ends; such a position is a leaf, unless it is the root.
    /// Called only where [`terminal`](Self::terminal) is `None`. By default nothing is assumed.
    fn decided(&self, state: &Self::State) -> Option<P0Value> {
        let _ = state;
        None
    }
}
