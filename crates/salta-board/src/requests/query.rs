//! The body of the requests that an analyst answers: `analyse`, `hint` and `review`.

use salta_analysis::{Game, GameRequest};
use serde::Deserialize;

use crate::analyst::Analyst;
use crate::desk::Desk;
use crate::refused::Refused;

/// A game, and who is asked about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    game: GameRequest,
    /// The analyst; the position's default analyst if absent.
    by: Option<String>,
}

impl Query {
    pub(super) fn resolve(&self, desk: &Desk) -> Result<(Analyst, Game), Refused> {
        let game = desk.play(&self.game)?;
        Ok((desk.analyst(self.by.as_deref(), &game)?, game))
    }
}
