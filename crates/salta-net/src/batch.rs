//! A training batch: plain arrays, one row per sample.

use thiserror::Error;

use crate::{END_TURN, POLICY, RESULTS, SQUARES};

/// Samples and their targets, all from the view of the player to move.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainBatch {
    /// Number of samples B.
    pub samples: usize,
    /// Input features `[B, 50, F]`.
    pub features: Vec<f32>,
    /// Target probabilities `[B, 201]`; a row of zeros means no target and is left out of the loss.
    pub policy: Vec<f32>,
    /// Legal actions `[B, 201]`; the others are masked out of the policy's softmax.
    pub legal: Vec<bool>,
    /// Win, draw, loss target `[B, 3]`, each row summing to 1 (ignored where `value_weight` is 0).
    pub wdl: Vec<f32>,
    /// Margin in points `[B]`.
    pub margin: Vec<f32>,
    /// Weight of the value heads' losses `[B]`; 0 for games that did not end.
    pub value_weight: Vec<f32>,
    /// Plies to the end `[B]`.
    pub plies: Vec<f32>,
    /// Targets of the auxiliary heads, if the network has them.
    pub auxiliary: AuxiliaryTargets,
}

/// Targets of the auxiliary heads, for a batch of B samples: which pieces end at home, the
/// opponent's reply, and the short-term value (the search's value a few decisions later). Players
/// do not use these heads; they exist because their targets improve the trunk (KataGo, Wu 2019,
/// §3.4 and §4).
#[derive(Debug, Clone, PartialEq)]
pub struct AuxiliaryTargets {
    /// The opponent's reply from the view of the player to move, 0 to 199, if there was one `[B]`.
    pub reply: Vec<Option<u8>>,
    /// For each square with a piece, whether that piece ends the game at home, if the end is known
    /// `[B, 50]`.
    pub home: Vec<Option<bool>>,
    /// The short-term value, −1 to 1, if it is known `[B]`.
    pub short_term_value: Vec<Option<f32>>,
}

/// Why a batch cannot be learned from, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BatchError(String);

impl TrainBatch {
    /// A batch without any targets, to be filled.
    pub fn zeros(samples: usize, features: usize) -> Self {
        Self {
            samples,
            features: vec![0.0; samples * SQUARES * features],
            policy: vec![0.0; samples * POLICY],
            legal: vec![false; samples * POLICY],
            wdl: vec![0.0; samples * RESULTS],
            margin: vec![0.0; samples],
            value_weight: vec![0.0; samples],
            plies: vec![0.0; samples],
            auxiliary: AuxiliaryTargets::none(samples),
        }
    }

    /// Checks lengths and values for a network with this many input features per square.
    ///
    /// # Errors
    /// Names the first array or sample that is wrong.
    pub fn validate(&self, features: usize) -> Result<(), BatchError> {
        if self.samples == 0 {
            return Err(BatchError("the batch has no samples".into()));
        }
        self.check_lengths(features)?;
        if !self.auxiliary.is_sound() {
            return Err(BatchError("`auxiliary` has a target out of its range".into()));
        }
        (0..self.samples).try_for_each(|sample| {
            let error = |what| Err(BatchError(format!("sample {sample}: {what}")));
            self.problem(sample).map_or(Ok(()), error)
        })
    }

    fn check_lengths(&self, features: usize) -> Result<(), BatchError> {
        let lengths = [
            ("features", self.features.len(), SQUARES * features),
            ("policy", self.policy.len(), POLICY),
            ("legal", self.legal.len(), POLICY),
            ("wdl", self.wdl.len(), RESULTS),
            ("margin", self.margin.len(), 1),
            ("value_weight", self.value_weight.len(), 1),
            ("plies", self.plies.len(), 1),
            ("auxiliary.reply", self.auxiliary.reply.len(), 1),
            ("auxiliary.home", self.auxiliary.home.len(), SQUARES),
            ("auxiliary.short_term_value", self.auxiliary.short_term_value.len(), 1),
        ];
        for (array, found, each) in lengths {
            let expected = self.samples * each;
            if found != expected {
                let what = format!("`{array}` has {found} values, expected {expected}");
                return Err(BatchError(what));
            }
        }
        Ok(())
    }

    fn problem(&self, sample: usize) -> Option<&'static str> {
        let actions = sample * POLICY..(sample + 1) * POLICY;
        let (policy, legal) = (&self.policy[actions.clone()], &self.legal[actions]);
        let result = &self.wdl[sample * RESULTS..(sample + 1) * RESULTS];
        let weight = self.value_weight[sample];
        let numbers = [self.margin[sample], self.plies[sample]];
        if policy.iter().zip(legal).any(|(&share, &legal)| share != 0.0 && !legal) {
            Some("its policy target has an illegal action")
        } else if !is_distribution(policy) && policy.iter().any(|&share| share != 0.0) {
            Some("its policy target does not add up to 1")
        } else if !(weight.is_finite() && weight >= 0.0) {
            Some("its value weight is not a number of at least 0")
        } else if weight > 0.0 && !is_distribution(result) {
            Some("its win, draw, loss target does not add up to 1")
        } else if weight > 0.0 && numbers.iter().any(|value| !value.is_finite()) {
            Some("its margin or plies are not finite")
        } else {
            None
        }
    }

    /// Whether the sample has a policy target.
    pub fn has_policy(&self, sample: usize) -> bool {
        self.policy[sample * POLICY..(sample + 1) * POLICY].iter().any(|&share| share > 0.0)
    }
}

impl AuxiliaryTargets {
    /// No targets.
    pub fn none(samples: usize) -> Self {
        Self {
            reply: vec![None; samples],
            home: vec![None; samples * SQUARES],
            short_term_value: vec![None; samples],
        }
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.reply.iter().flatten().all(|action| usize::from(*action) < END_TURN)
            && self.short_term_value.iter().flatten().all(|value| (-1.0..=1.0).contains(value))
    }
}

/// Whether the values are probabilities, to within rounding.
fn is_distribution(values: &[f32]) -> bool {
    values.iter().all(|&share| share >= 0.0) && (values.iter().sum::<f32>() - 1.0).abs() < 1e-3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one() -> TrainBatch {
        let mut batch = TrainBatch::zeros(1, 2);
        batch.legal[3] = true;
        batch.policy[3] = 1.0;
        batch.wdl[0] = 1.0;
        batch.value_weight[0] = 1.0;
        batch
    }

    #[test]
    fn sound_batches_pass_and_each_mistake_is_named() {
        one().validate(2).unwrap();
        TrainBatch::zeros(3, 2).validate(2).unwrap();
        let problem = |spoil: fn(&mut TrainBatch)| {
            let mut batch = one();
            spoil(&mut batch);
            batch.validate(2).unwrap_err().to_string()
        };
        assert_eq!(problem(|b| b.samples = 0), "the batch has no samples");
        assert_eq!(problem(|b| b.margin.push(0.0)), "`margin` has 2 values, expected 1");
        assert_eq!(
            problem(|b| b.legal[3] = false),
            "sample 0: its policy target has an illegal action"
        );
        assert!(problem(|b| b.policy[3] = 0.5).contains("add up"));
        assert!(problem(|b| b.policy[3] = f32::NAN).contains("add up"));
        assert!(problem(|b| b.wdl[1] = 1.0).contains("win, draw, loss"));
        assert!(problem(|b| b.plies[0] = f32::INFINITY).contains("finite"));
        assert!(problem(|b| b.value_weight[0] = -1.0).contains("weight"));
    }
}
