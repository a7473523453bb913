//! The pictures of a report, and the measures that they show.

use maud::Markup;
use salta_report::IntervalChart;

use crate::estimate::Kind;
use crate::findings::{Findings, SKILL};
use crate::measures::measure;

/// The pictures of a report, in their order: the key of the measure, and the caption.
pub(super) const PLOTS: &[(&str, &str)] = &[
    ("first_score", "Balance: the first mover's score against an equal"),
    ("first_margin", "Balance in points"),
    ("plies", "Length of a game"),
    ("freedom", "Freedom: legal turns per ply"),
    ("compulsory", "Compulsion: plies at which a jump had to be made"),
    ("repeated", "Back and forth: plies that repeated a position"),
    ("excess", "What distance leaves out at the end"),
    ("settled", "How early the outcome is settled"),
    (SKILL, "Skill: Elo for twice the search effort"),
];

/// The picture of a measure; `None` if it has no values.
pub(super) fn picture(findings: &Findings, measure: &str) -> Option<Markup> {
    let plot = if measure == SKILL { skill(findings) } else { players(findings, measure) };
    (!plot.is_empty()).then(|| plot.svg())
}

fn players(findings: &Findings, key: &str) -> IntervalChart {
    let measure = measure(key);
    let percent = matches!(measure.kind, Kind::Games | Kind::Plies);
    let scale = if percent { 100.0 } else { 1.0 };
    let found = |variant: &str, player: &String| {
        let estimate = findings.row(variant, player, key).and_then(|row| row.estimate);
        estimate.map(|estimate| estimate.interval.ends().map(|end| scale * end))
    };
    let rows = findings.variants.iter().map(|studied| {
        let name = &studied.class.name;
        (name.clone(), findings.players.iter().map(|player| found(name, player)).collect())
    });
    let unit = if percent { ", %" } else { "" };
    IntervalChart {
        axis: format!("{}{unit} (95 % intervals)", measure.label),
        series: findings.players.clone(),
        rows: rows.collect(),
        reference: None,
    }
}

fn skill(findings: &Findings) -> IntervalChart {
    let rows = findings
        .skill
        .iter()
        .map(|worth| (worth.variant.clone(), vec![Some(worth.doubling.ends())]));
    IntervalChart {
        axis: "Elo per doubling of search effort (95 % intervals)".into(),
        series: findings.ladder.iter().cloned().collect(),
        rows: rows.collect(),
        reference: None,
    }
}
