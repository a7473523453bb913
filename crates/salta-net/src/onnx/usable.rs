//! Whether searches can use what a model computes, tried on the start of a game.

use salta_core::{Action, Variant};
use salta_env::{Encoding, Evaluations};

use super::error::OnnxError;
use crate::SQUARES;

/// Relative difference of values that differ by rounding alone.
const ROUNDING: f32 = 1e-3;

/// A variant on the full board, which every encoding describes.
fn variant() -> Variant {
    Variant::named("buettgenbach-1899").expect("a named variant")
}

/// The features of the start of a game and of the position after a move.
pub(super) fn positions(encoding: Encoding) -> [Vec<f32>; 2] {
    let variant = variant();
    let start = variant.start();
    let mut next = start;
    let mv = variant.moves(&start)[0];
    variant.apply_move(&mut next, mv);
    [start, next].map(|position| {
        let mut features = vec![0.0; SQUARES * encoding.features()];
        encoding.encode(&variant, &position, &mut features);
        features
    })
}

/// Checks that two rows of two evaluations, which are of one position, agree but for rounding.
pub(super) fn check_rows(
    one: &Evaluations,
    other: &Evaluations,
    rows: [usize; 2],
) -> Result<(), OnnxError> {
    let values = |of: &Evaluations, row: usize| -> Vec<f32> {
        let wide = of.policy_logits.row(row).into_iter().chain(of.wdl.row(row)).copied().collect();
        [wide, vec![of.margin[row]]].concat()
    };
    let near = |(one, other): (f32, f32)| {
        one == other
            || !one.is_finite() && !other.is_finite()
            || (one - other).abs() <= ROUNDING * (1.0 + one.abs())
    };
    if values(one, rows[0]).into_iter().zip(values(other, rows[1])).all(near) {
        return Ok(());
    }
    Err(OnnxError(
        "it evaluates a position in another way among other positions, or each time; export it in \
         evaluation mode (no dropout, fixed averages in batch normalisation) and without dynamic \
         quantisation, whose scales depend on the batch"
            .into(),
    ))
}

/// Checks a model's evaluation of the start of a game; `has_wdl`: it has `wdl`, not just `value`.
pub(super) fn check(found: &Evaluations, has_wdl: bool) -> Result<(), OnnxError> {
    let refused = |what: &str| Err(OnnxError(what.into()));
    let (variant, wdl) = (variant(), [0, 1, 2].map(|result| found.wdl[[0, result]]));
    let start = variant.start();
    // Illegal actions may have infinite logits.
    let legal = variant.legal(&start).actions(start.to_move()).map(Action::index);
    let logits = legal.map(|action| found.policy_logits[[0, action]]);
    if !logits.chain(wdl).chain([found.margin[0]]).all(f32::is_finite) {
        return refused("its outputs for the start of a game are not finite numbers");
    }
    let within = wdl.iter().all(|share| (-1e-3..=1.001).contains(share));
    if within && (wdl.iter().sum::<f32>() - 1.0).abs() <= 1e-2 {
        return Ok(());
    }
    refused(match has_wdl {
        true => "its output `wdl` must be probabilities (after a softmax), not logits",
        false => "its output `value` must be from -1 to 1",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error for logits and margins of 0, except that the action `action` has `logit`.
    fn error(wdl: [f32; 3], (action, logit): (usize, f32), has_wdl: bool) -> Option<String> {
        let mut found = Evaluations::zeros(2);
        found.policy_logits[[0, action]] = logit;
        for (result, share) in wdl.into_iter().enumerate() {
            found.wdl[[0, result]] = share;
        }
        check(&found, has_wdl).err().map(|error| error.to_string())
    }

    #[test]
    fn rows_of_one_position_may_differ_by_rounding() {
        let one = Evaluations { margin: vec![-5.0].into(), ..Evaluations::zeros(1) };
        for (margin, is_near) in [(-5.0, true), (-5.004, true), (-5.1, false), (5.0, false)] {
            let other = Evaluations { margin: vec![margin].into(), ..Evaluations::zeros(1) };
            assert_eq!(check_rows(&one, &other, [0, 0]).is_ok(), is_near, "{margin}");
        }
    }

    #[test]
    fn evaluations_that_searches_cannot_use_are_named() {
        const DRAW: [f32; 3] = [0.0, 1.0, 0.0];
        // Action 0 would leave the board, action 11 is legal.
        for (wdl, logit) in [(DRAW, (11, 0.0)), (DRAW, (0, f32::NEG_INFINITY))] {
            assert_eq!(error(wdl, logit, true), None);
        }
        let usual = (11, 0.0);
        for (wdl, logit, has_wdl, part) in [
            (DRAW, (11, f32::NAN), true, "not finite"),
            (DRAW, (11, f32::NEG_INFINITY), true, "not finite"),
            ([f32::NAN, 0.0, 0.0], usual, true, "not finite"),
            ([2.0, -0.5, -0.5], usual, true, "`wdl` must be probabilities"),
            ([0.0; 3], usual, true, "`wdl` must be probabilities"),
            ([1.5, 0.0, -0.5], usual, false, "`value` must be from -1 to 1"),
        ] {
            let error = error(wdl, logit, has_wdl).expect("an error");
            assert!(error.contains(part), "{wdl:?}: {error}");
        }
    }
}
