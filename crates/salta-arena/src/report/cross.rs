//! Everyone against everyone else.

use super::DASH;
use crate::summary::{MatchSummary, TournamentSummary};

/// Headings and rows of the cross table: the score of the row's player against the column's, in
/// percent, players in the order of the standings. Columns are numbered like rows.
pub fn cross_table(of: &TournamentSummary) -> (Vec<String>, Vec<Vec<String>>) {
    let players: Vec<&str> = of.standings.iter().map(|found| &*found.player).collect();
    let numbers = (1..=players.len()).map(|number| number.to_string());
    let headings = ["#".into(), "player".into()].into_iter().chain(numbers).collect();
    let row = |(rank, player): (usize, &&str)| {
        let cells = players.iter().map(|opponent| cell(of, player, opponent));
        [(rank + 1).to_string(), player.to_string()].into_iter().chain(cells).collect()
    };
    (headings, players.iter().enumerate().map(row).collect())
}

fn cell(of: &TournamentSummary, player: &str, opponent: &str) -> String {
    let score = of.between(player, opponent).and_then(|(of, is_a)| score(of, is_a));
    score.map_or_else(|| DASH.to_string(), |score| format!("{:.1}", 100.0 * score))
}

/// The mean score of A, or of B; 0–1.
pub(super) fn score(of: &MatchSummary, is_a: bool) -> Option<f64> {
    let of_a = of.statistics.score?.estimate;
    Some(if is_a { of_a } else { 1.0 - of_a })
}
