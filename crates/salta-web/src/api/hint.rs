//! `POST /api/hint`: a turn worth playing, and why, in words.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{ApiError, Sent, off_the_loop};
use crate::analysis::{Analyst, Effort, settle};
use crate::app::App;
use crate::game::{Game, GameRequest};
use crate::view::MoveView;
use crate::words;

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
    let permit = app.permit().await?;
    let work = move || {
        let _permit = permit;
        advise(&analyst, &ask.game.play(&app)?)
    };
    off_the_loop(work).await.map(Json)
}

fn advise(analyst: &Analyst, game: &Game) -> Result<Hint, ApiError> {
    let (variant, position) = (&game.variant, game.last());
    if variant.is_over(position) {
        return Err(ApiError::bad("The game is over; there is nothing to hint at."));
    }
    let mut thinker = analyst.thinker(variant, position, Effort::HINT);
    let opinion = settle(&mut *thinker, &mut || false);
    let none = || ApiError::internal("The search found no move.");
    let best = opinion.ok_or_else(none)?.candidates.into_iter().next().ok_or_else(none)?;
    let mv = best.line.first().copied().unwrap_or(best.mv);
    let moves = variant.moves(position);
    let forced = words::must_jump(variant, &moves).then(|| match moves.len() {
        1 => "you must jump, and there is one jump only".to_string(),
        jumps => format!("you must jump, one of {jumps}"),
    });
    let mut words: Vec<String> = forced.into_iter().collect();
    // A hop of an unfinished chain is not a turn, and no remark can be made of it.
    if moves.contains(&mv) {
        words.extend(words::remarks(variant, position, mv));
    }
    Ok(Hint { mv: variant.local_move(mv).into(), words })
}
