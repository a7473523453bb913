//! A recorded game reviewed on all cores, and its page.

mod page;
mod tables;

use rayon::prelude::*;
use salta_analysis::{Game, Judged, Review};
use salta_core::NodeBudget;
use salta_run::RunError;

use crate::judge::Judge;

pub use page::review_page;
pub use tables::{obeyed_table, plies_table, sides_table};

/// Reviews a game on the current rayon pool. `headers`: the headers of its file; an exact count at
/// its end may take `exact_nodes` nodes per side.
///
/// # Errors
/// If `stopped` returned true, or the evaluations of the judging network are unusable.
pub fn review(
    judge: &Judge,
    game: &Game,
    headers: Vec<(String, String)>,
    exact_nodes: NodeBudget,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Review, RunError> {
    let judged = (0..game.positions.len()).into_par_iter().map_init(
        || judge.engine(&game.variant),
        |engine, index| {
            let judged =
                salta_analysis::judge(game, index, &mut **engine, exact_nodes, &mut || stopped());
            match judged {
                _ if stopped() => Err(RunError::Stopped),
                Ok(judged) => Ok(judged.expect("it was not stopped")),
                Err(error) => Err(RunError::Other(error.to_string())),
            }
        },
    );
    let judged = judged.collect::<Result<Vec<Judged>, RunError>>()?;
    Ok(Review::of(game, &judged, judge.name(), headers, exact_nodes))
}
