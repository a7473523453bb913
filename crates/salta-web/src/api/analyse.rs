//! `POST /api/analyse`: a stream of opinions about the last position of a game, until the budget
//! is spent or nobody reads on.

use std::sync::Arc;

use axum::extract::State;
use salta_core::{Position, Variant};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::stream::{Events, newest};
use super::{ApiError, Sent, off_the_loop};
use crate::analysis::race::{Race, race};
use crate::analysis::{Effort, Opinion, thinker};
use crate::app::App;
use crate::game::GameRequest;

/// Lines shown of all candidates; the prior is told of each.
const LINES: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
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
    let known = Arc::clone(&app);
    let game = off_the_loop(move || ask.game.play(&known)).await?;
    if game.variant.is_over(game.last()) {
        return Err(ApiError::bad("The game is over; there is nothing to analyse."));
    }
    let server = Arc::clone(&app);
    newest(&app, move |told| tell(&server, &game.variant, game.last(), told)).await
}

fn tell(app: &App, variant: &Variant, position: &Position, told: &watch::Sender<Option<Analysis>>) {
    let by = app.networks.first().map_or("alphabeta@2", |network| network.name());
    let race = race(variant, position);
    let analysis = |opinion, done| Analysis { by: by.into(), race: race.clone(), opinion, done };
    let mut thinker = thinker(app, variant, position, Effort::WATCHED);
    let mut last = None;
    while let Some(mut opinion) = thinker.think(&mut || told.is_closed()) {
        opinion.candidates.iter_mut().skip(LINES).for_each(|beyond| beyond.line.truncate(1));
        last = Some(opinion.clone());
        if told.send(Some(analysis(Some(opinion), false))).is_err() {
            return;
        }
    }
    let _ = told.send(Some(analysis(last, true)));
}
