//! Statistics of a match between two players, with 95 % intervals over pairs.
//!
//! The two games of a pair share an opening, so they are not independent; pairs are. Every interval
//! therefore goes over pair means, as the pentanomial statistics of fishtest and fastchess do
//! (<https://official-stockfish.github.io/docs/fishtest-wiki/Fishtest-Mathematics.html>).

use serde::{Deserialize, Serialize};

use crate::interval::{Interval, score_interval, superiority};
use crate::outcome::{Outcome, Pair};
use crate::points::{MeanPoints, mean_of_openings};

/// Whether A is shown to be the better player, at 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The interval lies above an even score.
    Better,
    /// The interval lies below it.
    Worse,
    /// The interval contains an even score.
    Undecided,
}

impl Verdict {
    /// `better`, `worse` or `undecided`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Undecided => "undecided",
        }
    }
}

/// The result of a match for player A. Undecided pairs count only in `points`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statistics {
    /// Pairs with a score.
    pub pairs: u32,
    /// Pairs without a score: the winner of one of their games is unknown.
    pub undecided: u32,
    /// Games A won.
    pub wins: u32,
    /// Games drawn by the rules.
    pub draws: u32,
    /// Games A lost.
    pub losses: u32,
    /// Games truncated, half a point each.
    pub truncated: u32,
    /// Pairs by A's score: 0, ½, 1, 1½, 2.
    pub pentanomial: [u32; 5],
    /// A's mean score, 0–1; `None` if no pair counts.
    pub score: Option<Interval>,
    /// A's Elo above B, the score on the logistic scale.
    pub elo: Option<Interval>,
    /// Likelihood that A is the stronger, 0–1; `None` if no pair counts.
    pub superiority: Option<f64>,
    /// A's mean points per game; `None` without pairs.
    pub points: Option<MeanPoints>,
}

impl Statistics {
    /// Computes the statistics of pairs.
    pub fn of_pairs(pairs: &[Pair]) -> Statistics {
        let counted: Vec<&Pair> = pairs.iter().filter(|pair| pair.halves().is_some()).collect();
        let mut pentanomial = [0; 5];
        for halves in counted.iter().filter_map(|pair| pair.halves()) {
            pentanomial[halves as usize] += 1;
        }
        let outcomes = || counted.iter().flat_map(|pair| pair.outcomes);
        let count = |outcome| outcomes().filter(|found| *found == outcome).count() as u32;
        let score = score_interval(&pentanomial);
        Statistics {
            pairs: counted.len() as u32,
            undecided: (pairs.len() - counted.len()) as u32,
            wins: count(Outcome::Win),
            draws: count(Outcome::Draw),
            losses: count(Outcome::Loss),
            truncated: count(Outcome::Truncated),
            pentanomial,
            score,
            elo: score.map(Interval::to_elo),
            superiority: superiority(&pentanomial),
            points: mean_of_openings(pairs.chunks(1)),
        }
    }

    /// Whether A is shown to be better or worse.
    pub fn verdict(&self) -> Verdict {
        match self.score {
            Some(score) if score.lo > 0.5 => Verdict::Better,
            Some(score) if score.hi < 0.5 => Verdict::Worse,
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(outcomes: [Outcome; 2], points: [i32; 2]) -> Pair {
        Pair { outcomes, points: points.map(|points| (points, points)) }
    }

    #[test]
    fn a_match_by_hand() {
        use Outcome::{Draw, Loss, Truncated, Win};
        let pairs = [
            pair([Win, Win], [10, 4]),
            pair([Win, Loss], [6, -4]),
            pair([Draw, Truncated], [0, 0]),
            pair([Win, Draw], [7, 0]),
        ];
        let found = Statistics::of_pairs(&pairs);
        assert_eq!((found.pairs, found.undecided, found.truncated), (4, 0, 1));
        assert_eq!((found.wins, found.draws, found.losses), (4, 2, 1));
        assert_eq!(found.pentanomial, [0, 0, 2, 1, 1]);
        assert!(found.score.unwrap().estimate == 0.6875);
        // Pair means 7, 1, 0, 3.5: mean 2.875, variance 9.7292, t(3) = 3.182.
        let points = found.points.unwrap();
        assert_eq!((points.lo, points.hi, points.unproven), (2.875, 2.875, 0));
        assert!((points.half_width.unwrap() - 3.182 * (9.7292_f64 / 4.0).sqrt()).abs() < 1e-3);
        assert_eq!(points.to_string(), "+2.9 ± 5.0");
        assert_eq!(found.verdict(), Verdict::Undecided);
    }

    #[test]
    fn unproven_points_are_an_interval_and_open_games_no_score() {
        use Outcome::{Loss, Undecided, Win};
        let decided = Pair { outcomes: [Win, Loss], points: [(2, 6), (-3, -3)] };
        let open = Pair { outcomes: [Undecided, Win], points: [(-2, 2), (1, 1)] };
        let found = Statistics::of_pairs(&[decided, open]);
        assert_eq!((found.pairs, found.undecided), (1, 1));
        assert_eq!((found.wins, found.losses, found.pentanomial), (1, 1, [0, 0, 1, 0, 0]));
        // Pair means from −0.5 to 1.5 and from −0.5 to 1.5: centres 0.5, half widths 1.
        let points = found.points.unwrap();
        assert_eq!((points.lo, points.hi, points.unproven), (-0.5, 1.5, 2));
        assert!((points.half_width.unwrap() - 12.7062).abs() < 1e-4);
        assert_eq!(points.to_string(), "-0.5 to +1.5 ± 12.7");
    }

    #[test]
    fn verdicts() {
        use Outcome::{Loss, Win};
        let of = |pair| Statistics::of_pairs(&vec![pair; 20]);
        assert_eq!(of(pair([Win, Win], [3, 3])).verdict(), Verdict::Better);
        assert_eq!(of(pair([Loss, Loss], [-3, -3])).verdict(), Verdict::Worse);
        let even = of(pair([Win, Loss], [3, -3]));
        assert_eq!(even.verdict(), Verdict::Undecided);
        assert_eq!(even.points.unwrap().to_string(), "+0.0 ± 0.0");
        assert_eq!(Statistics::of_pairs(&[]).verdict(), Verdict::Undecided);
        // An interval that ends at even does not exclude it.
        for (lo, hi) in [(0.5, 0.8), (0.2, 0.5)] {
            let score = Some(Interval { estimate: (lo + hi) / 2.0, lo, hi });
            let found = Statistics { score, ..Statistics::of_pairs(&[]) };
            assert_eq!(found.verdict(), Verdict::Undecided, "{score:?}");
        }
    }

    #[test]
    fn infinite_elo_survives_json() {
        use Outcome::Win;
        let found = Statistics::of_pairs(&[pair([Win, Win], [3, 3])]);
        let json = serde_json::to_string(&found).unwrap();
        assert!(json.contains("\"inf\""), "{json}");
        assert_eq!(serde_json::from_str::<Statistics>(&json).unwrap(), found);
    }
}
