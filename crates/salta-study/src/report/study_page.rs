//! A study as a self-contained page for the browser.

use maud::{Markup, html};
use salta_report::{Cell, Column, Table, page};

use super::plots::{PLOTS, picture};
use super::words::{shown, shown_difference};
use crate::compare::Difference;
use crate::findings::{Findings, SKILL, Studied, Worth};
use crate::measures::{MEASURES, Measure};

/// The page: the games, pictures, all measures, differences, the ladder, the space.
pub(super) fn page_of(findings: &Findings) -> String {
    let body = html! {
        (terms(findings))
        h2 { "The games" }
        (classes(findings))
        @for (measure, caption) in PLOTS {
            @if let Some(svg) = picture(findings, measure) {
                figure { (svg) figcaption { (caption) } }
            }
        }
        @for (player, heading) in findings.players.iter().zip(&findings.headings) {
            h2 { (heading) }
            (measures(findings, player))
        }
        @if !findings.skill.is_empty() { h2 { "The value of search effort" } (skill(findings)) }
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
    let columns = vec![
        Column::words("game", |studied: &Studied| studied.class.name.clone()),
        Column::words("rules that differ", |studied: &Studied| fields(studied, baseline)),
        Column::words("the same game", others),
    ];
    Table::new(&findings.variants, columns).html()
}

/// The fields in which a record differs from the baseline's.
fn fields(studied: &Studied, baseline: Option<&Studied>) -> String {
    let Some(base) = baseline.filter(|base| base.class.name != studied.class.name) else {
        return "the baseline".into();
    };
    let fields = studied.rules.fields().into_iter().zip(base.rules.fields());
    let differ = fields.filter(|(own, base)| own.0 != "name" && own != base);
    let words = differ.map(|((field, value), _)| format!("{field} = {value}"));
    words.collect::<Vec<_>>().join(", ")
}

fn measures(findings: &Findings, player: &str) -> Markup {
    let said = |m: &&Measure| {
        findings.variants.iter().any(|studied| {
            findings.row(&studied.class.name, player, m.key).is_some_and(|r| r.estimate.is_some())
        })
    };
    // The games first, then a row for each measure.
    let rows: Vec<Option<&Measure>> =
        [None].into_iter().chain(MEASURES.iter().filter(said).map(Some)).collect();
    let label = |row: &Option<&Measure>| match row {
        Some(measure) => Cell { title: measure.about.into(), ..measure.label.into() },
        None => "games (different)".into(),
    };
    let variants = findings.variants.iter().map(|studied| {
        let variant = studied.class.name.as_str();
        Column::figure(variant, move |row: &Option<&Measure>| match row {
            Some(measure) => cell(findings, variant, player, measure),
            None => games(findings, variant, player).into(),
        })
    });
    Table::new(&rows, [Column::words("measure", label)].into_iter().chain(variants).collect())
        .html()
}

fn games(findings: &Findings, variant: &str, player: &str) -> String {
    let row = findings.row(variant, player, "plies");
    let games = row.and_then(|row| row.estimate).map_or(0, |estimate| estimate.games);
    format!("{games} ({})", row.map_or(0, |row| row.distinct))
}

fn cell(findings: &Findings, variant: &str, player: &str, measure: &Measure) -> Cell {
    let found = findings.row(variant, player, measure.key).and_then(|row| row.estimate);
    let Some(found) = found else { return "–".into() };
    let differs = findings.difference(variant, player, measure.key).is_some_and(|d| d.shown);
    let star = if differs { " *" } else { "" };
    Cell { title: format!("{} games", found.games), ..(shown(measure.kind, &found) + star).into() }
        .class("open", found.undecided)
        .class("strong", differs)
}

fn skill(findings: &Findings) -> Markup {
    let matches = findings.skill.first().map_or(&[][..], |worth| &worth.matches);
    let matches = matches.iter().enumerate().map(|(i, of)| {
        Column::figure(format!("{} – {}", of.player, of.opponent), move |worth: &Worth| {
            let result = &worth.matches[i].result;
            let title = format!("{} pairs", result.pairs);
            Cell { title, ..result.elo.map(|elo| elo.elo_text()).into() }
        })
    });
    let columns = [
        Column::words("variant", |worth: &Worth| worth.variant.clone()),
        Column::figure("a doubling", |worth: &Worth| worth.doubling.elo_text()),
    ];
    html! {
        p.note {
            "Elo over itself with twice the search effort: the "
            code { (findings.ladder.as_deref().unwrap_or_default()) } "."
        }
        (Table::new(&findings.skill, columns.into_iter().chain(matches).collect()).html())
    }
}

fn differences(findings: &Findings) -> Markup {
    let players = findings.players.iter().chain(&findings.ladder).map(String::as_str);
    html! {
        p.note { "The variant less the baseline; shares in percentage points. \
            Only what is called a difference." }
        @for player in players {
            @let shown: Vec<&Difference> =
                findings.differences.iter().filter(|d| d.shown && d.player == player).collect();
            @if !shown.is_empty() { h3 { (player) } (Table::new(&shown, differences_columns()).html()) }
        }
        @if findings.differences.iter().all(|d| !d.shown) { p { "None." } }
    }
}

fn differences_columns<'a>() -> Vec<Column<'a, &'a Difference>> {
    vec![
        Column::words("variant", |d: &&Difference| d.variant.clone()),
        Column::words("measure", |d: &&Difference| d.compared().1),
        Column::figure("difference", |d: &&Difference| shown_difference(d.compared().0, d)),
        Column::figure("pairs", |d: &&Difference| d.pairs),
    ]
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
