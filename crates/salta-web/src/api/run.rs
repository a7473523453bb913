//! `GET /api/run` and `/api/run/games/N`: the training run that the server watches.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path as UrlPath, State};
use axum::http::StatusCode;
use salta_analysis::{MAX_PLIES, say};
use salta_core::rules::Points;
use salta_core::{Position, Variant};
use salta_run::{RunError, RunView, first_shard, watch};
use serde::Serialize;

use super::{ApiError, off_the_loop};
use crate::app::App;

/// Number of games shown per generation.
const SAMPLE: usize = 16;

/// A recorded game that the board page can open.
#[derive(Serialize)]
pub(crate) struct SampleGame {
    game: u64,
    variant: String,
    /// Whether the server can replay it: it knows the variant by this name, with these rules.
    playable: bool,
    start: Option<String>,
    moves: Vec<String>,
    /// The bounds of White's margin.
    result: (i32, i32),
    points: Points,
}

fn root(app: &App) -> Result<PathBuf, ApiError> {
    let none = "This server watches no run; start it with --run RUN.";
    app.options.run.clone().ok_or_else(|| ApiError::new(StatusCode::NOT_FOUND, none))
}

pub(crate) async fn run(State(app): State<Arc<App>>) -> Result<Json<RunView>, ApiError> {
    let root = root(&app)?;
    off_the_loop(move || watch(&root).map_err(failed)).await.map(Json)
}

pub(crate) async fn games(
    State(app): State<Arc<App>>,
    generation: Result<UrlPath<u32>, PathRejection>,
) -> Result<Json<Vec<SampleGame>>, ApiError> {
    let UrlPath(generation) = generation.map_err(|_| no_games())?;
    let root = root(&app)?;
    off_the_loop(move || read(&app, &root, generation)).await.map(Json)
}

fn no_games() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, say!("error.no-games"))
}

fn failed(error: RunError) -> ApiError {
    ApiError::internal(say!("error.failed", why = error.to_string()))
}

fn read(app: &App, root: &Path, generation: u32) -> Result<Vec<SampleGame>, ApiError> {
    let shard = first_shard(root, generation).map_err(failed)?.ok_or_else(no_games)?;
    let variant = &shard.variant;
    let game = |record| {
        let game = shard.replay(record)?;
        Ok(SampleGame {
            game: record.game,
            variant: variant.name().into(),
            playable: plays_alike(app, variant, &game.end) && game.turns.len() <= MAX_PLIES,
            start: (game.start != variant.start()).then(|| variant.position_line(&game.start)),
            moves: game.turns.iter().map(|turn| variant.move_text(turn.mv)).collect(),
            result: record.outcome.margin.bounds(),
            points: variant.rules().points,
        })
    };
    shard.games.iter().take(SAMPLE).map(game).collect::<Result<_, _>>().map_err(failed)
}

/// Whether the server's variant of this name has the same rules, apart from the points and a move
/// limit that the game's end is within. A stage may change both for a run's games: they are shown
/// by the full rules, under which their moves are legal as well.
fn plays_alike(app: &App, variant: &Variant, end: &Position) -> bool {
    let mut rules = variant.rules().clone();
    app.desk.variant(variant.name()).is_ok_and(|known| {
        let limit = known.rules().move_limit;
        rules.move_limit = limit;
        rules.points = known.rules().points;
        rules == *known.rules() && (limit == 0 || end.plies() <= 2 * limit)
    })
}

#[cfg(test)]
mod tests {
    use salta_core::Rules;

    use super::*;
    use crate::options::Options;

    #[test]
    fn a_game_beyond_the_full_rules_limit_is_not_replayed() {
        let app = App::new(Options { threads: 1, ..Options::default() }).unwrap();
        let known = app.desk.variant("buettgenbach-1899").unwrap();
        let longer = Variant::new(Rules { move_limit: 200, ..known.rules().clone() });
        let start = longer.position_line(&longer.start());
        let alike = ["w 240", "b 241"].map(|end| {
            let end = longer.parse_position(&start.replace("w 0", end)).unwrap();
            plays_alike(&app, &longer, &end)
        });
        assert_eq!(alike, [true, false]);
    }
}
