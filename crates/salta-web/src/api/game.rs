//! `POST /api/game`: a game played through, and what can be done in one of its positions.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use super::{ApiError, Sent};
use crate::app::App;
use crate::game::GameRequest;
use crate::view::GameView;

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
    let view = move || Ok(GameView::of(&ask.game.play(&app)?, ask.at));
    super::off_the_loop(view).await.map(Json)
}
