//! Estimates with their intervals: one row per name, with a mark and a bar for each series.

use maud::{Markup, html};

use super::scale::{Scale, number};
use super::svg::{at, colour, mark, svg};

const WIDTH: f64 = 760.0;
const RIGHT: f64 = 24.0;
/// Height per mark, in pixels.
const LINE: f64 = 13.0;
/// Ticks on the axis, roughly.
const TICKS: f64 = 6.0;

/// A chart of estimates.
pub struct IntervalChart {
    /// The label of the axis.
    pub axis: String,
    /// Names of the series for the legend; empty for a single series without a name.
    pub series: Vec<String>,
    /// Names of the rows, each with `[estimate, lo, hi]` for each series where it is known.
    pub rows: Vec<(String, Vec<Option<[f64; 3]>>)>,
    /// A value to compare with, such as 50 % of the score.
    pub reference: Option<f64>,
}

impl IntervalChart {
    /// Whether there is anything to draw.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|(_, found)| found.iter().all(Option::is_none))
    }

    /// The chart as SVG.
    pub fn svg(&self) -> Markup {
        let longest = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let left = (7.0 * longest as f64 + 20.0).clamp(80.0, 300.0);
        let values = self.rows.iter().flat_map(|(_, found)| found.iter().flatten().flatten());
        let values = values.copied().chain(self.reference);
        let scale = Scale::over(values, 0.04, [left, WIDTH - RIGHT]);
        let height = LINE * (self.series.len().max(1) as f64 + 1.0);
        let top = if self.series.is_empty() { 8.0 } else { 34.0 };
        let bottom = top + height * self.rows.len() as f64;
        let content = html! {
            (self.legend())
            (axis(scale, top, bottom, &self.axis))
            @if let Some(value) = self.reference {
                @let x = at(scale.place(value));
                line x1=(x) x2=(x) y1=(at(top)) y2=(at(bottom)) stroke="#888" stroke-width="2" {}
            }
            @for (i, (name, found)) in self.rows.iter().enumerate() {
                (row(name, found, scale, top + height * i as f64, height))
            }
        };
        svg(WIDTH, bottom + 42.0, &self.axis, &content)
    }

    fn legend(&self) -> Markup {
        let step = (WIDTH - 20.0) / self.series.len().max(1) as f64;
        html! {
            @for (i, name) in self.series.iter().enumerate() {
                (mark(i, 16.0 + step * i as f64, 14.0))
                text x=(at(26.0 + step * i as f64)) y="18" { (name) }
            }
        }
    }
}

fn axis(scale: Scale, top: f64, bottom: f64, name: &str) -> Markup {
    let [left, right] = scale.ends();
    html! {
        @for tick in scale.ticks(TICKS) {
            @let x = at(scale.place(tick));
            line x1=(x) x2=(x) y1=(at(top)) y2=(at(bottom)) stroke="#ddd" {}
            text x=(x) y=(at(bottom + 15.0)) text-anchor="middle" { (number(tick)) }
        }
        text x=(at((left + right) / 2.0)) y=(at(bottom + 34.0)) text-anchor="middle" fill="#444" {
            (name)
        }
    }
}

fn row(name: &str, found: &[Option<[f64; 3]>], scale: Scale, top: f64, height: f64) -> Markup {
    html! {
        line x1="0" x2=(WIDTH) y1=(at(top)) y2=(at(top)) stroke="#bbb" {}
        text x=(at(scale.ends()[0] - 10.0)) y=(at(top + height / 2.0 + 4.0)) text-anchor="end" {
            (name)
        }
        @for (i, found) in found.iter().enumerate() {
            @if let Some(found) = found { (bar(i, *found, scale, top + LINE * (i as f64 + 1.0))) }
        }
    }
}

fn bar(series: usize, [estimate, lo, hi]: [f64; 3], scale: Scale, y: f64) -> Markup {
    html! {
        line x1=(at(scale.place(lo))) x2=(at(scale.place(hi))) y1=(at(y)) y2=(at(y))
            stroke=(colour(series)) stroke-width="2" {}
        @if estimate.is_finite() { (mark(series, scale.place(estimate), y)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_ends_can_be_drawn() {
        let wide = [119.0, f64::NEG_INFINITY, f64::INFINITY];
        let rows =
            vec![("a".into(), vec![Some([120.0; 3]), Some(wide)]), ("b".into(), vec![None, None])];
        let (axis, series) = ("plies".into(), vec!["x".into(), "y".into()]);
        let chart = IntervalChart { axis, series, rows, reference: Some(100.0) };
        let svg = chart.svg().into_string();
        assert!(!chart.is_empty() && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let place = |chart: &IntervalChart| {
            let svg = chart.svg().into_string();
            svg.split("stroke=\"#888\"").next().map(str::len).filter(|len| *len < svg.len())
        };
        assert!(place(&chart).is_some());
        assert_eq!(place(&IntervalChart { reference: None, ..chart }), None);
    }
}
