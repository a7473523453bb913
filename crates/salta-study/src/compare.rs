//! Differences between variants, pair by pair, corrected for their number. Variants that share
//! openings are compared opening by opening.

use salta_stats::{Effect, Interval, holm};
use serde::Serialize;

use crate::estimate::{Kind, Value, of_pair};
use crate::measures::MEASURES;

/// The accepted probability of any false difference among all comparisons.
pub(crate) const LEVEL: f64 = 0.05;

/// A variant compared with the baseline, in one measure of one player's games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The variant.
    pub variant: String,
    /// Who played.
    pub player: String,
    /// The measure's key.
    pub measure: &'static str,
    /// Number of openings for which both values are known.
    pub pairs: u32,
    /// Mean of the variant minus that of the baseline.
    pub difference: f64,
    /// Its 95 % interval, not corrected for multiple comparisons.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
    /// Two-sided p-value of Student's paired t-test, or of a sign test if all differences are
    /// equal.
    pub p: f64,
    /// The same after Holm's correction for all comparisons of the study.
    pub p_holm: f64,
    /// Whether it counts as a difference: `p_holm` is below 5 %.
    pub shown: bool,
}

impl Difference {
    /// The kind and the label of what is compared: a measure's, or the ladder's.
    pub fn compared(&self) -> (Kind, &'static str) {
        let found = MEASURES.iter().find(|measure| measure.key == self.measure);
        found.map_or((Kind::Plies, "score with twice the search effort"), |m| (m.kind, m.label))
    }
}

/// The paired difference of two cells; `None` with fewer than two openings in common, or if all
/// known values of both are the same. Values that are not known exactly count by the middle of
/// their bounds.
pub(crate) fn paired(
    [variant, player]: [&str; 2],
    measure: &'static str,
    cell: &[[Value; 2]],
    baseline: &[[Value; 2]],
) -> Option<Difference> {
    let mut known = cell.iter().chain(baseline).flatten().flatten();
    let first = known.next()?;
    if known.all(|value| value == first) {
        return None;
    }
    let middle = |pair: &[Value; 2]| of_pair(pair).map(|(lo, hi)| (lo + hi) / 2.0);
    let both = cell.iter().zip(baseline).filter_map(|(a, b)| Some(middle(a)? - middle(b)?));
    let differences: Vec<f64> = both.collect();
    let effect = Effect::of_sample(&differences)?;
    let p = match (effect.error == 0.0, effect.mean.abs() < 1e-12) {
        (true, true) => 1.0,
        // All differences are equal: a sign test, for which a t-test has no answer.
        (true, false) => 0.5_f64.powf(effect.freedom),
        _ => effect.p(0.0),
    };
    let Interval { lo, hi, .. } = effect.interval();
    Some(Difference {
        variant: variant.into(),
        player: player.into(),
        measure,
        pairs: differences.len() as u32,
        difference: effect.mean,
        lo,
        hi,
        p,
        p_holm: p,
        shown: false,
    })
}

/// Corrects for the number of comparisons.
pub(crate) fn correct(differences: &mut [Difference]) {
    let p: Vec<f64> = differences.iter().map(|difference| difference.p).collect();
    for (found, p_holm) in differences.iter_mut().zip(holm(&p)) {
        (found.p_holm, found.shown) = (p_holm, p_holm < LEVEL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(values: &[f64]) -> Vec<[Value; 2]> {
        values.iter().map(|x| [Some((*x, *x)), None]).collect()
    }

    #[test]
    fn a_paired_test_by_hand() {
        // Differences 1, 2, 3: mean 2, error 1/√3, t = 3.4641 with 2 degrees, p = 0.0742.
        let found = paired(["a", "b"], "plies", &cell(&[5.0, 7.0, 9.0]), &cell(&[4.0, 5.0, 6.0]));
        let found = found.unwrap();
        assert_eq!((found.pairs, found.difference), (3, 2.0));
        assert!((found.p - 0.0742).abs() < 1e-4, "{}", found.p);
        assert!((found.hi - 2.0 - 4.3027 / 3f64.sqrt()).abs() < 1e-3);
        let gone = paired(["a", "b"], "plies", &cell(&[1.0]), &cell(&[1.0]));
        assert_eq!(gone, None);
    }

    #[test]
    fn nothing_differs_from_itself_and_a_constant_shift_has_a_sign_test() {
        let base = cell(&[1.0, 5.0, 2.0]);
        let p = |other: &[f64]| paired(["a", "b"], "plies", &cell(other), &base).unwrap().p;
        assert_eq!((p(&[1.0, 5.0, 2.0]), p(&[2.0, 6.0, 3.0])), (1.0, 0.25));
        assert_eq!(p(&[1.1, 5.1, 2.1]), 0.25, "equal but for rounding");
    }
}
