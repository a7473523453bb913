//! Evaluations passed in from Python, checked.

use numpy::ndarray::{ArrayView1, Ix1, Ix2};
use pyo3::prelude::*;
use salta_core::{ACTIONS, Action, Position, Variant};
use salta_env::Evaluations;
use salta_game::Utility;

use crate::error::refused;
use crate::input::{floats, ragged};

/// Largest absolute value accepted: values are from −1 to 1, plus a rounding error of half
/// precision.
const LARGEST_VALUE: f32 = 1.001;
/// Tolerance for probabilities: how far their sum may be from 1, and how far one may be below 0.
const PROBABILITY_SLACK: f32 = 0.01;

/// Evaluations of B positions, each for its player to move, copied from Python's arrays: logits
/// [B, 201], values [B] or probabilities of win, draw and loss [B, 3], and margins in points [B].
/// [`check_logits`] is left to do.
pub(crate) fn evaluations(
    batch: usize,
    logits: &Bound<'_, PyAny>,
    values: Option<&Bound<'_, PyAny>>,
    margin: Option<&Bound<'_, PyAny>>,
    utility: Utility,
) -> PyResult<Evaluations> {
    let logits = floats::<Ix2>(logits, "logits", &[batch, ACTIONS])?;
    let margin = margin.map(|margin| floats::<Ix1>(margin, "margins", &[batch])).transpose()?;
    let (mut plain, mut outcomes) = (None, None);
    match values {
        Some(values) if is_outcomes(values)? => {
            outcomes = Some(floats::<Ix2>(values, "win/draw/loss", &[batch, 3])?);
        }
        Some(values) => plain = Some(floats::<Ix1>(values, "values", &[batch])?),
        None if margin.is_some() => {}
        None => return Err(refused("an evaluator returns logits and values")),
    }
    if margin.is_some() && plain.is_some() {
        return Err(refused("margins go with win/draw/loss [B, 3], not with values [B]"));
    }
    if outcomes.is_some() && margin.is_none() && utility.win_weight < 1.0 {
        let found = utility.win_weight;
        let what = "win/draw/loss without margins need a utility with `win_weight` 1";
        return Err(refused(format!("{what}, not {found}")));
    }
    let plain = plain.as_ref().map(|values| values.as_array());
    let outcomes = outcomes.as_ref().map(|values| values.as_array());
    let margin = margin.as_ref().map(|margin| margin.as_array());
    let mut all = Evaluations::zeros(batch);
    all.policy_logits.assign(&logits.as_array());
    for row in 0..batch {
        let said = Said {
            value: plain.map(|values| values[row]),
            outcome: outcomes.map(|values| [0, 1, 2].map(|at| values[[row, at]])),
            margin: margin.map(|margin| margin[row]),
        };
        said.check().map_err(|what| refused(of_leaf(row, what)))?;
        let (wdl, points) = said.outputs(utility);
        all.wdl.row_mut(row).assign(&ArrayView1::from(&wdl));
        all.margin[row] = points;
    }
    Ok(all)
}

/// Whether an array has three columns.
fn is_outcomes(values: &Bound<'_, PyAny>) -> PyResult<bool> {
    let shape = values.py().import("numpy")?.call_method1("shape", (values,));
    let shape = shape.map_err(|error| ragged(values.py(), error))?;
    let shape: Vec<usize> = shape.extract().unwrap_or_default();
    Ok(matches!(shape[..], [_, 3]))
}

/// What an evaluator says of a position, besides logits.
struct Said {
    value: Option<f32>,
    outcome: Option<[f32; 3]>,
    margin: Option<f32>,
}

impl Said {
    fn check(&self) -> Result<(), String> {
        if let Some(value) = self.value
            && !(-LARGEST_VALUE..=LARGEST_VALUE).contains(&value)
        {
            return Err(format!("the value is {value}; values are from -1 to 1"));
        }
        if let Some(outcome) = self.outcome {
            let sum: f32 = outcome.iter().sum();
            let shares = outcome.iter().all(|share| (-PROBABILITY_SLACK..).contains(share));
            if !shares || sum.is_nan() || (sum - 1.0).abs() > PROBABILITY_SLACK {
                let what = "they are probabilities, which add up to 1";
                return Err(format!("win/draw/loss are {outcome:?}; {what}"));
            }
        }
        match self.margin {
            Some(margin) if !margin.is_finite() => Err(format!("the margin is {margin}")),
            _ => Ok(()),
        }
    }

    /// Win, draw and loss probabilities and the margin, 0 if only results count. Of a value or a
    /// margin alone both are derived, so that their utility is the value given.
    fn outputs(&self, utility: Utility) -> ([f32; 3], f32) {
        let outcome = self.outcome.map(scaled);
        let value = match (self.value, outcome, self.margin) {
            (_, Some(outcome), margin) => return (outcome, margin.unwrap_or(0.0)),
            (Some(value), ..) => value,
            (_, None, margin) => utility.of_margin(margin.expect("values or margins")),
        };
        ([0.5 + 0.5 * value, 0.0, 0.5 - 0.5 * value], value * utility.margin_scale)
    }
}

/// Scales accepted probabilities that are off by more than rounding in single precision, such as a
/// softmax in half precision, to shares that add up to 1.
fn scaled(wdl: [f32; 3]) -> [f32; 3] {
    let sum: f32 = wdl.iter().sum();
    if wdl.iter().all(|share| *share >= 0.0) && (sum - 1.0).abs() <= 1e-3 {
        return wdl;
    }
    let shares = wdl.map(|share| share.max(0.0));
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}

/// Checks that the logits of a row are finite for the legal actions of its position.
pub(crate) fn check_logits(
    all: &Evaluations,
    row: usize,
    variant: &Variant,
    at: &Position,
) -> Result<(), String> {
    // Checking all logits is quicker than computing which actions are legal.
    let logits = all.policy_logits.row(row);
    if logits.fold(true, |finite, logit| finite & logit.is_finite()) {
        return Ok(());
    }
    let mut legal = variant.legal(at).actions(at.to_move()).map(Action::index);
    match legal.find(|action| !logits[*action].is_finite()) {
        Some(action) => {
            let logit = logits[action];
            Err(of_leaf(row, format!("the logit of the legal action {action} is {logit}")))
        }
        None => Ok(()),
    }
}

/// What is wrong with a row.
pub(crate) fn of_leaf(row: usize, what: impl std::fmt::Display) -> String {
    format!("the evaluator's leaf {row}: {what}")
}
