//! `why`: why a move is not legal.

use salta_analysis::{GameRequest, Refusal, refusal, say};
use salta_core::{Square, Variant};
use serde::Deserialize;

use crate::desk::Desk;
use crate::refused::Refused;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    from: String,
    /// The destination; absent if the piece could not even be picked up.
    to: Option<String>,
}

impl Ask {
    /// `None` if the move is legal.
    pub(super) fn answer(&self, desk: &Desk) -> Result<Option<Refusal>, Refused> {
        let game = desk.play(&self.game)?;
        let at = |name: &String| square(&game.variant, name);
        let to = self.to.as_ref().map(at).transpose()?;
        Ok(refusal(&game.variant, game.last(), at(&self.from)?, to))
    }
}

fn square(variant: &Variant, name: &str) -> Result<Square, Refused> {
    let named = name.parse::<Square>().map_err(|error| Refused::Bad(error.into()))?;
    let outside = || Refused::Bad(say!("refused.outside", square = name));
    variant.board().to_full(named).ok_or_else(outside)
}
