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

/// Formats a number with its sign and this many decimals: `+35`, `-1.5`, `∞`, and never `-0`.
pub fn signed(number: f64, digits: usize) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "∞" } else { "-∞" }.into();
    }
    let scale = 10_f64.powi(digits as i32);
    // Adding zero turns −0 into 0.
    format!("{:+.digits$}", (number * scale).round() / scale + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_by_hand() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(0.75) - 190.8485).abs() < 5e-4 && (elo(0.25) + 190.8485).abs() < 5e-4);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!([signed(-0.2, 0), signed(35.4, 0), signed(-0.04, 1)], ["+0", "+35", "+0.0"]);
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(|elo| signed(elo, 0)), ["∞", "-∞"]);
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
