//! Salta as a [`Game`]: player 0 is White.

use std::sync::Arc;

use salta_core::{Action, Margin, NodeBudget, Position, Side, Variant, distance_margin};
use salta_env::Evaluations;
use salta_search::{AbsorbError, Game, P0Value, Player, Search};

use crate::counts::Counts;
use crate::race::decided_margin;
use crate::utility::Utility;

/// A variant of Salta to search in, with what its endings are worth.
#[derive(Clone, Debug)]
pub struct SaltaGame {
    variant: Arc<Variant>,
    utility: Utility,
    exact_nodes: NodeBudget,
    exact_ends: bool,
    counts: Counts,
}

impl SaltaGame {
    /// `exact_nodes` is the budget, for each side, of the exact count at finished leaves; where
    /// it does not suffice the leaf counts by distance (a game's recorded result never does).
    pub fn new(
        variant: Arc<Variant>,
        utility: Utility,
        exact_nodes: impl Into<NodeBudget>,
    ) -> SaltaGame {
        let exact_nodes = exact_nodes.into();
        SaltaGame { variant, utility, exact_nodes, exact_ends: false, counts: Counts::default() }
    }

    /// Whether a race in which the sides can no longer meet counts as decided, with its exact
    /// margin; off at first. The same node budget holds for the way home of each side. Variants
    /// in which own pieces are jumped over know no such races.
    #[must_use]
    pub fn with_exact_ends(self, exact_ends: bool) -> SaltaGame {
        SaltaGame { exact_ends, ..self }
    }

    /// The variant.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// What results are worth.
    pub fn utility(&self) -> Utility {
        self.utility
    }

    /// Hands a search the evaluation of the leaf it waits for: row `row` of `evaluations`, whose
    /// outcome probabilities and margin become a value by the game's [`Utility`].
    ///
    /// # Errors
    /// As [`Search::absorb`]: no leaf waits, or a number is not finite.
    ///
    /// # Panics
    /// If `evaluations` has no such row.
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

    fn final_value(&self, position: &Position) -> P0Value {
        let margin = match self.counts.margin(&self.variant, position, self.exact_nodes) {
            Margin::Exact(margin) => margin,
            Margin::Bounds { .. } => distance_margin(position),
        };
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
        self.variant.is_over(state).then(|| self.final_value(state))
    }

    fn decided(&self, state: &Position) -> Option<P0Value> {
        let race = || decided_margin(&self.variant, state, self.exact_nodes);
        let margin = self.exact_ends.then(race).flatten()?;
        Some(P0Value(self.utility.of_margin(margin as f32)))
    }
}
