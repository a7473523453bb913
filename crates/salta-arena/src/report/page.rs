//! A tournament as a self-contained page for the browser.

use maud::{Markup, html};
use salta_report::IntervalChart;
use salta_stats::Interval;

use super::cross::{cross_table, superiority_table};
use super::matches::matches_table;
use super::notes::tournament_notes;
use super::standings::standings_table;
use crate::summary::TournamentSummary;

/// The page: ratings as a table and a chart, the cross table, likelihoods of superiority, all
/// matches.
pub fn page(title: &str, of: &TournamentSummary) -> String {
    let body = html! {
        p { "Variant " b { (of.variant) } ". Scores and points per game; 95 % intervals." }
        h2 { "Standings" }
        (standings_table(of).html())
        (ratings(of).svg())
        h2 { "Cross table" }
        p.note { "Score of the row's player, in percent, and its wins, draws \
                  (with truncated games) and losses." }
        (cross_table(of).html())
        h2 { "Likelihood of superiority" }
        p.note { "That the row's player is stronger than the column's, in percent." }
        (superiority_table(of).html())
        h2 { "Matches" }
        (matches_table(&of.matches).html())
        (notes(of))
    };
    salta_report::page(title, &body)
}

fn ratings(of: &TournamentSummary) -> IntervalChart {
    let rows = of.standings.iter();
    IntervalChart {
        axis: "Elo (95 % intervals)".into(),
        series: Vec::new(),
        rows: rows
            .map(|found| (found.player.clone(), vec![found.elo.map(Interval::ends)]))
            .collect(),
        reference: None,
    }
}

fn notes(of: &TournamentSummary) -> Markup {
    html! {
        @for note in tournament_notes(of) {
            p.warning[note.starts_with("warning")].note[!note.starts_with("warning")] { (note) }
        }
    }
}
