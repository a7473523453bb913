//! Matches as rows of text.

use crate::summary::MatchSummary;
use salta_stats::{Interval, MeanPoints};

/// Headings of [`rows`].
pub const HEADINGS: [&str; 8] =
    ["player", "opponent", "pairs", "W/D/L", "score %", "points", "Elo [95 %]", "verdict"];

/// One row a match, in the columns of [`HEADINGS`]. Truncated games and undecided or unproven pairs
/// are named where there are any.
pub fn rows(matches: &[MatchSummary]) -> Vec<[String; 8]> {
    matches.iter().map(row).collect()
}

fn row(of: &MatchSummary) -> [String; 8] {
    let found = &of.statistics;
    [
        of.a.clone(),
        of.b.clone(),
        with_note(found.pairs.to_string(), found.undecided, "undecided"),
        with_note(
            format!("{}/{}/{}", found.wins, found.draws, found.losses),
            found.truncated,
            "truncated",
        ),
        found.score.as_ref().map_or_else(dash, percent),
        found.points.as_ref().map_or_else(dash, points),
        found.elo.as_ref().map_or_else(dash, Interval::elo_text),
        found.verdict().name().into(),
    ]
}

fn with_note(text: String, count: u32, what: &str) -> String {
    if count == 0 { text } else { format!("{text} (+{count} {what})") }
}

fn dash() -> String {
    "–".into()
}

fn percent(score: &Interval) -> String {
    let [estimate, lo, hi] = [score.estimate, score.lo, score.hi].map(|x| 100.0 * x);
    format!("{estimate:.1} [{lo:.1}, {hi:.1}]")
}

fn points(points: &MeanPoints) -> String {
    if points.unproven == 0 {
        return points.to_string();
    }
    format!("{points} ({} unproven)", points.unproven)
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_stats::Outcome::{Draw, Loss, Truncated, Undecided, Win};
    use salta_stats::{Pair, Statistics};

    fn summary(pairs: &[Pair]) -> MatchSummary {
        MatchSummary {
            variant: "walker".into(),
            a: "greedy@1".into(),
            b: "random@1".into(),
            statistics: Statistics::of_pairs(pairs),
            games: 2 * pairs.len() as u32,
            distinct_games: 2,
            sprt: None,
            time: None,
            faults: Default::default(),
        }
    }

    #[test]
    fn a_row_says_what_was_left_out() {
        let pairs = [
            Pair { outcomes: [Win, Draw], points: [(5, 5), (0, 0)] },
            Pair { outcomes: [Loss, Truncated], points: [(-3, -1), (0, 0)] },
            Pair { outcomes: [Undecided, Win], points: [(-1, 1), (2, 2)] },
        ];
        let row = &rows(&[summary(&pairs)])[0];
        assert_eq!(row[..3], ["greedy@1", "random@1", "2 (+1 undecided)"]);
        assert_eq!(row[3], "1/1/1 (+1 truncated)");
        assert!(row[4].starts_with("50.0 ["), "{}", row[4]);
        assert!(row[5].starts_with("+0.5 to +1.2 ± ") && row[5].ends_with(" (2 unproven)"));
        assert_eq!(row[7], "open");
    }

    #[test]
    fn one_sided_and_empty_matches_have_a_row() {
        let won = [Pair { outcomes: [Win, Win], points: [(5, 5), (7, 7)] }; 50];
        let row = &rows(&[summary(&won)])[0];
        assert_eq!(
            row[2..],
            ["50", "100/0/0", "100.0 [92.9, 100.0]", "+6.0 ± 0.0", "> +446", "better"]
        );
        let row = &rows(&[summary(&[])])[0];
        assert_eq!(row[2..], ["0", "0/0/0", "–", "–", "–", "open"]);
    }
}
