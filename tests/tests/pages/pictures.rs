//! The drawn positions of `docs/rules.md`, and the curves of recorded experiments.

use std::fs;

use salta_core::Variant;
use salta_report::{Arrow, BoardPicture, Drawn as Style, Line, LineChart, Point, panels};
use salta_run::{MetricChart, MetricSeries, Metrics, charts, read_metrics};
use salta_tests::binary::root;
use salta_tests::drawn::{Drawn, drawn_positions};
use serde_json::Value;

pub(crate) fn pictures() -> Vec<(String, String)> {
    let positions = drawn_positions().into_iter();
    let mut found: Vec<_> = positions
        .map(|drawn| (format!("docs/positions/{}.svg", drawn.name), position(&drawn)))
        .collect();
    for name in ["001-quickstart", "002-two-cores", "010-all-variants", "011-one-variant"] {
        let folder = format!("experiments/{name}");
        let metrics = root().join(&folder).join("metrics.ndjson");
        let metrics = read_metrics(&metrics).expect("metrics");
        found.push((format!("{folder}/curve.svg"), curve(&metrics)));
        let standings = root().join(&folder).join("generations/standings.csv");
        if let Ok(text) = fs::read_to_string(standings) {
            found.push((format!("{folder}/strength.svg"), strength(&metrics, &text)));
        }
    }
    found
}

fn position(drawn: &Drawn) -> String {
    let variant = Variant::named(&drawn.variant).expect("a named variant");
    let position = variant.parse_position(&drawn.position).expect("a position");
    let mut picture = BoardPicture::new(variant.board(), &position);
    for mark in &drawn.marks {
        let (from, to) = mark.split_once('-').expect("an arrow");
        let square = |name: &str| name.parse().expect("a square");
        picture.arrows.push((square(from), square(to), Arrow::Full));
    }
    picture.svg().into_string() + "\n"
}

/// One metric of each chart to draw; the charts are those of the training page.
const DRAWN: [&str; 3] = ["/losses/policy", "/games/policy_entropy", "/games/mean_plies"];

/// Draws losses, policy entropy and game length over the generations.
fn curve(metrics: &[Metrics]) -> String {
    let records: Vec<_> = metrics.iter().map(Metrics::to_json).collect();
    let line = |series: &MetricSeries| {
        let points = metrics.iter().zip(&records).map(|(at, record)| Point {
            x: at.generation.into(),
            y: record.pointer(&series.key).and_then(Value::as_f64).expect("a number"),
            interval: None,
        });
        Line { name: series.name.into(), drawn: Style::Line, points: points.collect() }
    };
    let declared = charts(metrics);
    let drawn = DRAWN.map(|key| {
        let shows = |chart: &&MetricChart| chart.series.iter().any(|series| series.key == key);
        let chart = declared.iter().find(shows).expect("a chart");
        let mut lines: Vec<Line> = chart.series.iter().map(line).collect();
        if let [only] = &mut lines[..] {
            only.name.clear(); // The title names it.
        }
        LineChart {
            title: chart.title.clone(),
            axis: "generation".into(),
            lines,
            levels: Vec::new(),
            logarithmic: false,
            size: [310.0, 235.0],
        }
    });
    let titles = drawn.each_ref().map(|chart| &*chart.title);
    panels(&titles.join(", "), &drawn).into_string() + "\n"
}

/// Draws the ratings of a run's generations, which are the players named `generation N` in the
/// standings, over their cost; the other players become horizontal levels.
fn strength(metrics: &[Metrics], standings: &str) -> String {
    let spent = spent(metrics);
    let (mut rated, mut levels) = (Vec::new(), Vec::new());
    for row in csv::Reader::from_reader(standings.as_bytes()).records() {
        let row = row.expect("a row");
        let [elo, lo, hi] = [2, 3, 4].map(|i| row[i].parse::<f64>().unwrap_or(f64::NAN));
        match row[1].strip_prefix("generation ").map(|number| number.parse::<usize>()) {
            _ if ![elo, lo, hi].iter().all(|end| end.is_finite()) => {}
            Some(Ok(generation)) => rated.push((generation, elo, [lo, hi])),
            _ => levels.push((row[1].to_owned(), elo)),
        }
    }
    rated.sort_by_key(|(generation, ..)| *generation);
    let axes = ["hours of self-play and learning", "million plies played", "million evaluations"];
    let charts = [0, 1, 2].map(|i| {
        let points = rated.iter().map(|(generation, elo, interval)| Point {
            x: spent[*generation][i],
            y: *elo,
            interval: Some(*interval),
        });
        let points = points.collect();
        LineChart {
            title: "Elo".into(),
            axis: axes[i].into(),
            lines: vec![Line { name: String::new(), drawn: Style::DottedLine, points }],
            levels: levels.clone(),
            logarithmic: false,
            size: [310.0, 235.0],
        }
    });
    panels("Elo over what it took", &charts).into_string() + "\n"
}

/// Returns hours, million plies and million evaluations up to each generation, from generation 0.
fn spent(metrics: &[Metrics]) -> Vec<[f64; 3]> {
    let mut sums = vec![[0.0; 3]];
    for Metrics { games, time, .. } in metrics {
        let plies = games.games as f64 * games.mean_plies;
        let hours = (time.selfplay + time.train) / 3600.0;
        let own = [hours, plies / 1e6, time.positions as f64 / 1e6];
        let last = sums[sums.len() - 1];
        sums.push([0, 1, 2].map(|i| last[i] + own[i]));
    }
    sums
}
