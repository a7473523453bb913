//! A picture of estimates: a row for each variant, in it a mark with its interval for each player.

use maud::{Markup, html};

use salta_stats::Interval;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 34.0;
const LINE: f64 = 13.0;

/// Colours that the colour-blind tell apart, dark enough for print (Okabe and Ito 2008); each has a
/// mark of its own too.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9"];

/// What is drawn.
pub(super) struct Plot {
    /// What the axis counts.
    pub(super) axis: String,
    /// Names of the series, one mark each.
    pub(super) series: Vec<String>,
    /// Names of the rows with an interval for each series.
    pub(super) rows: Vec<(String, Vec<Option<Interval>>)>,
}

impl Plot {
    /// Whether there is anything to draw.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.iter().all(|(_, found)| found.iter().all(Option::is_none))
    }

    /// The picture, complete in itself.
    pub(super) fn svg(&self) -> Markup {
        let scale = Scale::of(self.rows.iter().flat_map(|(_, found)| found.iter().flatten()));
        let row_height = LINE * (self.series.len() as f64 + 1.0);
        let bottom = TOP + row_height * self.rows.len() as f64;
        let height = bottom + 42.0;
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}"))
                width=(WIDTH) height=(height) role="img" aria-label=(self.axis)
                font-family="sans-serif" font-size="12" fill="#222" {
                rect width=(WIDTH) height=(height) fill="#fff" {}
                (self.legend())
                @for tick in scale.ticks() {
                    line x1=(at(scale.x(tick))) x2=(at(scale.x(tick))) y1=(at(TOP)) y2=(at(bottom))
                        stroke="#ddd" {}
                    text x=(at(scale.x(tick))) y=(at(bottom + 15.0)) text-anchor="middle" {
                        (number(tick))
                    }
                }
                text x=(at((LEFT + WIDTH - RIGHT) / 2.0)) y=(at(bottom + 34.0))
                    text-anchor="middle" fill="#444" { (self.axis) }
                @for (i, (name, found)) in self.rows.iter().enumerate() {
                    (row(name, found, scale, TOP + row_height * i as f64, row_height))
                }
            }
        }
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

fn row(name: &str, found: &[Option<Interval>], scale: Scale, top: f64, height: f64) -> Markup {
    html! {
        line x1="0" x2=(WIDTH) y1=(at(top)) y2=(at(top)) stroke="#bbb" {}
        text x=(at(LEFT - 10.0)) y=(at(top + height / 2.0 + 4.0)) text-anchor="end" { (name) }
        @for (i, found) in found.iter().enumerate() {
            @if let Some(found) = found { (bar(i, found, scale, top + LINE * (i as f64 + 1.0))) }
        }
    }
}

fn bar(series: usize, of: &Interval, scale: Scale, y: f64) -> Markup {
    let (lo, hi) = (scale.x(of.lo), scale.x(of.hi));
    html! {
        line x1=(at(lo)) x2=(at(hi)) y1=(at(y)) y2=(at(y))
            stroke=(COLOURS[series % COLOURS.len()]) stroke-width="2" {}
        (mark(series, scale.x(of.estimate), y))
    }
}

/// The mark of a series: circle, square, triangle or diamond, filled for the first four series.
fn mark(series: usize, x: f64, y: f64) -> Markup {
    let colour = COLOURS[series % COLOURS.len()];
    let fill = if series < 4 { colour } else { "#fff" };
    let points = |points: &[(f64, f64)]| {
        let words = points.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy));
        words.collect::<Vec<_>>().join(" ")
    };
    html! {
        @match series % 4 {
            0 => circle cx=(at(x)) cy=(at(y)) r="4" fill=(fill) stroke=(colour) {},
            1 => rect x=(at(x - 3.6)) y=(at(y - 3.6)) width="7.2" height="7.2" fill=(fill)
                stroke=(colour) {},
            2 => polygon points=(points(&[(0.0, -4.8), (4.4, 3.6), (-4.4, 3.6)])) fill=(fill)
                stroke=(colour) {},
            _ => polygon points=(points(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)]))
                fill=(fill) stroke=(colour) {},
        }
    }
}

/// Where numbers lie on the picture.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    lo: f64,
    hi: f64,
}

impl Scale {
    fn of<'a>(intervals: impl Iterator<Item = &'a Interval>) -> Scale {
        let ends: Vec<f64> =
            intervals.flat_map(|i| [i.lo, i.hi, i.estimate]).filter(|x| x.is_finite()).collect();
        let lo = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let hi = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if ends.is_empty() {
            return Scale { lo: 0.0, hi: 1.0 };
        }
        let room = (0.04 * (hi - lo)).max(1e-3 * hi.abs().max(lo.abs())).max(1e-9);
        Scale { lo: lo - room, hi: hi + room }
    }

    fn x(self, value: f64) -> f64 {
        let share = (value.clamp(self.lo, self.hi) - self.lo) / (self.hi - self.lo);
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn ticks(self) -> Vec<f64> {
        let rough = (self.hi - self.lo) / 6.0;
        let power = 10.0_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(rough);
        let (first, last) = ((self.lo / step).ceil() as i64, (self.hi / step).floor() as i64);
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

fn at(pixels: f64) -> String {
    format!("{pixels:.1}")
}

/// A tick's number without the dust of binary fractions.
fn number(tick: f64) -> String {
    let text = format!("{tick:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_marks_differ() {
        let interval = |lo, hi| Interval { estimate: (lo + hi) / 2.0, lo, hi };
        let scale = Scale::of([interval(-0.31, 0.2), interval(0.0, 0.69)].iter());
        let ticks: Vec<String> = scale.ticks().into_iter().map(number).collect();
        assert_eq!(ticks, ["-0.2", "0", "0.2", "0.4", "0.6"]);
        let marks: std::collections::HashSet<String> =
            (0..6).map(|series| mark(series, 1.0, 1.0).into_string()).collect();
        assert_eq!(marks.len(), 6);
    }

    #[test]
    fn one_value_and_infinite_ends_can_be_drawn() {
        let one = Interval { estimate: 120.0, lo: 120.0, hi: 120.0 };
        let wide = Interval { estimate: 119.0, lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        let rows = vec![("a".into(), vec![Some(one), Some(wide)]), ("b".into(), vec![None, None])];
        let plot = Plot { axis: "plies".into(), series: vec!["x".into(), "y".into()], rows };
        let svg = plot.svg().into_string();
        assert!(!plot.is_empty() && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
