//! `POST /api/hint`: a turn worth playing, and why, in words.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use salta_analysis::{Game, GameRequest, MoveView, words};
use serde::{Deserialize, Serialize};

use super::{ApiError, Sent, off_the_loop};
use crate::analyst::{Analyst, Effort};
use crate::app::App;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    /// Who is asked; the usual one for the variant if absent.
    by: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Hint {
    #[serde(rename = "move")]
    mv: MoveView,
    words: Vec<String>,
}

pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    Sent(ask): Sent<Ask>,
) -> Result<Json<Hint>, ApiError> {
    let analyst = app.analyst(ask.by.as_deref(), ask.game.variant())?;
    let permit = app.replies.permit().await?;
    let work = move || {
        let _permit = permit;
        advise(&analyst, &app.play(&ask.game)?)
    };
    off_the_loop(work).await.map(Json)
}

fn advise(analyst: &Analyst, game: &Game) -> Result<Hint, ApiError> {
    let (variant, position) = (&game.variant, game.last());
    if variant.is_over(position) {
        return Err(ApiError::bad("The game is over; there is nothing to hint at."));
    }
    let opinion = analyst.engine(variant, Effort::HINT).settle(position, &mut || false);
    let opinion = opinion.map_err(|error| ApiError::internal(format!("{error}.")))?;
    let mv = opinion.expect("it was not stopped").best();
    let moves = variant.moves(position);
    let forced = words::must_jump(variant, &moves).then(|| match moves.len() {
        1 => "you must jump, and there is one jump only".to_string(),
        jumps => format!("you must jump, one of {jumps}"),
    });
    let said = words::remarks(variant, position, mv);
    let words = forced.into_iter().chain(said).collect();
    Ok(Hint { mv: variant.local_move(mv).into(), words })
}
