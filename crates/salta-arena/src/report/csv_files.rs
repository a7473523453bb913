//! Results as comma-separated values (RFC 4180), numbers unrounded; what is not known is empty.

use csv::Writer;
use salta_stats::{Decision, Interval};

use super::cross::score;
use crate::summary::{MatchSummary, TournamentSummary};

/// The standings: a row for each player, best first.
pub fn standings_csv(of: &TournamentSummary) -> String {
    let headings = [
        "rank",
        "player",
        "elo",
        "elo_lo",
        "elo_hi",
        "points_lo",
        "points_hi",
        "points_half_width",
        "score",
        "pairs",
        "superiority_over_next",
    ];
    let rows = of.standings.iter().enumerate().map(|(rank, found)| {
        let mut row = vec![(rank + 1).to_string(), found.player.clone()];
        row.extend(interval(found.elo.as_ref()));
        row.extend(points(found.points.as_ref()));
        row.extend([number(found.score), found.pairs.to_string()]);
        row.push(number(of.superiority[rank].get(rank + 1).copied()));
        row
    });
    text(&headings, rows)
}

/// The cross table: the mean score, 0–1, of the row's player against the column's.
pub fn cross_csv(of: &TournamentSummary) -> String {
    let players = of.standings.iter().map(|found| &*found.player);
    let headings: Vec<&str> = ["player"].into_iter().chain(players.clone()).collect();
    let cell = |player: &str, opponent: &str| {
        number(of.between(player, opponent).and_then(|(of, is_a)| score(of, is_a)))
    };
    let rows = players.clone().map(|player| {
        let cells = players.clone().map(|opponent| cell(player, opponent));
        [player.to_string()].into_iter().chain(cells).collect()
    });
    text(&headings, rows)
}

/// The matches: a row for each, in the order in which they were played.
pub fn matches_csv(matches: &[MatchSummary]) -> String {
    let headings = [
        "player",
        "opponent",
        "pairs",
        "undecided_pairs",
        "wins",
        "draws",
        "losses",
        "truncated",
        "pairs_0",
        "pairs_half",
        "pairs_1",
        "pairs_1_half",
        "pairs_2",
        "score",
        "score_lo",
        "score_hi",
        "elo",
        "elo_lo",
        "elo_hi",
        "superiority",
        "points_lo",
        "points_hi",
        "points_half_width",
        "games",
        "distinct_games",
        "sprt_llr",
        "sprt_decision",
    ];
    text(&headings, matches.iter().map(match_row))
}

fn match_row(of: &MatchSummary) -> Vec<String> {
    let found = &of.statistics;
    let counts =
        [found.pairs, found.undecided, found.wins, found.draws, found.losses, found.truncated];
    let mut row = vec![of.a.clone(), of.b.clone()];
    row.extend(counts.iter().chain(&found.pentanomial).map(u32::to_string));
    row.extend(interval(found.score.as_ref()));
    row.extend(interval(found.elo.as_ref()));
    row.push(number(found.superiority));
    row.extend(points(found.points.as_ref()));
    row.extend([of.games.to_string(), of.distinct_games.to_string()]);
    let decision = of.sprt.and_then(|state| state.decision);
    row.push(number(of.sprt.map(|state| state.llr)));
    row.push(decision.map_or("", Decision::name).into());
    row
}

fn interval(of: Option<&Interval>) -> [String; 3] {
    [of.map(|x| x.estimate), of.map(|x| x.lo), of.map(|x| x.hi)].map(number)
}

fn points(of: Option<&salta_stats::MeanPoints>) -> [String; 3] {
    [of.map(|x| x.lo), of.map(|x| x.hi), of.and_then(|x| x.half_width)].map(number)
}

fn number(of: Option<f64>) -> String {
    of.map_or_else(String::new, |x| x.to_string())
}

fn text(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    let memory = "writing to memory, in rows of one length, does not fail";
    writer.write_record(headings).expect(memory);
    rows.for_each(|row| writer.write_record(row).expect(memory));
    String::from_utf8(writer.into_inner().expect(memory)).expect("made of strings")
}
