//! Presentation of regret: its table, that of the calibration, and a page with charts.

use std::collections::BTreeMap;

use maud::{Markup, html};
use salta_report::{Column, Drawn, Line, LineChart, Point, Table as Shown, page, panels};
use salta_run::{CalibrationBin, REGRET_MEASURES, Regret, RegretMeasure};
use salta_stats::Interval;

/// Number of entries side by side on a terminal.
const ACROSS: usize = 3;

/// Formats the measures for terminals, with one column per entry and a few of them per table.
pub fn regret_on_terminal(rows: &[Regret]) -> String {
    let table = |rows: &[Regret]| {
        let measure = Column::text("measure", |measure: &RegretMeasure| measure.heading.into());
        let mut columns = vec![measure.headed("")];
        for row in rows {
            let cell = move |of: &RegretMeasure| shown(of, row).unwrap_or_else(|| "–".into());
            columns.push(Column::text(row.positions, cell).headed(heading(row)));
        }
        Shown::new(&REGRET_MEASURES, columns).terminal()
    };
    rows.chunks(ACROSS).map(table).collect::<Vec<_>>().join("\n")
}

/// Returns the heading of an entry: who is measured and by what, one item per line.
fn heading(row: &Regret) -> String {
    let mut lines = vec![row.player.clone()];
    lines.extend(row.generation.map(|generation| format!("generation {generation}")));
    lines.extend(row.simulations.map(|simulations| format!("{simulations} simulations")));
    lines.push(format!("{} decisions in {}", row.decisions(), row.positions));
    lines.join("\n")
}

/// A measure with its interval; shares in percent.
fn shown(measure: &RegretMeasure, row: &Regret) -> Option<String> {
    let (scale, digits) = if measure.is_share() { (100.0, 1) } else { (1.0, 3) };
    Some(measure.mean(row)?.text(scale, digits))
}

/// The columns, for pages and files.
pub fn regret_table(rows: &[Regret]) -> Shown {
    let mut columns = vec![
        Column::text("player", |row: &Regret| row.player.clone()).headed("player"),
        Column::number("generation", |row: &Regret| row.generation),
        Column::number("simulations", |row: &Regret| row.simulations).headed("simulations"),
        Column::text("positions", |row: &Regret| row.positions.into()).headed("positions"),
        Column::count("clusters", Regret::clusters),
        Column::count("forced", |row: &Regret| row.forced),
        Column::count("decisions", Regret::decisions).headed("decisions"),
    ];
    for measure in &REGRET_MEASURES {
        let show = move |row: &Regret| shown(measure, row);
        let read = move |row: &Regret| measure.mean(row);
        columns.push(interval(measure.key, read).shown(measure.heading, show));
    }
    Shown::new(rows, columns)
}

/// The fields of [`Column::interval`]; ends that are not finite are left empty.
pub(crate) fn interval<'a, R: 'a>(
    key: &str,
    read: impl Fn(&R) -> Option<Interval> + Clone + 'a,
) -> Column<'a, R> {
    let end = |name: &str, i: usize| {
        let read = read.clone();
        let end = move |row: &R| read(row).map(|found| found.ends()[i]).filter(|x| x.is_finite());
        Column::number(format!("{key}{name}"), end)
    };
    end("", 0).and(end("_lo", 1)).and(end("_hi", 2))
}

/// The columns of the networks' calibration: a row for each range of predictions.
pub fn calibration_table(rows: &[Regret]) -> Shown {
    let bins: Vec<(&Regret, CalibrationBin)> = rows
        .iter()
        .flat_map(|row| row.calibration().into_iter().map(move |bin| (row, bin)))
        .collect();
    type Row<'a> = (&'a Regret, CalibrationBin);
    let number = |key: &str, read: fn(&CalibrationBin) -> f64| {
        Column::number(key, move |(_, bin): &Row<'_>| Some(read(bin)))
    };
    let columns = vec![
        Column::text("player", |(row, _): &Row<'_>| row.player.clone()),
        Column::number("generation", |(row, _): &Row<'_>| row.generation),
        Column::number("simulations", |(row, _): &Row<'_>| row.simulations),
        Column::text("positions", |(row, _): &Row<'_>| row.positions.into()),
        Column::text("head", |(_, bin): &Row<'_>| bin.head.into()),
        number("from", |bin| bin.range[0]),
        number("to", |bin| bin.range[1]),
        Column::count("decisions", |(_, bin): &Row<'_>| bin.decisions),
        number("predicted", |bin| bin.predicted),
        interval("observed", |(_, bin): &Row<'_>| Some(bin.observed)),
    ];
    Shown::new(&bins, columns)
}

/// A page of tables and charts: regret by generation and by simulations, and the calibration of the
/// last network.
pub fn regret_page(variant: &str, rows: &[Regret]) -> String {
    let last = rows.iter().map(|row| row.generation).max().flatten();
    let at_last: Vec<&Regret> = rows.iter().filter(|row| row.generation == last).collect();
    let most = at_last.iter().map(|row| row.simulations).max().flatten();
    let simulations = |row: &Regret| row.simulations.map(|count| f64::from(count + 1).log2());
    let body = html! {
        p.note {
            "Exact points lost per decision in " code { (variant) } ", in games of the player against \
             itself and in random placements, with 95 % intervals over games and placements."
        }
        (losses("by generation", "generation", rows, |row| row.generation.map(f64::from), |row| {
            match row.simulations {
                Some(simulations) => format!("{}, {simulations} simulations", row.positions),
                None => row.positions.into(),
            }
        }))
        (losses("by simulations", "log₂ (simulations + 1)", at_last.iter().copied(), simulations,
            |row| row.positions.into()))
        @for row in at_last.iter().filter(|row| row.simulations == most) { (calibration(row)) }
        (regret_table(rows).html())
    };
    page(&format!("Regret in {variant}"), &body)
}

/// Charts the points lost over `x`, with one line per name; empty unless a line has two points.
fn losses<'a>(
    title: &str,
    axis: &str,
    rows: impl IntoIterator<Item = &'a Regret>,
    x: impl Fn(&Regret) -> Option<f64>,
    name: impl Fn(&Regret) -> String,
) -> Markup {
    let mut lines: BTreeMap<String, Vec<Point>> = BTreeMap::new();
    for row in rows {
        if let (Some(x), Some(loss)) = (x(row), REGRET_MEASURES[0].mean(row)) {
            let point = Point { x, y: loss.estimate, interval: ends(loss) };
            lines.entry(name(row)).or_default().push(point);
        }
    }
    if lines.values().all(|points| points.len() < 2) {
        return html! {};
    }
    let line = |(name, mut points): (String, Vec<Point>)| {
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Line { name, drawn: Drawn::DottedLine, points }
    };
    let chart = LineChart {
        title: format!("points lost per decision {title}"),
        axis: axis.into(),
        lines: lines.into_iter().map(line).collect(),
        levels: Vec::new(),
        logarithmic: false,
        size: [900.0, 320.0],
    };
    html! { figure { (chart.svg()) } }
}

/// Returns the ends of an interval, unless they are infinite, as for a single game or placement.
fn ends(Interval { lo, hi, .. }: Interval) -> Option<[f64; 2]> {
    lo.is_finite().then_some([lo, hi])
}

/// Charts the network's predictions against the exact values; empty without a network.
fn calibration(row: &Regret) -> Markup {
    let bins = row.calibration();
    let line = |head: &str| {
        let of_head = bins.iter().filter(|bin| bin.head == head);
        let point = |bin: &CalibrationBin| Point {
            x: bin.predicted,
            y: bin.observed.estimate,
            interval: ends(bin.observed),
        };
        let points = of_head.map(point).collect();
        Line { name: head.into(), drawn: Drawn::DottedLine, points }
    };
    let chart = |title: &str, axis: &str, heads: &[&str]| LineChart {
        title: format!("{title}, {}", row.positions),
        axis: axis.into(),
        lines: heads.iter().map(|head| line(head)).collect(),
        levels: Vec::new(),
        logarithmic: false,
        size: [450.0, 320.0],
    };
    let charts = [
        chart("share that is so", "predicted probability", &["win", "draw", "loss"]),
        chart("exact value", "predicted margin", &["margin"]),
    ];
    html! {
        @if !bins.is_empty() { figure { (panels("calibration", &charts)) } }
    }
}
