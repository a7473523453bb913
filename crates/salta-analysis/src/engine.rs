//! The `Engine` trait: a search that evaluates positions.

use salta_core::Position;
use salta_search::AbsorbError;
use thiserror::Error;

use crate::opinion::Opinion;

/// A search that evaluates positions of one variant. An opinion does not depend on earlier
/// positions.
pub trait Engine {
    /// Whether its margins are points even if the rules count only wins; a table's follow the
    /// rules.
    fn counts_points(&self) -> bool {
        true
    }

    /// Starts the search of a position in which the game is not over.
    fn begin(&mut self, position: &Position);

    /// The next, deeper opinion, or `None` once the budget is spent or `stopped` returns true.
    ///
    /// # Errors
    /// If a network's evaluations are unusable, or a table does not have the position.
    fn think(
        &mut self,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Opinion>, EvaluationError>;

    /// The last opinion of a position within the budget; `None` only if stopped before the first.
    ///
    /// # Errors
    /// As [`think`](Engine::think).
    ///
    /// # Examples
    ///
    /// ```
    /// use salta_analysis::{Engine, Network};
    /// use salta_core::Variant;
    /// use salta_env::Uniform;
    ///
    /// let variant = Variant::named("buettgenbach-1899").unwrap();
    /// // Even an evaluator that knows nothing sees that White, a step from home, wins this race.
    /// let position = variant.parse_position("4a/5/5/A4/5/5/5/5/5/5 w 0")?;
    /// let mut engine = Network::new(Uniform, &variant, 32);
    /// let opinion = engine.settle(&position, &mut || false)?.expect("it was not stopped");
    /// assert!(opinion.margin.0 > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn settle(
        &mut self,
        position: &Position,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Opinion>, EvaluationError> {
        self.begin(position);
        let mut last = None;
        while let Some(opinion) = self.think(stopped)? {
            last = Some(opinion);
        }
        Ok(last)
    }
}

/// Why an engine has no opinion.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EvaluationError {
    /// An evaluation that a search cannot use.
    #[error("unusable evaluation: {0}")]
    Unusable(#[from] AbsorbError),
    /// A position that a table of solved positions does not contain, or that cannot be read from
    /// it.
    #[error("{0}")]
    Table(String),
}
