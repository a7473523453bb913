//! `POST /api/game`: a game played through, and what can be done in one of its positions.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use salta_analysis::{GameRequest, GameView};
use serde::Deserialize;

use super::{ApiError, Sent};
use crate::app::App;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    /// Moves after which the position stands; all of them if absent.
    at: Option<usize>,
}

pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Sent(ask): Sent<Ask>,
) -> Result<Json<GameView>, ApiError> {
    let view = move || Ok(GameView::of(&app.play(&ask.game)?, ask.at));
    super::off_the_loop(view).await.map(Json)
}
