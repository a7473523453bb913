//! The pictures of a report, and the measures that they show.

use maud::Markup;
use salta_report::IntervalChart;

use crate::estimate::Kind;
use crate::findings::{Findings, SKILL};
use crate::measures::measure;

/// A picture of the report.
#[derive(Clone, Copy, Debug)]
pub struct PlotOf {
    /// The measure's key.
    pub measure: &'static str,
    /// The caption.
    pub caption: &'static str,
}

/// The pictures of a report, in their order.
pub const PLOTS: &[PlotOf] = &[
    PlotOf { measure: "first_score", caption: "Balance: the first mover's score against an equal" },
    PlotOf { measure: "first_margin", caption: "Balance in points" },
    PlotOf { measure: "plies", caption: "Length of a game" },
    PlotOf { measure: "freedom", caption: "Freedom: legal turns per ply" },
    PlotOf { measure: "compulsory", caption: "Compulsion: plies at which a jump had to be made" },
    PlotOf { measure: "repeated", caption: "Back and forth: plies that repeated a position" },
    PlotOf { measure: "excess", caption: "What distance leaves out at the end" },
    PlotOf { measure: "settled", caption: "How early the outcome is settled" },
    PlotOf { measure: SKILL, caption: "Skill: Elo for twice the thought" },
];

/// The picture of a measure; `None` if it has no values.
pub(super) fn picture(findings: &Findings, of: &PlotOf) -> Option<Markup> {
    let plot = if of.measure == SKILL { skill(findings) } else { players(findings, of.measure) };
    (!plot.is_empty()).then(|| plot.svg())
}

/// The picture as a separate file.
pub(super) fn file(findings: &Findings, of: &PlotOf) -> Option<String> {
    picture(findings, of).map(Markup::into_string)
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
    }
}

fn skill(findings: &Findings) -> IntervalChart {
    let rows = findings
        .skill
        .iter()
        .map(|worth| (worth.variant.clone(), vec![Some(worth.doubling.ends())]));
    IntervalChart {
        axis: "Elo for each doubling of the thought (95 % intervals)".into(),
        series: findings.ladder.iter().cloned().collect(),
        rows: rows.collect(),
    }
}
