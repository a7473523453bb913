//! Estimates as text.

use salta_stats::signed;

use crate::compare::Difference;
use crate::estimate::{Estimate, Kind};

/// `52.3 % [49.1, 55.4]`, `+1.2 [+0.3, +2.1]`, `209 [207, 211]`; followed by ` ?` if undecided.
pub fn shown(kind: Kind, of: &Estimate) -> String {
    let (text, unit): (fn(f64) -> String, _) = match kind {
        Kind::Games | Kind::Plies => (percent, " %"),
        Kind::Points => (|x| signed(x, 1), ""),
        Kind::Number => (plain, ""),
    };
    let [mid, lo, hi] = of.interval.ends().map(text);
    format!("{mid}{unit} [{lo}, {hi}]{}", if of.undecided { " ?" } else { "" })
}

/// `+3.2 [+1.1, +5.3] *`, with the star if it counts as a difference.
pub(super) fn shown_difference(kind: Kind, of: &Difference) -> String {
    let scale = if matches!(kind, Kind::Games | Kind::Plies) { 100.0 } else { 1.0 };
    let [mid, lo, hi] = [of.difference, of.lo, of.hi].map(|x| signed(scale * x, 1));
    format!("{mid} [{lo}, {hi}]{}", if of.shown { " *" } else { "" })
}

// Adding zero turns −0 into 0.
fn percent(share: f64) -> String {
    format!("{:.1}", (10.0 * (100.0 * share)).round() / 10.0 + 0.0)
}

fn plain(x: f64) -> String {
    let digits = match x.abs() {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    if x.is_infinite() { signed(x, digits) } else { format!("{x:.digits$}") }
}

#[cfg(test)]
mod tests {
    use salta_stats::Interval;

    use super::*;

    #[test]
    fn numbers_by_their_kind() {
        let interval = Interval { estimate: 0.523, lo: 0.4911, hi: 0.554 };
        let of = Estimate { games: 2, pairs: 1, interval, undecided: true };
        assert_eq!(shown(Kind::Games, &of), "52.3 % [49.1, 55.4] ?");
        let interval = Interval { estimate: -0.01, lo: -2.0, hi: 1.98 };
        let of = Estimate { interval, undecided: false, ..of };
        assert_eq!(shown(Kind::Points, &of), "+0.0 [-2.0, +2.0]");
        let interval = Interval { estimate: 209.12, lo: 99.0, hi: 1.5 };
        let of = Estimate { interval, ..of };
        assert_eq!(shown(Kind::Number, &of), "209 [99.0, 1.50]");
        let interval = Interval { estimate: 3.0, lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        assert_eq!(shown(Kind::Points, &Estimate { interval, ..of }), "+3.0 [-∞, ∞]");
        let differs = |shown| Difference {
            variant: String::new(),
            player: String::new(),
            measure: "plies",
            pairs: 2,
            difference: 0.123,
            lo: -0.02,
            hi: 0.5,
            p: 0.01,
            p_holm: 0.01,
            shown,
        };
        assert_eq!(shown_difference(Kind::Plies, &differs(true)), "+12.3 [-2.0, +50.0] *");
        assert_eq!(shown_difference(Kind::Number, &differs(false)), "+0.1 [+0.0, +0.5]");
    }
}
