//! The logistic scale: 400 points are odds of ten to one.

/// Elo difference at which the logistic curve expects this score: 400·log₁₀(s / (1 − s)) (Elo 1978,
/// "The Rating of Chessplayers", 8.4); infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that the logistic curve expects of a player this many Elo points above its opponent:
/// the inverse of the function [`elo`].
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Formats an Elo number: `+35`, and never `-0`.
pub(crate) fn whole(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "∞" } else { "−∞" }.into();
    }
    // Adding zero turns −0 into 0.
    format!("{:+.0}", elo.round() + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_by_hand() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(0.75) - 190.8485).abs() < 5e-4 && (elo(0.25) + 190.8485).abs() < 5e-4);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!((whole(-0.2), whole(35.4)), ("+0".into(), "+35".into()));
        assert_eq!((whole(f64::INFINITY), whole(f64::NEG_INFINITY)), ("∞".into(), "−∞".into()));
    }

    #[test]
    fn the_curve_and_its_inverse() {
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        for score in [0.01, 0.3, 0.5, 0.99] {
            assert!((expected_score(elo(score)) - score).abs() < 1e-12);
        }
        assert_eq!((expected_score(f64::INFINITY), expected_score(f64::NEG_INFINITY)), (1.0, 0.0));
    }
}
