//! The table of matches, one per row.

use salta_report::{Column, Table};
use salta_stats::{Decision, Interval, MeanPoints, Statistics};

use super::standings::points;
use crate::summary::{MatchSummary, limit_text};

/// Columns of the pentanomial counts: pairs by A's score.
const PAIRS: [&str; 5] = ["pairs_0", "pairs_half", "pairs_1", "pairs_1_half", "pairs_2"];

/// One row per match. Truncated games and pairs without a proven winner are shown if there are any.
pub fn matches_table(matches: &[MatchSummary]) -> Table {
    Table::new(matches, columns())
}

fn columns<'a>() -> Vec<Column<'a, MatchSummary>> {
    let mut columns = vec![
        Column::text("player", |of: &MatchSummary| of.a.clone()).headed("player"),
        Column::text("opponent", |of: &MatchSummary| of.b.clone()).headed("opponent"),
        count("pairs", |of| of.pairs).and(count("undecided_pairs", |of| of.undecided)).shown(
            "pairs",
            |of| {
                let of = &of.statistics;
                with_note(of.pairs.to_string(), of.undecided, "unproven")
            },
        ),
        count("wins", |of| of.wins)
            .and(count("draws", |of| of.draws))
            .and(count("losses", |of| of.losses))
            .and(count("truncated", |of| of.truncated))
            .shown("W/D/L", |of| {
                let of = &of.statistics;
                let text = format!("{}/{}/{}", of.wins, of.draws, of.losses);
                with_note(text, of.truncated, "truncated")
            }),
    ];
    columns.extend(PAIRS.into_iter().enumerate().map(|(halves, key)| {
        Column::count(key, move |of: &MatchSummary| of.statistics.pentanomial[halves])
    }));
    columns.extend([
        Column::interval("score", |of: &MatchSummary| of.statistics.score.map(Interval::ends))
            .shown("score %", |of| of.statistics.score.map(|score| score.text(100.0, 1))),
        // On terminals and pages points come before Elo, in files after it.
        Column::figure("points", |of: &MatchSummary| of.statistics.points.map(points_text)),
        Column::interval("elo", |of: &MatchSummary| of.statistics.elo.map(Interval::ends))
            .shown("Elo [95 %]", |of| of.statistics.elo.map(|elo| elo.elo_text())),
        Column::number("superiority", |of: &MatchSummary| of.statistics.superiority),
        points(|of: &MatchSummary| of.statistics.points),
        Column::words("verdict", |of: &MatchSummary| of.statistics.verdict().name()),
        Column::count("games", |of: &MatchSummary| of.games),
        Column::count("distinct_games", |of: &MatchSummary| of.distinct_games),
        Column::number("sprt_llr", |of: &MatchSummary| of.sprt.map(|state| state.llr)),
        Column::text("sprt_decision", |of: &MatchSummary| {
            of.sprt.and_then(|state| state.decision).map_or("", Decision::name).into()
        }),
        Column::text("outcomes", |of: &MatchSummary| of.outcomes.clone()),
        Column::text("limit", |of: &MatchSummary| limit_text(of.limit)),
        Column::text("seed", |of: &MatchSummary| of.seed.map_or(String::new(), |n| n.to_string())),
        identity("player_identity", 0),
        identity("opponent_identity", 1),
    ]);
    columns
}

fn identity(key: &str, side: usize) -> Column<'static, MatchSummary> {
    Column::text(key, move |of: &MatchSummary| {
        of.identities.as_ref().map_or(String::new(), |both| both[side].clone())
    })
}

fn count<'a>(key: &str, read: impl Fn(&Statistics) -> u32 + 'a) -> Column<'a, MatchSummary> {
    Column::count(key, move |of: &MatchSummary| read(&of.statistics))
}

fn with_note(text: String, count: u32, what: &str) -> String {
    if count == 0 { text } else { format!("{text} (+{count} {what})") }
}

fn points_text(points: MeanPoints) -> String {
    if points.unproven == 0 {
        return points.to_string();
    }
    format!("{points} ({} unproven)", points.unproven)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use salta_stats::Outcome::{Draw, Loss, Truncated, Undecided, Win};
    use salta_stats::{Pair, outcome_letters};

    fn row(of: MatchSummary) -> Vec<String> {
        let text = matches_table(&[of]).terminal();
        let row = text.lines().nth(3).expect("a row below the frame and the headings");
        row.trim_matches('│').split('┆').map(|cell| cell.trim().to_owned()).collect()
    }

    pub(in crate::report) fn summary(pairs: &[Pair]) -> MatchSummary {
        MatchSummary {
            variant: "walker".into(),
            a: "greedy@1".into(),
            b: "random@1".into(),
            identities: None,
            statistics: Statistics::of_pairs(pairs),
            games: 2 * pairs.len() as u32,
            distinct_games: 2,
            outcomes: outcome_letters(pairs),
            seed: Some(7),
            limit: None,
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
        let row = row(summary(&pairs));
        assert_eq!(row[..3], ["greedy@1", "random@1", "2 (+1 unproven)"]);
        assert_eq!(row[3], "1/1/1 (+1 truncated)");
        assert!(row[4].starts_with("50.0 ["), "{}", row[4]);
        assert!(row[5].starts_with("+0.5 to +1.2 ± ") && row[5].ends_with(" (2 unproven)"));
        assert_eq!(row[7], "undecided");
    }

    #[test]
    fn one_sided_and_empty_matches_have_a_row() {
        let won = [Pair { outcomes: [Win, Win], points: [(5, 5), (7, 7)] }; 50];
        let shown = ["50", "100/0/0", "100.0 [92.9, 100.0]", "+6.0 ± 0.0", "> +446", "better"];
        assert_eq!(row(summary(&won))[2..], shown);
        assert_eq!(row(summary(&[]))[2..], ["0", "0/0/0", "–", "–", "–", "undecided"]);
    }
}
