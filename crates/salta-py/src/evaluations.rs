//! Evaluations passed in from Python, checked.

use std::borrow::Cow;

use numpy::ndarray::{Array1, Array2, ArrayView1, ArrayView2, Ix1, Ix2};
use numpy::{AllowTypeChange, PyArrayLike1, PyArrayLike2};
use pyo3::prelude::*;
use salta_core::{ACTIONS, Position, Variant};
use salta_env::Evaluations;
use salta_game::Utility;

use crate::error::refused;
use crate::input::floats;

/// Largest absolute value accepted: values are from −1 to 1, plus a rounding error of half
/// precision.
const LARGEST_VALUE: f32 = 1.001;
/// Tolerance for probabilities: how far their sum may be from 1, and how far one may be below 0.
const PROBABILITY_SLACK: f32 = 0.01;

/// Evaluations of B positions, each for its player to move, in Python's arrays.
pub(crate) struct PyEvaluations<'py> {
    /// [B, 201].
    logits: PyArrayLike2<'py, f32, AllowTypeChange>,
    values: Option<Values<'py>>,
    /// Points, [B].
    margin: Option<PyArrayLike1<'py, f32, AllowTypeChange>>,
}

enum Values<'py> {
    /// [B], in [-1, 1].
    Plain(PyArrayLike1<'py, f32, AllowTypeChange>),
    /// Probabilities of win, draw and loss, [B, 3].
    Outcomes(PyArrayLike2<'py, f32, AllowTypeChange>),
}

impl<'py> PyEvaluations<'py> {
    /// Checks that the arrays have `batch` rows.
    pub(crate) fn new(
        batch: usize,
        logits: &Bound<'py, PyAny>,
        values: Option<&Bound<'py, PyAny>>,
        margin: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<PyEvaluations<'py>> {
        let logits = floats::<Ix2>(logits, "logits", &[batch, ACTIONS])?;
        let margin = margin.map(|margin| floats::<Ix1>(margin, "margins", &[batch])).transpose()?;
        let values = match values {
            Some(values) if is_outcomes(values) => {
                Some(Values::Outcomes(floats::<Ix2>(values, "win/draw/loss", &[batch, 3])?))
            }
            Some(values) => Some(Values::Plain(floats::<Ix1>(values, "values", &[batch])?)),
            None if margin.is_some() => None,
            None => return Err(refused("an evaluator returns logits and values")),
        };
        if margin.is_some() && matches!(values, Some(Values::Plain(_))) {
            return Err(refused("margins go with win/draw/loss [B, 3], not with values [B]"));
        }
        Ok(PyEvaluations { logits, values, margin })
    }

    /// The numbers, for use while the interpreter is released.
    pub(crate) fn view(&self) -> View<'_> {
        let (mut plain, mut outcomes) = (None, None);
        match &self.values {
            Some(Values::Plain(values)) => plain = Some(values.as_array()),
            Some(Values::Outcomes(values)) => outcomes = Some(values.as_array()),
            None => {}
        }
        let margin = self.margin.as_ref().map(|margin| margin.as_array());
        View { logits: self.logits.as_array(), plain, outcomes, margin }
    }
}

/// Whether an array has three columns.
fn is_outcomes(values: &Bound<'_, PyAny>) -> bool {
    let shape = values.getattr("shape").and_then(|shape| shape.extract::<Vec<usize>>());
    matches!(shape.as_deref(), Ok([_, 3]))
}

/// The numbers of [`PyEvaluations`].
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    logits: ArrayView2<'a, f32>,
    plain: Option<ArrayView1<'a, f32>>,
    outcomes: Option<ArrayView2<'a, f32>>,
    margin: Option<ArrayView1<'a, f32>>,
}

impl View<'_> {
    /// Checks that a row is a valid evaluation of a position: its values, and the logits of legal
    /// actions.
    pub(crate) fn check(&self, row: usize, variant: &Variant, at: &Position) -> Result<(), String> {
        self.check_value(row)?;
        // Only the logits of legal actions have to be finite, but checking all of them is quicker
        // than computing which actions are legal.
        if self.logits.row(row).fold(true, |finite, logit| finite & logit.is_finite()) {
            return Ok(());
        }
        for action in variant.legal(at).actions(at.to_move()) {
            let logit = self.logits[[row, action.index()]];
            if !logit.is_finite() {
                let action = action.index();
                return wrong(row, format!("the logit of the legal action {action} is {logit}"));
            }
        }
        Ok(())
    }

    /// Checks that the values of a row are in range.
    pub(crate) fn check_value(&self, row: usize) -> Result<(), String> {
        if let Some(value) = self.plain.map(|values| values[row])
            && !(-LARGEST_VALUE..=LARGEST_VALUE).contains(&value)
        {
            return wrong(row, format!("the value is {value}; values are from -1 to 1"));
        }
        if let Some(outcomes) = self.outcomes {
            let outcome = outcomes.row(row);
            let sum = outcome.sum();
            let shares = outcome.iter().all(|share| (-PROBABILITY_SLACK..).contains(share));
            if !shares || sum.is_nan() || (sum - 1.0).abs() > PROBABILITY_SLACK {
                let what = "they are probabilities, which add up to 1";
                return wrong(row, format!("win/draw/loss are {outcome}; {what}"));
            }
        }
        match self.margin.map(|margin| margin[row]) {
            Some(margin) if !margin.is_finite() => wrong(row, format!("the margin is {margin}")),
            _ => Ok(()),
        }
    }

    /// The logits of a row.
    pub(crate) fn logits(&self, row: usize) -> Cow<'_, [f32]> {
        let row = self.logits.row(row);
        row.to_slice().map_or_else(|| Cow::Owned(row.to_vec()), Cow::Borrowed)
    }

    /// Win, draw and loss probabilities and the margin of a row. If only one kind of output was
    /// given, both are derived from it, so that their utility is the value given.
    pub(crate) fn outputs(&self, row: usize, utility: Utility) -> ([f32; 3], f32) {
        let outcome = self.outcomes.map(|wdl| scaled([0, 1, 2].map(|at| wdl[[row, at]])));
        let value = match (self.plain, outcome, self.margin) {
            (_, Some(outcome), Some(margin)) => return (outcome, margin[row]),
            (Some(values), ..) => values[row],
            (_, Some([win, _, loss]), None) => win - loss,
            (_, None, margin) => utility.of_margin(margin.expect("values or margins")[row]),
        };
        ([0.5 + 0.5 * value, 0.0, 0.5 - 0.5 * value], value * utility.margin_scale)
    }

    /// All rows in the form that Rust's evaluators return.
    pub(crate) fn evaluations(&self, utility: Utility) -> Evaluations {
        let batch = self.logits.nrows();
        let mut wdl = Array2::zeros([batch, 3]);
        let (mut margin, plies) = (Array1::zeros(batch), Array1::zeros(batch));
        for row in 0..batch {
            let (outcome, points) = self.outputs(row, utility);
            wdl.row_mut(row).assign(&ArrayView1::from(&outcome));
            margin[row] = points;
        }
        Evaluations { policy_logits: self.logits.to_owned(), wdl, margin, plies }
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

fn wrong(row: usize, what: String) -> Result<(), String> {
    Err(format!("the evaluator's leaf {row}: {what}"))
}
