//! `POST /api/analyse`: a stream of opinions about the last position of a game, until the budget
//! is spent or nobody reads on.

use std::sync::Arc;

use axum::extract::State;
use salta_analysis::{GameRequest, Opinion, Race, race};
use salta_core::{Position, Variant};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::stream::{Events, newest};
use super::{ApiError, Sent, off_the_loop};
use crate::analyst::Analyst;
use crate::app::App;

/// Lines shown of all candidates; the prior is told of each.
const LINES: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    /// Who thinks; the usual one for the variant if absent.
    by: Option<String>,
}

/// What is known so far.
#[derive(Serialize)]
pub(crate) struct Analysis {
    /// Who thinks: the network's name, or `alphabeta@2`.
    by: String,
    race: Option<Race>,
    opinion: Option<Opinion>,
    done: bool,
}

pub(crate) async fn analyse(
    State(app): State<Arc<App>>,
    Sent(ask): Sent<Ask>,
) -> Result<Events, ApiError> {
    let analyst = app.analyst(ask.by.as_deref(), ask.game.variant())?;
    let known = Arc::clone(&app);
    let game = off_the_loop(move || known.play(&ask.game)).await?;
    if game.variant.is_over(game.last()) {
        return Err(ApiError::bad("The game is over; there is nothing to analyse."));
    }
    newest(&app, move |told| tell(&analyst, &game.variant, game.last(), told)).await
}

fn tell(
    analyst: &Analyst,
    variant: &Variant,
    position: &Position,
    told: &watch::Sender<Option<Analysis>>,
) {
    let by = analyst.name();
    let race = race(variant, position);
    let analysis = |opinion, done| Analysis { by: by.into(), race: race.clone(), opinion, done };
    let mut engine = analyst.watched(variant);
    engine.begin(position);
    let mut last = None;
    // A network whose evaluations are unusable has nothing more to say.
    while let Ok(Some(mut opinion)) = engine.think(&mut || told.is_closed()) {
        opinion.candidates.iter_mut().skip(LINES).for_each(|beyond| beyond.line.truncate(1));
        let opinion = opinion.local(variant.board());
        last = Some(opinion.clone());
        if told.send(Some(analysis(Some(opinion), false))).is_err() {
            return;
        }
    }
    let _ = told.send(Some(analysis(last, true)));
}
