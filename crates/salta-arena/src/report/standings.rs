//! A tournament's players as rows of text, best first.

use super::DASH;
use crate::summary::TournamentSummary;

/// Headings of [`standing_rows`].
pub const STANDING_HEADINGS: [&str; 7] =
    ["#", "player", "Elo [95 %]", "points", "score %", "pairs", "LOS %"];

/// One row a player, in the columns of [`STANDING_HEADINGS`]. LOS is the likelihood that the player
/// is stronger than the next.
pub fn standing_rows(of: &TournamentSummary) -> Vec<[String; 7]> {
    (0..of.standings.len()).map(|rank| row(of, rank)).collect()
}

fn row(of: &TournamentSummary, rank: usize) -> [String; 7] {
    let found = &of.standings[rank];
    let dash = || DASH.to_string();
    [
        (rank + 1).to_string(),
        found.player.clone(),
        found.elo.map_or_else(dash, |elo| elo.elo_text()),
        found.points.map_or_else(dash, |points| points.to_string()),
        found.score.map_or_else(dash, |score| format!("{:.1}", 100.0 * score)),
        found.pairs.to_string(),
        of.superiority[rank].get(rank + 1).map_or_else(dash, |los| format!("{:.1}", 100.0 * los)),
    ]
}
