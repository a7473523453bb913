//! `game`: a replayed game, and the legal moves in one of its positions.

use salta_analysis::{GameRequest, GameView};
use serde::Deserialize;

use crate::desk::Desk;
use crate::refused::Refused;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    /// Number of moves before the position; all of them if absent.
    at: Option<usize>,
}

impl Ask {
    pub(super) fn answer(&self, desk: &Desk) -> Result<GameView, Refused> {
        Ok(GameView::of(&desk.play(&self.game)?, self.at))
    }
}
