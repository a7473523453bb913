//! A recorded game reviewed on all cores, and its page.

mod page;
mod tables;

use rayon::prelude::*;
use salta_analysis::{Game, Judged, Review};
use salta_core::NodeBudget;
use salta_run::{Display, RunError};

use crate::judge::Judge;

pub use page::review_page;
pub use tables::{obeyed_table, plies_table, sides_table};

/// Reviews a game on the current rayon pool and shows the progress. `headers`: the headers of its
/// file; an exact count at its end may take `exact_nodes` nodes per side.
///
/// # Errors
/// If `display` stops the work, or the evaluations of the judging network are unusable.
pub fn review(
    judge: &Judge,
    game: &Game,
    headers: Vec<(String, String)>,
    exact_nodes: NodeBudget,
    display: &Display,
) -> Result<Review, RunError> {
    judge.check(&game.variant)?;
    display.part("review".into(), game.positions.len() as u64, 1.0);
    let judged = (0..game.positions.len()).into_par_iter().map_init(
        || judge.engine(&game.variant),
        |engine, index| {
            let mut stopped = || display.is_stopped();
            let judged =
                salta_analysis::judge(game, index, &mut **engine, exact_nodes, &mut stopped);
            display.advance(1, judge.name().into());
            match judged {
                _ if stopped() => Err(RunError::Stopped),
                Ok(judged) => Ok(judged.expect("it was not stopped")),
                Err(error) => Err(RunError::Other(error.to_string())),
            }
        },
    );
    let judged = judged.collect::<Result<Vec<Judged>, RunError>>()?;
    display.part_done();
    Ok(Review::of(game, &judged, judge.name(), headers, exact_nodes))
}
