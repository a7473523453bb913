//! A study as one page for the browser, with nothing loaded from elsewhere.

use maud::{Markup, html};

use super::page;
use super::plots::{PLOTS, picture};
use super::words::{shown, shown_difference};
use crate::estimate::Kind;
use crate::findings::{Findings, SKILL, Studied};
use crate::measures::{MEASURES, Measure};

/// The page: the games, pictures, all measures, differences, the ladder, the space.
pub(super) fn page_of(findings: &Findings) -> String {
    let body = html! {
        (terms(findings))
        h2 { "The games" }
        (classes(findings))
        @for of in PLOTS {
            @if let Some(svg) = picture(findings, of) {
                figure { (svg) figcaption { (of.caption) } }
            }
        }
        @for player in &findings.players {
            h2 { (player) " against itself" }
            (measures(findings, player))
        }
        @if !findings.skill.is_empty() { h2 { "What thought is worth" } (skill(findings)) }
        h2 { "Differences from " (findings.baseline) }
        (differences(findings))
        h2 { "Positions" }
        (space(findings))
        h2 { "What the measures are" }
        dl { @for measure in MEASURES { dt { (measure.label) } dd { (measure.about) } } }
    };
    page(&findings.title, &body)
}

fn terms(findings: &Findings) -> Markup {
    let undecided = findings.rows.iter().filter_map(|row| row.estimate).filter(|e| e.undecided);
    html! {
        p.note {
            "Each figure is a mean with its 95 % interval over pairs of games from one opening; "
            (findings.rows.len()) " figures. A question mark: undecided, since half the interval is "
            "more than 2 points or 5 % (" (undecided.count()) " of them). " (openings(findings))
            " A star: called a difference, with a chance of 5 % for one false star among "
            "all " (findings.differences.len()) " comparisons (Holm). Rules version "
            (findings.rules_version) "."
        }
    }
}

fn openings(findings: &Findings) -> String {
    let own = findings.variants.iter().filter(|studied| !studied.shares_openings);
    let own: Vec<&str> = own.map(|studied| studied.class.name.as_str()).collect();
    match &own[..] {
        [] => "Openings are the same in all variants.".into(),
        own => format!(
            "Openings are the same in all variants but {}, whose rules allow no common one.",
            own.join(", ")
        ),
    }
}

fn classes(findings: &Findings) -> Markup {
    let others = |studied: &Studied| {
        let members = &studied.class.members[1..];
        let words = members.iter().map(|m| format!("{} ({})", m.name, m.relabelling.text));
        words.collect::<Vec<_>>().join("; ")
    };
    let baseline = findings.variants.iter().find(|s| s.class.name == findings.baseline);
    html! {
        div.scroll { table {
            tr { th { "game" } th.left { "rules that differ" } th.left { "the same game" } }
            @for studied in &findings.variants {
                tr {
                    td { (studied.class.name) }
                    td.left { (fields(studied, baseline)) }
                    td.left { (others(studied)) }
                }
            }
        } }
    }
}

/// The fields in which a record differs from the baseline's.
fn fields(studied: &Studied, baseline: Option<&Studied>) -> String {
    let record = |of: &Studied| serde_json::to_value(&of.rules).expect("a flat table");
    let Some(base) = baseline.filter(|base| base.class.name != studied.class.name) else {
        return "the baseline".into();
    };
    let (own, base) = (record(studied), record(base));
    let fields = own.as_object().into_iter().flatten();
    let differ = fields.filter(|(field, value)| *field != "name" && base[*field] != **value);
    let words = differ.map(|(field, value)| format!("{field} = {value}"));
    words.collect::<Vec<_>>().join(", ")
}

fn measures(findings: &Findings, player: &str) -> Markup {
    let said = |m: &&Measure| {
        findings.variants.iter().any(|studied| {
            findings.row(&studied.class.name, player, m.key).is_some_and(|r| r.estimate.is_some())
        })
    };
    html! {
        div.scroll { table {
            tr { th { "measure" } @for s in &findings.variants { th { (s.class.name) } } }
            tr { td { "games (different)" } @for s in &findings.variants {
                td { (games(findings, &s.class.name, player)) }
            } }
            @for measure in MEASURES.iter().filter(said) {
                tr {
                    td title=(measure.about) { (measure.label) }
                    @for studied in &findings.variants {
                        (cell(findings, &studied.class.name, player, measure))
                    }
                }
            }
        } }
    }
}

fn games(findings: &Findings, variant: &str, player: &str) -> String {
    let row = findings.row(variant, player, "plies");
    let games = row.and_then(|row| row.estimate).map_or(0, |estimate| estimate.games);
    format!("{games} ({})", row.map_or(0, |row| row.distinct))
}

fn cell(findings: &Findings, variant: &str, player: &str, measure: &Measure) -> Markup {
    let found = findings.row(variant, player, measure.key).and_then(|row| row.estimate);
    let shown_as = findings.difference(variant, player, measure.key).is_some_and(|d| d.shown);
    html! {
        @match found {
            Some(found) => td.open[found.undecided].shown[shown_as] title=(format!("{} games", found.games)) {
                (shown(measure.kind, &found)) @if shown_as { " *" }
            },
            None => td { "–" },
        }
    }
}

fn skill(findings: &Findings) -> Markup {
    html! {
        p.note {
            "Elo over itself with twice the thought: the "
            code { (findings.ladder.as_deref().unwrap_or_default()) } "."
        }
        div.scroll { table {
            tr {
                th { "variant" } th { "a doubling" }
                @for found in findings.skill.iter().take(1).flat_map(|worth| &worth.matches) {
                    th { (found.player) " – " (found.opponent) }
                }
            }
            @for worth in &findings.skill {
                tr {
                    td { (worth.variant) } td { (worth.doubling.elo_text()) }
                    @for found in &worth.matches {
                        td title=(format!("{} pairs", found.result.pairs)) {
                            (found.result.elo.map_or_else(String::new, |elo| elo.elo_text()))
                        }
                    }
                }
            }
        } }
    }
}

fn differences(findings: &Findings) -> Markup {
    let kind = |key: &str| {
        let found = MEASURES.iter().find(|measure| measure.key == key);
        found.map_or((Kind::Plies, "score with twice the thought"), |m| (m.kind, m.label))
    };
    let players = findings.players.iter().chain(&findings.ladder).map(String::as_str);
    html! {
        p.note { "The variant less the baseline; shares in percentage points. \
            Only what is called a difference." }
        @for player in players {
            @let shown: Vec<_> =
                findings.differences.iter().filter(|d| d.shown && d.player == player).collect();
            @if !shown.is_empty() {
                h3 { (player) }
                div.scroll { table {
                    tr { th { "variant" } th.left { "measure" } th { "difference" } th { "pairs" } }
                    @for d in shown {
                        tr {
                            td { (d.variant) } td.left { (kind(d.measure).1) }
                            td { (shown_difference(kind(d.measure).0, d)) } td { (d.pairs) }
                        }
                    }
                } }
            }
        }
        @if findings.differences.iter().all(|d| !d.shown) { p { "None." } }
    }
}

fn space(findings: &Findings) -> Markup {
    html! {
        p {
            "Exact, and the same for every record with as many squares and pieces as the baseline: " (findings.space.placements)
            " placements of all pieces, twice as many positions with the side to move, "
            (findings.space.occupancies) " if the pieces of a side looked alike. Which of them play "
            "can reach is not known. The size of the tree along a game is the measure "
            i { "game tree" } "; the worth of a doubling, " code { (SKILL) } ", is in the ladder."
        }
    }
}
