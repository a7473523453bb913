//! Line charts: curves of a training run, the margin over a game.

use maud::{Markup, html};

use super::scale::{Scale, number, power};
use super::svg::{at, colour, points, svg};

/// Room around the lines, in pixels.
const TOP: f64 = 44.0;
const BOTTOM: f64 = 40.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 18.0;

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A line.
    Line,
    /// A line with a dot at each point.
    DottedLine,
    /// A ring at each point, without a line.
    Rings,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The place on the horizontal axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Lower and upper end of its interval, if it has one.
    pub interval: Option<[f64; 2]>,
}

/// A series.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The name in the legend; if empty, the legend has no entry.
    pub name: String,
    /// How it is drawn.
    pub drawn: Drawn,
    /// The points, in order.
    pub points: Vec<Point>,
}

impl Line {
    /// A line through values at 0, 1, …
    pub fn of(name: &str, values: impl IntoIterator<Item = f64>) -> Line {
        let points = (0..).zip(values).map(|(i, y)| Point { x: f64::from(i), y, interval: None });
        Line { name: name.into(), drawn: Drawn::Line, points: points.collect() }
    }
}

/// A chart of lines.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// The title above the chart.
    pub title: String,
    /// The label of the horizontal axis.
    pub axis: String,
    /// The series.
    pub lines: Vec<Line>,
    /// Named values to compare with, drawn as horizontal lines.
    pub levels: Vec<(String, f64)>,
    /// Whether all numbers are decimal logarithms of those to be labelled.
    pub logarithmic: bool,
    /// Width and height in pixels.
    pub size: [f64; 2],
}

impl LineChart {
    /// The chart as SVG.
    pub fn svg(&self) -> Markup {
        svg(self.size[0], self.size[1], &self.title, &self.content())
    }

    fn content(&self) -> Markup {
        let [width, height] = self.size;
        let all = || self.lines.iter().flat_map(|line| &line.points);
        let x = Scale::over(all().map(|point| point.x), 0.0, [LEFT, width - RIGHT]);
        let values = all().flat_map(|point| point.interval.into_iter().flatten().chain([point.y]));
        let values = values.chain(self.levels.iter().map(|(_, value)| *value));
        let y = Scale::over(values, 0.04, [height - BOTTOM, TOP]);
        html! {
            text x=(LEFT) y="18" font-size="13" font-weight="bold" { (self.title) }
            (self.legend())
            (grid(x, y, &self.axis, if self.logarithmic { power } else { number }))
            @for (name, value) in &self.levels { (level(name, y.place(*value), x)) }
            @for (i, line) in self.lines.iter().enumerate() { (drawn(line, colour(i), x, y)) }
        }
    }

    fn legend(&self) -> Markup {
        let named = || self.lines.iter().enumerate().filter(|(_, line)| !line.name.is_empty());
        let step = (self.size[0] - LEFT - RIGHT) / named().count().max(1) as f64;
        html! {
            @for (place, (i, line)) in named().enumerate() {
                text x=(at(LEFT + step * place as f64)) y="35" font-size="11" fill=(colour(i)) {
                    (line.name)
                }
            }
        }
    }
}

fn grid(x: Scale, y: Scale, axis: &str, label: fn(f64) -> String) -> Markup {
    let [left, right] = x.ends();
    let [bottom, _] = y.ends();
    html! {
        @for tick in y.ticks(5.0) {
            @let height = y.place(tick);
            line x1=(left) x2=(right) y1=(at(height)) y2=(at(height))
                stroke=(if tick == 0.0 { "#888" } else { "#ddd" }) {}
            text x=(left - 6.0) y=(at(height + 4.0)) font-size="10" text-anchor="end" {
                (label(tick))
            }
        }
        @for tick in x.ticks((right - left) / 60.0) {
            text x=(at(x.place(tick))) y=(at(bottom + 15.0)) font-size="10" text-anchor="middle" {
                (label(tick))
            }
        }
        text x=(right) y=(at(bottom + 31.0)) font-size="11" text-anchor="end" fill="#444" { (axis) }
    }
}

fn level(name: &str, y: f64, x: Scale) -> Markup {
    let [left, right] = x.ends();
    html! {
        line x1=(left) x2=(right) y1=(at(y)) y2=(at(y)) stroke="#999" stroke-dasharray="4 3" {}
        text x=(right - 2.0) y=(at(y - 3.0)) font-size="10" text-anchor="end" fill="#555" { (name) }
    }
}

fn drawn(line: &Line, colour: &str, x: Scale, y: Scale) -> Markup {
    let place = |point: &Point| (x.place(point.x), y.place(point.y));
    html! {
        @if line.drawn != Drawn::Rings {
            polyline points=(points(line.points.iter().map(place))) fill="none" stroke=(colour)
                stroke-width="2" {}
        }
        @for point in &line.points {
            @let (px, py) = place(point);
            @if let Some([lo, hi]) = point.interval {
                line x1=(at(px)) x2=(at(px)) y1=(at(y.place(lo))) y2=(at(y.place(hi)))
                    stroke=(colour) {}
            }
            @match line.drawn {
                Drawn::Line => {}
                Drawn::DottedLine => circle cx=(at(px)) cy=(at(py)) r="3" fill=(colour) {},
                Drawn::Rings => circle cx=(at(px)) cy=(at(py)) r="4" fill="#fff" stroke=(colour)
                    stroke-width="2" {},
            }
        }
    }
}

/// Charts side by side in one picture.
pub fn panels(label: &str, charts: &[LineChart]) -> Markup {
    let height = charts.iter().map(|chart| chart.size[1]).fold(0.0, f64::max);
    let starts = charts.iter().scan(0.0, |end, chart| {
        let start = *end;
        *end += chart.size[0];
        Some(start)
    });
    let content = html! {
        @for (chart, start) in charts.iter().zip(starts) {
            g transform=(format!("translate({start} 0)")) { (chart.content()) }
        }
    };
    svg(charts.iter().map(|chart| chart.size[0]).sum(), height, label, &content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_given_is_drawn() {
        let rated = Point { x: 3.0, y: 40.0, interval: Some([30.0, 50.0]) };
        let chart = LineChart {
            title: "Elo".into(),
            axis: "hours".into(),
            lines: vec![
                Line::of("a", [1.0, 2.0]),
                Line { name: String::new(), drawn: Drawn::DottedLine, points: vec![rated] },
            ],
            levels: vec![("greedy@1".into(), 10.0)],
            logarithmic: false,
            size: [300.0, 200.0],
        };
        let svg = panels("two", &[chart.clone(), chart]).into_string();
        let parts = ["<svg", "<polyline", "<circle", "greedy"];
        assert_eq!(parts.map(|part| svg.matches(part).count()), [1, 4, 2, 2]);
        assert!(svg.contains("viewBox=\"0 0 600 200\"") && !svg.contains("NaN"), "{svg}");
    }
}
