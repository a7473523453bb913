//! A scaling study as files.

use std::collections::BTreeSet;
use std::path::Path;

use maud::{Markup, html};
use salta_record::remove_leftovers;
use salta_report::{Column, Drawn, Line, LineChart, Point, Table, page, panels};
use salta_run::{RunError, create_dir, write_text};
use salta_stats::Interval;

use super::config::ScalingConfig;
use super::fits::{
    ScalingFit, distinct, frontier, known_in_all_seeds, over_compute, over_simulations,
};
use super::points::ScalingPoint;
use crate::regret::interval;

/// Intervals that reach 0 are drawn down to this share of the mean.
const LOWEST: f64 = 0.1;

/// Writes `points.csv`, `fits.csv`, `report.html` and its charts, in `plots`, below `out`.
///
/// # Errors
/// If one cannot be written.
pub fn write_scaling(
    config: &ScalingConfig,
    points: &[ScalingPoint],
    fits: &[ScalingFit],
    out: &Path,
) -> Result<(), RunError> {
    let pictures = pictures(points);
    for (name, text) in [
        ("points.csv", points_table(points).csv()),
        ("fits.csv", scaling_table(fits).csv()),
        ("report.html", page(&config.title, &body(&pictures, fits, missing_runs(config, points)))),
    ] {
        write_text(&out.join(name), &text)?;
    }
    let plots = out.join("plots");
    create_dir(&plots)?;
    remove_leftovers(&plots)?;
    for (name, picture) in pictures {
        write_text(&plots.join(format!("{name}.svg")), &picture.into_string())?;
    }
    Ok(())
}

/// Says how many of the runs have been measured, if not all of them.
pub fn missing_runs(config: &ScalingConfig, points: &[ScalingPoint]) -> Option<String> {
    let runs: BTreeSet<_> = points.iter().map(|point| (&point.size, point.seed)).collect();
    let (there, all) = (runs.len(), config.sizes.len() * config.seeds.len());
    (there < all).then(|| format!("Not complete: {there} of {all} runs have been measured."))
}

/// The charts of each kind of positions, or of each player, and their names as files.
fn pictures(points: &[ScalingPoint]) -> Vec<(String, Markup)> {
    let all = distinct(points.iter().map(|point| point.positions.as_str()));
    let picture = |(number, positions): (usize, &str)| {
        let name = match positions {
            "games" | "placements" => positions.into(),
            _ => format!("panel-{}", number + 1),
        };
        let known = known_in_all_seeds(points, positions);
        (name, panels(positions, &charts(&known.iter().collect::<Vec<_>>(), positions)))
    };
    all.into_iter().enumerate().map(picture).collect()
}

/// A row for each fit.
pub fn scaling_table(fits: &[ScalingFit]) -> Table {
    let interval = |key: &str, heading: &str, read: fn(&ScalingFit) -> Option<Interval>| {
        let show = move |fit: &ScalingFit| read(fit).map(|found| found.text(1.0, 2));
        interval(key, read).shown(heading, show)
    };
    let size = |fit: &ScalingFit| fit.size.clone().unwrap_or_else(|| "frontier".into());
    let columns = vec![
        Column::text("size", size).headed("size"),
        Column::text("positions", |fit: &ScalingFit| fit.positions.clone()).headed("positions"),
        Column::count("seeds", |fit: &ScalingFit| fit.seeds as u32).headed("seeds"),
        interval("compute", "exponent over compute", |fit| fit.compute),
        interval("simulations", "exponent over simulations", |fit| fit.simulations),
        interval("exchange", "doublings of simulations worth one of training", |fit| fit.exchange),
    ];
    Table::new(fits, columns)
}

fn points_table(points: &[ScalingPoint]) -> Table {
    let columns = vec![
        Column::text("size", |point: &ScalingPoint| point.size.clone()),
        Column::count("weights", |point: &ScalingPoint| point.weights),
        Column::count("seed", |point: &ScalingPoint| point.seed),
        Column::count("generation", |point: &ScalingPoint| point.generation),
        Column::number("compute", |point: &ScalingPoint| Some(point.compute)),
        Column::count("simulations", |point: &ScalingPoint| point.simulations),
        Column::text("positions", |point: &ScalingPoint| point.positions.clone()),
        Column::number("loss", |point: &ScalingPoint| point.loss),
        Column::count("decisions", |point: &ScalingPoint| point.decisions),
    ];
    Table::new(points, columns)
}

fn body(pictures: &[(String, Markup)], fits: &[ScalingFit], missing: Option<String>) -> Markup {
    html! {
        @if let Some(missing) = missing { p.note { (missing) } }
        p.note {
            "Means over seeds with 95 % intervals (Student's t; one that reaches 0 is drawn down to a \
             tenth of the mean), on logarithmic axes: points lost per decision or, against a player, how many times as \
             much as the network it scored. A straight line is a power law; against a player, an \
             exponent of 1 is 120 Elo for each doubling."
        }
        @for (_, picture) in pictures { figure { (picture) } }
        (scaling_table(fits).html())
    }
}

/// Loss over compute and over simulations, a line for each size.
fn charts(points: &[&ScalingPoint], positions: &str) -> [LineChart; 2] {
    let sizes = distinct(points.iter().map(|point| point.size.as_str()));
    let line = |name: &str, drawn, pairs: Vec<(f64, Interval)>| {
        let known = pairs.into_iter().filter(|(x, y)| *x > 0.0 && y.estimate > 0.0);
        let point = |(x, y): (f64, Interval)| {
            let has_bar = drawn == Drawn::DottedLine && y.hi.is_finite();
            let lo = if y.lo > 0.0 { y.lo } else { LOWEST * y.estimate };
            let interval = has_bar.then(|| [lo.log10(), y.hi.log10()]);
            Point { x: x.log10(), y: y.estimate.log10(), interval }
        };
        Line { name: name.into(), drawn, points: known.map(point).collect() }
    };
    let lines = |over: fn(&[&ScalingPoint]) -> Vec<(f64, Interval)>| -> Vec<Line> {
        let of = |size: &str| -> Vec<&ScalingPoint> {
            points.iter().copied().filter(|point| point.size == size).collect()
        };
        sizes.iter().map(|size| line(size, Drawn::DottedLine, over(&of(size)))).collect()
    };
    let loss = match positions {
        "games" | "placements" => format!("points lost per decision, {positions}"),
        player => format!("score of {player} / score of the network"),
    };
    let chart = |title: &str, axis: &str, lines| LineChart {
        title: format!("{loss}, {title}"),
        axis: axis.into(),
        lines,
        levels: Vec::new(),
        logarithmic: true,
        size: [700.0, 340.0],
    };
    let mut by_compute = lines(over_compute);
    by_compute.push(line("frontier", Drawn::Line, frontier(points)));
    [
        chart("by training", "multiplications", by_compute),
        chart("by search", "simulations", lines(over_simulations)),
    ]
}
