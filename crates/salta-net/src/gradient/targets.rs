//! Losses of the heads' outputs, and their slopes in the outputs' place: the sums of
//! [`loss`](crate::loss), taken apart by hand.

use crate::batch::TrainBatch;
use crate::config::NetConfig;
use crate::loss::{self, Divisors};
use crate::terms::{COUNT, Term};
use crate::{PLIES_SCALE, POLICY, RESULTS, SQUARES};

/// What is to be learned, and the losses so far.
pub(super) struct Targets<'a> {
    pub(super) batch: &'a TrainBatch,
    pub(super) config: &'a NetConfig,
    pub(super) divisors: Divisors,
    /// The terms' weights in the sum.
    pub(super) factors: [f32; COUNT],
    pub(super) losses: [f32; COUNT],
}

impl Targets<'_> {
    /// Of the policy's logits `[201]` of a sample.
    pub(super) fn policy(&mut self, sample: usize, logits: &mut [f32; POLICY]) {
        if !self.batch.has_policy(sample) {
            return logits.fill(0.0);
        }
        let actions = sample * POLICY..(sample + 1) * POLICY;
        for (logit, legal) in logits.iter_mut().zip(&self.batch.legal[actions.clone()]) {
            *logit = if *legal { *logit } else { f32::NEG_INFINITY };
        }
        let target = &self.batch.policy[actions];
        self.add_cross_entropy(Term::policy, logits, target, 1.0 / self.divisors.policy);
    }

    /// Of the outputs of the value heads `[3 + bins + 1]`.
    pub(super) fn values(&mut self, sample: usize, outputs: &mut [f32]) {
        let weight = self.batch.value_weight[sample] / self.divisors.value;
        if weight == 0.0 {
            return outputs.fill(0.0);
        }
        let (results, rest) = outputs.split_at_mut(RESULTS);
        let (margin, plies) = rest.split_at_mut(self.config.margin_bins);
        let target = &self.batch.wdl[sample * RESULTS..(sample + 1) * RESULTS];
        self.add_cross_entropy(Term::wdl, results, target, weight);
        let target = loss::two_hot(self.batch.margin[sample], self.config);
        self.add_cross_entropy(Term::margin, margin, &target, weight);
        let error = softplus(plies[0]) - self.batch.plies[sample] / PLIES_SCALE;
        self.losses[Term::plies as usize] += weight * error * error;
        plies[0] = 2.0 * self.factors[Term::plies as usize] * weight * error * sigmoid(plies[0]);
    }

    /// Of the logits of the opponent's answer `[200]`.
    pub(super) fn answer(&mut self, sample: usize, logits: &mut [f32]) {
        let Some(action) = self.batch.auxiliary.reply[sample] else { return logits.fill(0.0) };
        let mut target = vec![0.0; logits.len()];
        target[usize::from(action)] = 1.0;
        let weight = 1.0 / self.divisors.auxiliary[0];
        self.add_cross_entropy(Term::reply, logits, &target, weight);
    }

    /// Of the logits that the man on each square ends at home `[50]`.
    pub(super) fn men(&mut self, sample: usize, logits: &mut [f32]) {
        let weight = 1.0 / self.divisors.auxiliary[1];
        let known = &self.batch.auxiliary.home[sample * SQUARES..(sample + 1) * SQUARES];
        for (logit, home) in logits.iter_mut().zip(known) {
            *logit = home.map_or(0.0, |home| {
                let target = f32::from(u8::from(home));
                self.losses[Term::home as usize] += weight * (softplus(*logit) - *logit * target);
                self.factors[Term::home as usize] * weight * (sigmoid(*logit) - target)
            });
        }
    }

    /// Of the value a little later, before the hyperbolic tangent.
    pub(super) fn soon(&mut self, sample: usize, output: &mut f32) {
        let weight = 1.0 / self.divisors.auxiliary[2];
        *output = self.batch.auxiliary.soon[sample].map_or(0.0, |target| {
            let value = output.tanh();
            let error = value - target;
            self.losses[Term::soon as usize] += weight * error * error;
            2.0 * self.factors[Term::soon as usize] * weight * error * (1.0 - value * value)
        });
    }

    fn add_cross_entropy(&mut self, term: Term, logits: &mut [f32], target: &[f32], weight: f32) {
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
        let (normaliser, total) = (most + sum.ln(), target.iter().sum::<f32>());
        let mut loss = 0.0;
        for (logit, share) in logits.iter_mut().zip(target) {
            let logarithm = *logit - normaliser;
            loss -= if *share == 0.0 { 0.0 } else { share * logarithm };
            *logit = self.factors[term as usize] * weight * (total * logarithm.exp() - share);
        }
        self.losses[term as usize] += weight * loss;
    }
}

fn softplus(x: f32) -> f32 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
