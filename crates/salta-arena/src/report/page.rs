//! A tournament as one page for the browser, with nothing loaded from elsewhere.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart::chart;
use super::cross::score;
use super::matches::{HEADINGS, rows};
use super::notes::tournament_notes;
use super::standings::{STANDING_HEADINGS, standing_rows};
use crate::summary::TournamentSummary;

const STYLE: &str = "\
    body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;\
    color:#222;background:#fff}\
    table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #ccc;padding:.25em .6em;\
    text-align:right}th{background:#f3f3f3}td.name,th.name{text-align:left}\
    .scroll{overflow-x:auto}.grid{stroke:#ddd}.bar{stroke:#36c;stroke-width:3}.dot{fill:#124}\
    .tick{font-size:11px;text-anchor:middle;fill:#666}.name{font-size:13px}\
    svg .name{text-anchor:end;fill:#222}.note{color:#555}.warning{color:#a30}";

/// The page: ratings as a table and a picture, the cross table, likelihoods of superiority, all
/// matches.
pub fn page(title: &str, of: &TournamentSummary) -> String {
    let body = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p { "Variant " b { (of.variant) } ". Scores and points a game; 95 % intervals." }
                h2 { "Standings" }
                (table(&STANDING_HEADINGS, &standing_rows(of)))
                (chart(of))
                h2 { "Cross table" }
                p.note { "Score of the row's player, in percent, and its wins, draws, losses." }
                (cross(of))
                h2 { "Likelihood of superiority" }
                p.note { "That the row's player is stronger than the column's, in percent." }
                (superiority(of))
                h2 { "Matches" }
                (table(&HEADINGS, &rows(&of.matches)))
                (notes(of))
            }
        }
    };
    body.into_string()
}

fn table<const N: usize>(headings: &[&str; N], rows: &[[String; N]]) -> Markup {
    html! {
        div.scroll { table {
            tr { @for heading in headings { th { (heading) } } }
            @for row in rows { tr { @for cell in row { td { (cell) } } } }
        } }
    }
}

fn square(of: &TournamentSummary, cell: impl Fn(usize, usize) -> Markup) -> Markup {
    let players = of.standings.len();
    html! {
        div.scroll { table {
            tr {
                th { "#" } th.name { "player" }
                @for column in 1..=players { th { (column) } }
            }
            @for row in 0..players {
                tr {
                    td { (row + 1) } td.name { (of.standings[row].player) }
                    @for column in 0..players { (cell(row, column)) }
                }
            }
        } }
    }
}

fn cross(of: &TournamentSummary) -> Markup {
    square(of, |row, column| {
        let (player, opponent) = (&of.standings[row].player, &of.standings[column].player);
        let Some((found, is_a)) = of.between(player, opponent) else { return html! { td {} } };
        let counts = &found.statistics;
        let (won, lost) =
            if is_a { (counts.wins, counts.losses) } else { (counts.losses, counts.wins) };
        let drawn = counts.draws + counts.truncated;
        html! {
            td style=(score(found, is_a).map_or_else(String::new, shade)) {
                @if let Some(score) = score(found, is_a) { b { (format!("{:.1}", 100.0 * score)) } }
                br; (won) "/" (drawn) "/" (lost)
            }
        }
    })
}

fn superiority(of: &TournamentSummary) -> Markup {
    square(of, |row, column| {
        if row == column {
            return html! { td {} };
        }
        let los = of.superiority[row][column];
        html! { td style=(shade(los)) { (format!("{:.1}", 100.0 * los)) } }
    })
}

/// A background from red (0) over white to blue (1).
fn shade(share: f64) -> String {
    let (hue, strength) = if share < 0.5 { (10, 0.5 - share) } else { (215, share - 0.5) };
    format!("background:hsl({hue} 80% {:.0}%)", 100.0 - 40.0 * strength)
}

fn notes(of: &TournamentSummary) -> Markup {
    html! {
        @for note in tournament_notes(of) {
            @if note.starts_with("warning") {
                p.warning { (note) }
            } @else {
                p.note { (note) }
            }
        }
    }
}
