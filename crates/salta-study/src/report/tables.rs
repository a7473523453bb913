//! Findings as tables, and as a line of JSON for each row.

use salta_stats::Interval;
use serde::Serialize;

use super::table::Column::{Count, Flag, Number, Text};
use super::table::Table;
use crate::findings::{Doubling, Findings};

/// All tables, by the names of their files.
pub(super) fn tables(of: &Findings) -> [(&'static str, Table); 3] {
    [("measures", measures(of)), ("differences", differences(of)), ("skill", skill(of))]
}

fn cells<T, C>(rows: &[T], cell: impl Fn(&T) -> C) -> Vec<C> {
    rows.iter().map(cell).collect()
}

/// A row for each variant, player and measure.
fn measures(of: &Findings) -> Table {
    let rows = &of.rows;
    let end = |end: fn(&Interval) -> f64| {
        Number(cells(rows, |row| row.estimate.as_ref().map(|e| end(&e.interval))))
    };
    Table(vec![
        ("variant", Text(cells(rows, |row| row.variant.clone()))),
        ("player", Text(cells(rows, |row| row.player.clone()))),
        ("measure", Text(cells(rows, |row| row.measure.into()))),
        ("games", Count(cells(rows, |row| row.estimate.map_or(0, |e| e.games)))),
        ("pairs", Count(cells(rows, |row| row.estimate.map_or(0, |e| e.pairs)))),
        ("distinct_games", Count(cells(rows, |row| row.distinct))),
        ("estimate", end(|i| i.estimate)),
        ("lo", end(|i| i.lo)),
        ("hi", end(|i| i.hi)),
        ("undecided", Flag(cells(rows, |row| row.estimate.map(|e| e.undecided)))),
    ])
}

/// A row for each comparison with the baseline.
fn differences(of: &Findings) -> Table {
    let rows = &of.differences;
    Table(vec![
        ("variant", Text(cells(rows, |d| d.variant.clone()))),
        ("baseline", Text(cells(rows, |_| of.baseline.clone()))),
        ("player", Text(cells(rows, |d| d.player.clone()))),
        ("measure", Text(cells(rows, |d| d.measure.into()))),
        ("pairs", Count(cells(rows, |d| d.pairs))),
        ("difference", Number(cells(rows, |d| Some(d.difference)))),
        ("lo", Number(cells(rows, |d| Some(d.lo)))),
        ("hi", Number(cells(rows, |d| Some(d.hi)))),
        ("p", Number(cells(rows, |d| Some(d.p)))),
        ("p_holm", Number(cells(rows, |d| Some(d.p_holm)))),
        ("shown", Flag(cells(rows, |d| Some(d.shown)))),
    ])
}

/// A row for each match of the ladder.
fn skill(of: &Findings) -> Table {
    let rows: Vec<(&str, &Doubling)> =
        of.skill.iter().flat_map(|w| w.matches.iter().map(|m| (&*w.variant, m))).collect();
    let score = |end: fn(Interval) -> f64| Number(cells(&rows, |(_, of)| of.result.score.map(end)));
    let elo = |end: fn(Interval) -> f64| Number(cells(&rows, |(_, of)| of.result.elo.map(end)));
    Table(vec![
        ("variant", Text(cells(&rows, |(variant, _)| variant.to_string()))),
        ("player", Text(cells(&rows, |(_, of)| of.player.clone()))),
        ("opponent", Text(cells(&rows, |(_, of)| of.opponent.clone()))),
        ("pairs", Count(cells(&rows, |(_, of)| of.result.pairs))),
        ("wins", Count(cells(&rows, |(_, of)| of.result.wins))),
        ("draws", Count(cells(&rows, |(_, of)| of.result.draws))),
        ("losses", Count(cells(&rows, |(_, of)| of.result.losses))),
        ("truncated", Count(cells(&rows, |(_, of)| of.result.truncated))),
        ("score", score(|i| i.estimate)),
        ("score_lo", score(|i| i.lo)),
        ("score_hi", score(|i| i.hi)),
        ("elo", elo(|i| i.estimate)),
        ("elo_lo", elo(|i| i.lo)),
        ("elo_hi", elo(|i| i.hi)),
    ])
}

/// A line of JSON for each.
pub(super) fn ndjson(rows: &[impl Serialize]) -> String {
    let line = |row| serde_json::to_string(row).expect("strings and numbers") + "\n";
    rows.iter().map(line).collect()
}
