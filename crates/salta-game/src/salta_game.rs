//! Salta as a [`Game`]: player 0 is White.

use std::sync::Arc;

use salta_core::rules::Points;
use salta_core::{Action, Margin, NodeBudget, Position, Side, Variant, distance_margin};
use salta_env::Evaluations;
use salta_search::{AbsorbError, Game, P0Value, Player, Search};

use crate::counts::Counts;
use crate::past_positions::PastPositions;
use crate::race::decided_margin;
use crate::utility::Utility;

/// A variant of Salta to search in, with the utility of its results.
///
/// ```
/// use std::sync::Arc;
/// use salta_core::Variant;
/// use salta_game::{SaltaGame, Utility};
/// use salta_search::{Game, Player};
///
/// let game = SaltaGame::new(
///     Arc::new(Variant::named("buettgenbach-1899").unwrap()),
///     Utility { win_weight: 0.0, margin_scale: 40.0 }, // points alone
///     1000,
/// );
/// let start = game.variant().start();
/// assert_eq!(game.player(&start), Player::P0); // White
/// let mut legal = Vec::new();
/// game.legal_actions(&start, &mut legal);
/// assert_eq!(legal.len(), 9);
/// ```
#[derive(Clone, Debug)]
pub struct SaltaGame {
    variant: Arc<Variant>,
    utility: Utility,
    exact_nodes: NodeBudget,
    exact_ends: bool,
    counts: Counts,
    drawn: Option<Arc<PastPositions>>,
}

impl SaltaGame {
    /// `exact_nodes` is the node budget, per side, of the exact count at finished leaves. If it is
    /// exhausted, the margin by distance counts; with `points = "win"`, the side ahead by distance
    /// wins. A game's recorded result is never estimated like this.
    pub fn new(
        variant: Arc<Variant>,
        utility: Utility,
        exact_nodes: impl Into<NodeBudget>,
    ) -> SaltaGame {
        let exact_nodes = exact_nodes.into();
        let counts = Counts::default();
        SaltaGame { variant, utility, exact_nodes, exact_ends: false, counts, drawn: None }
    }

    /// Sets whether a race in which the sides can no longer meet counts as decided, with its exact
    /// margin; off by default. The same node budget applies to each side's way home. In variants
    /// in which own pieces can be jumped over, no race counts as decided.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use salta_core::Variant;
    /// use salta_game::{SaltaGame, Utility};
    /// use salta_search::{Game, P0Value};
    ///
    /// let variant = Arc::new(Variant::named("buettgenbach-1899").unwrap());
    /// // White needs one step, Black two, far apart.
    /// let position = variant.parse_position("5/5/5/A4/5/4a/5/5/5/5 w 0")?;
    /// let points = Utility { win_weight: 0.0, margin_scale: 10.0 };
    /// let game = SaltaGame::new(variant, points, 1000);
    /// assert_eq!(game.decided(&position), None);
    /// assert_eq!(game.with_exact_ends(true).decided(&position), Some(P0Value(0.1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_exact_ends(self, exact_ends: bool) -> SaltaGame {
        SaltaGame { exact_ends, ..self }
    }

    /// Whether positions can recur: in variants without a move limit. With one, equal placements at
    /// different plies have different futures.
    pub fn positions_can_recur(&self) -> bool {
        self.variant.rules().move_limit == 0
    }

    /// Sets the positions that count as draws from now on, usually those that have occurred in the
    /// game that is searched, so that a player that is ahead does not repeat them. Repetitions
    /// within a line of the search do not count, nor does any position of a variant in which
    /// [positions cannot recur](Self::positions_can_recur).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use salta_core::Variant;
    /// use salta_game::{PastPositions, SaltaGame, Utility};
    /// use salta_search::{Game, P0Value};
    ///
    /// let variant = Arc::new(Variant::named("walker").unwrap());
    /// let start = variant.start();
    /// let mut game = SaltaGame::new(variant, Utility::default(), 1000);
    /// assert_eq!(game.decided(&start), None);
    /// game.set_drawn(Some(Arc::new(PastPositions::new([&start]))));
    /// assert_eq!(game.decided(&start), Some(P0Value(0.0)));
    /// ```
    pub fn set_drawn(&mut self, positions: Option<Arc<PastPositions>>) {
        self.drawn = positions.filter(|_| self.positions_can_recur());
    }

    /// The variant.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The utility of results.
    pub fn utility(&self) -> Utility {
        self.utility
    }

    /// Gives a search the evaluation of the leaf that it waits for: row `row` of `evaluations`. The
    /// game's [`Utility`] converts the outcome probabilities and the margin to a value.
    ///
    /// # Errors
    /// As [`Search::absorb`]: no leaf waits, or a number is not finite.
    ///
    /// # Panics
    /// If `evaluations` has no such row.
    ///
    /// # Examples
    ///
    /// Two searches, evaluated in one batch:
    ///
    /// ```
    /// use std::sync::Arc;
    /// use rand::{SeedableRng, rngs::SmallRng};
    /// use salta_core::Variant;
    /// use salta_env::{Evaluator, Uniform};
    /// use salta_game::{SaltaGame, Utility};
    /// use salta_search::{Search, SearchConfig};
    ///
    /// let variant = Arc::new(Variant::named("nestor").unwrap());
    /// let game = SaltaGame::new(Arc::clone(&variant), Utility::default(), 200);
    /// let mut rng = SmallRng::seed_from_u64(1);
    /// let mut new = || Search::new(&game, variant.start(), SearchConfig::default(), &mut rng);
    /// let mut searches = [new()?, new()?];
    /// let leaves = searches.each_mut().map(|search| *search.gather(&game).expect("the root"));
    /// let evaluations = Uniform.evaluate(&variant, &leaves);
    /// for (row, search) in searches.iter_mut().enumerate() {
    ///     game.absorb(search, &evaluations, row)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn absorb(
        &self,
        search: &mut Search<SaltaGame>,
        evaluations: &Evaluations,
        row: usize,
    ) -> Result<(), AbsorbError> {
        let outcome = [0, 1, 2].map(|result| evaluations.wdl[[row, result]]);
        let value = self.utility.of_outputs(outcome, evaluations.margin[row]);
        let logits = evaluations.policy_logits.row(row);
        match logits.as_slice() {
            Some(logits) => search.absorb_for_mover(logits, value),
            None => search.absorb_for_mover(&logits.to_vec(), value),
        }
    }

    /// The margin, from White's view, of a position for which a search needs no evaluation: a
    /// finished game, a repetition that counts as a draw, or a race that counts as decided.
    pub fn known_margin(&self, position: &Position) -> Option<i32> {
        match self.variant.is_over(position) {
            true => Some(self.final_margin(position)),
            false => self.assumed_margin(position),
        }
    }

    fn assumed_margin(&self, position: &Position) -> Option<i32> {
        if self.drawn.as_ref().is_some_and(|drawn| drawn.contains(position)) {
            return Some(0);
        }
        let race = || decided_margin(&self.variant, position, self.exact_nodes);
        self.exact_ends.then(race).flatten()
    }

    fn final_margin(&self, position: &Position) -> i32 {
        match self.counts.margin(&self.variant, position, self.exact_nodes) {
            Margin::Exact(margin) => margin,
            Margin::Bounds { .. } if self.variant.rules().points == Points::Win => {
                distance_margin(position).signum()
            }
            Margin::Bounds { .. } => distance_margin(position),
        }
    }

    fn value_of(&self, margin: i32) -> P0Value {
        P0Value(self.utility.of_margin(margin as f32))
    }
}

impl Game for SaltaGame {
    type State = Position;

    fn player(&self, state: &Position) -> Player {
        match state.to_move() {
            Side::White => Player::P0,
            Side::Black => Player::P1,
        }
    }

    fn legal_actions(&self, state: &Position, out: &mut Vec<u16>) {
        let legal = self.variant.legal(state).actions(state.to_move());
        out.extend(legal.map(|action| action.index() as u16));
    }

    fn apply(&self, state: &mut Position, action: u16) {
        let action = Action::new(action).expect("the search plays actions it was given");
        self.variant.apply(state, action);
    }

    fn terminal(&self, state: &Position) -> Option<P0Value> {
        self.variant.is_over(state).then(|| self.value_of(self.final_margin(state)))
    }

    fn decided(&self, state: &Position) -> Option<P0Value> {
        self.assumed_margin(state).map(|margin| self.value_of(margin))
    }
}
