//! Value targets that mix the game's result with the values of its searches: TD(λ), Sutton 1988.

use salta_core::Side;
use salta_record::{GameRecord, WdlMargin};

use crate::sample::{ReplayError, Sample, is_sample, root_of};

/// Replaces the results of a game's samples by λ-returns. Going backwards from the end, the return
/// starts as the game's result; each search replaces it by `lambda` times itself plus 1 − `lambda`
/// times the search's value. Samples without a result stay without one.
///
/// # Errors
/// If a search was recorded without root targets.
pub(crate) fn mix(
    samples: &mut [Sample],
    game: &GameRecord,
    lambda: f64,
) -> Result<(), ReplayError> {
    let decisions = game.decisions.iter().rev().filter(|decision| is_sample(decision));
    let mut white: Option<WdlMargin> = None;
    for (sample, decision) in samples.iter_mut().rev().zip(decisions) {
        let root = root_of(game, decision, "td_lambda")?;
        let Some(result) = sample.value else { continue };
        let black = sample.position.to_move() == Side::Black;
        let seen = |value: WdlMargin| if black { value.reversed() } else { value };
        let mut value = white.map_or(result, seen);
        if let Some(root) = root {
            let mut mixed = WdlMargin { wdl: [0.0; 3], margin: 0.0 };
            mixed.add(lambda as f32, value);
            mixed.add(1.0 - lambda as f32, root.value);
            value = mixed;
        }
        sample.value = Some(value);
        white = Some(seen(value));
    }
    Ok(())
}
