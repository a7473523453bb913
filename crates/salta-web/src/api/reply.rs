//! `POST /api/reply`: the turn that an opponent plays.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use salta_analysis::{Game, GameRequest, words};
use salta_core::Move;
use salta_env::generator;
use salta_players::Turn;
use serde::{Deserialize, Serialize};

use super::{ApiError, Sent, off_the_loop};
use crate::app::App;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    opponent: String,
    /// Equal seeds give equal replies.
    #[serde(default)]
    seed: u64,
}

#[derive(Serialize)]
pub(crate) struct Reply {
    #[serde(rename = "move")]
    mv: String,
    words: Vec<String>,
}

pub(crate) async fn reply(
    State(app): State<Arc<App>>,
    Sent(ask): Sent<Ask>,
) -> Result<Json<Reply>, ApiError> {
    let permit = app.replies.permit().await?;
    let work = move || {
        let _permit = permit;
        let game = app.play(&ask.game)?;
        let mv = choose(&app, &game, &ask.opponent, ask.seed)?;
        let words = words::remarks(&game.variant, game.last(), mv);
        Ok(Reply { mv: game.variant.move_text(mv), words })
    };
    off_the_loop(work).await.map(Json)
}

fn choose(app: &App, game: &Game, opponent: &str, seed: u64) -> Result<Move, ApiError> {
    if game.variant.is_over(game.last()) {
        return Err(ApiError::bad("The game is over; there is nothing to reply."));
    }
    let mut player = app.player(opponent)?;
    player.new_games(1);
    let mut generator = generator(seed, "reply", u64::from(game.last().plies()));
    let turn = Turn { slot: 0, position: game.last(), generator: &mut generator };
    let chosen = player.choose(&game.variant, &mut [turn]);
    let chosen = chosen.map_err(|e| ApiError::internal(format!("{opponent} failed: {e}.")))?;
    chosen.first().copied().ok_or_else(|| ApiError::internal("The opponent chose nothing."))
}
