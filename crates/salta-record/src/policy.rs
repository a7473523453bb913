//! Policy targets: probabilities as small integers, and back.
//!
//! A target is sparse: pairs of an action and its share of [`PROBABILITY_ONE`], ascending by
//! action, none of them zero, which add up to it. An empty target means that there is none.

/// The share of a certain action: 2^14, so that every smaller share takes at most two bytes on
/// disk.
pub const PROBABILITY_ONE: u16 = 1 << 14;

/// The highest action: 200 ends a chain of jumps, those below name a square and a direction.
pub(crate) const MAX_ACTION: u8 = salta_core::ACTIONS as u8 - 1;

/// Why [`quantise`] refuses weights, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PolicyError(String);

/// Converts weights (any order, any positive total) to a target: shares that sum to exactly
/// [`PROBABILITY_ONE`], each less than one unit from its true value (largest remainders; ties go to
/// the lower action). Shares that round to zero are left out; without weights, the target is empty.
///
/// # Errors
/// When the weights are not a policy: an action above 200 or listed twice, a weight that is
/// negative, infinite or not a number, or weights that are all zero.
///
/// # Examples
/// ```
/// use salta_record::{PROBABILITY_ONE, quantise};
///
/// // Visit counts serve as well as probabilities.
/// let target = quantise(&[(61, 1.0), (14, 3.0)])?;
/// assert_eq!(target, [(14, PROBABILITY_ONE / 4 * 3), (61, PROBABILITY_ONE / 4)]);
/// let error = quantise(&[(201, 1.0)]).unwrap_err();
/// assert_eq!(error.to_string(), "action 201 does not exist: the highest is 200");
/// # Ok::<(), salta_record::PolicyError>(())
/// ```
pub fn quantise(weights: &[(u8, f32)]) -> Result<Vec<(u8, u16)>, PolicyError> {
    if weights.is_empty() {
        return Ok(Vec::new());
    }
    let mut weights = weights.to_vec();
    weights.sort_unstable_by_key(|&(action, _)| action);
    check_weights(&weights)?;
    let total: f64 = weights.iter().map(|&(_, weight)| f64::from(weight)).sum();
    if total <= 0.0 {
        return Err(PolicyError("all weights are zero".into()));
    }
    let scale = f64::from(PROBABILITY_ONE) / total;
    let exact: Vec<f64> = weights.iter().map(|&(_, weight)| f64::from(weight) * scale).collect();
    let shares = round_to_total(&exact, PROBABILITY_ONE);
    let actions = weights.iter().map(|&(action, _)| action);
    Ok(actions.zip(shares).filter(|&(_, share)| share > 0).collect())
}

/// The probabilities of a target, normalised to sum to 1.
///
/// ```
/// use salta_record::dequantise;
///
/// let policy: Vec<(u8, f32)> = dequantise(&[(14, 12_288), (61, 4_096)]).collect();
/// assert_eq!(policy, [(14, 0.75), (61, 0.25)]);
/// ```
pub fn dequantise(target: &[(u8, u16)]) -> impl ExactSizeIterator<Item = (u8, f32)> + '_ {
    let total: u32 = target.iter().map(|&(_, share)| u32::from(share)).sum();
    let unit = 1.0 / total.max(1) as f32;
    target.iter().map(move |&(action, share)| (action, f32::from(share) * unit))
}

/// Checks that `target` has the form described at the top of this module.
pub(crate) fn check_target(target: &[(u8, u16)]) -> Result<(), &'static str> {
    if target.iter().any(|&(action, _)| action > MAX_ACTION) {
        return Err("a policy names an action that does not exist");
    }
    if target.iter().any(|&(_, share)| share == 0) {
        return Err("a policy has an action of probability zero");
    }
    if !target.is_sorted_by(|(a, _), (b, _)| a < b) {
        return Err("a policy is not in ascending order of its actions");
    }
    let total: u32 = target.iter().map(|&(_, share)| u32::from(share)).sum();
    if !target.is_empty() && total != u32::from(PROBABILITY_ONE) {
        return Err("the shares of a policy do not add up to 16384");
    }
    Ok(())
}

/// `weights` must be in ascending order of actions.
fn check_weights(weights: &[(u8, f32)]) -> Result<(), PolicyError> {
    for &(action, weight) in weights {
        if action > MAX_ACTION {
            return Err(PolicyError(format!(
                "action {action} does not exist: the highest is {MAX_ACTION}"
            )));
        }
        if !weight.is_finite() || weight < 0.0 {
            return Err(PolicyError(format!(
                "action {action} has the weight {weight}, which is not a finite number from 0 up"
            )));
        }
    }
    match weights.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(PolicyError(format!("action {} is listed twice", pair[0].0))),
        None => Ok(()),
    }
}

/// Rounds numbers that sum to `total` to integers with the same sum: rounds all down, then adds one
/// to those with the largest remainders.
fn round_to_total(exact: &[f64], total: u16) -> Vec<u16> {
    let mut shares: Vec<u16> = exact.iter().map(|x| x.floor() as u16).collect();
    let missing = total.saturating_sub(shares.iter().sum());
    let mut order: Vec<usize> = (0..exact.len()).collect();
    order.sort_by(|&a, &b| exact[b].fract().total_cmp(&exact[a].fract()));
    for &index in order.iter().take(usize::from(missing)) {
        shares[index] += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one_and_tiny_ones_vanish() {
        let target = quantise(&[(9, 1.0), (3, 1.0), (200, 1.0), (7, 1e-9)]).unwrap();
        assert_eq!(target, [(3, 5462), (9, 5461), (200, 5461)]);
        let sum: f32 = dequantise(&target).map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_certain_action_keeps_probability_one() {
        let target = quantise(&[(5, f32::MAX)]).unwrap();
        assert_eq!(target, [(5, PROBABILITY_ONE)]);
        assert!(dequantise(&target).eq([(5, 1.0)]));
    }

    #[test]
    fn no_weights_are_no_target() {
        assert_eq!(quantise(&[]), Ok(Vec::new()));
        assert_eq!(dequantise(&[]).len(), 0);
    }

    #[test]
    fn what_is_not_a_policy_is_refused() {
        let error = |weights: &[(u8, f32)]| quantise(weights).unwrap_err().to_string();
        assert_eq!(error(&[(201, 1.0)]), "action 201 does not exist: the highest is 200");
        assert_eq!(error(&[(1, 1.0), (2, 0.0), (1, 1.0)]), "action 1 is listed twice");
        assert_eq!(error(&[(1, 0.0), (2, 0.0)]), "all weights are zero");
        for (weight, text) in [(-1.0, "-1"), (f32::INFINITY, "inf"), (f32::NAN, "NaN")] {
            let what = format!("the weight {text}, which is not a finite number from 0 up");
            assert_eq!(error(&[(1, 1.0), (2, weight)]), format!("action 2 has {what}"));
        }
    }
}
