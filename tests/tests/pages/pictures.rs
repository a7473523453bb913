//! The drawn positions of `docs/rules.md`, and the curves of recorded experiments.

use std::fs;
use std::path::Path;

use salta_core::Variant;
use salta_report::{Arrow, BoardPicture, Drawn as Style, Line, LineChart, Point, panels};
use salta_tests::binary::root;
use salta_tests::drawn::{Drawn, drawn_positions};
use serde_json::Value;

/// The pictures by their paths.
pub(crate) fn pictures() -> Vec<(String, String)> {
    let positions = drawn_positions().into_iter();
    let mut found: Vec<_> = positions
        .map(|drawn| (format!("docs/positions/{}.svg", drawn.name), position(&drawn)))
        .collect();
    for name in ["001-quickstart", "002-two-cores", "010-all-variants", "011-one-variant"] {
        let folder = format!("experiments/{name}");
        let metrics = metrics(&root().join(&folder));
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

/// A record for each generation.
fn metrics(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("metrics.ndjson")).expect("metrics");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn number(record: &Value, part: &str, key: &str) -> f64 {
    record[part][key].as_f64().unwrap_or_else(|| panic!("no {part}.{key}"))
}

/// Losses, policy entropy and length of a game over the generations.
fn curve(metrics: &[Value]) -> String {
    let line = |name: &str, part: &str, key: &str| {
        let points = metrics.iter().map(|record| Point {
            x: record["generation"].as_f64().expect("a number"),
            y: number(record, part, key),
            interval: None,
        });
        Line { name: name.into(), drawn: Style::Line, points: points.collect() }
    };
    let chart = |title: &str, lines| LineChart {
        title: title.into(),
        axis: "generation".into(),
        lines,
        levels: Vec::new(),
        size: [310.0, 235.0],
    };
    let losses = vec![line("policy", "losses", "policy"), line("wdl", "losses", "wdl")];
    let charts = [
        chart("losses (nats)", losses),
        chart("policy entropy (nats)", vec![line("", "games", "policy_entropy")]),
        chart("plies per game", vec![line("", "games", "mean_plies")]),
    ];
    panels("losses, policy entropy and plies per game", &charts).into_string() + "\n"
}

/// Ratings of a run's generations, players named `generation N` in the standings, over what they
/// took; the other players are levels.
fn strength(metrics: &[Value], standings: &str) -> String {
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
            size: [310.0, 235.0],
        }
    });
    panels("Elo over what it took", &charts).into_string() + "\n"
}

/// Hours, million plies and million evaluations up to each generation, from the untrained one on.
fn spent(metrics: &[Value]) -> Vec<[f64; 3]> {
    let mut sums = vec![[0.0; 3]];
    for record in metrics {
        let plies = number(record, "games", "games") * number(record, "games", "mean_plies");
        let hours = (number(record, "time", "selfplay") + number(record, "time", "train")) / 3600.0;
        let own = [hours, plies / 1e6, number(record, "time", "positions") / 1e6];
        let last = sums[sums.len() - 1];
        sums.push([0, 1, 2].map(|i| last[i] + own[i]));
    }
    sums
}
