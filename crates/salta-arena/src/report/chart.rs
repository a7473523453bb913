//! Ratings with their intervals as a picture (SVG).

use maud::{Markup, html};

use crate::summary::{Standing, TournamentSummary};
use salta_stats::Interval;

/// Sizes in pixels.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 260.0;
const RIGHT: f64 = 20.0;
const ROW: f64 = 24.0;

/// Elo at the ends of the picture.
#[derive(Clone, Copy)]
struct Scale {
    lo: f64,
    hi: f64,
}

impl Scale {
    /// Holds all that is finite, with some room.
    fn of(standings: &[Standing]) -> Scale {
        let ends = |elo: &Interval| [elo.estimate, elo.lo, elo.hi];
        let all = standings.iter().filter_map(|found| found.elo.as_ref()).flat_map(ends);
        let finite: Vec<f64> = all.filter(|elo| elo.is_finite()).chain([0.0]).collect();
        let (lo, hi) =
            finite.iter().fold((0.0_f64, 0.0_f64), |(lo, hi), x| (lo.min(*x), hi.max(*x)));
        let room = 0.05 * (hi - lo).max(20.0);
        Scale { lo: lo - room, hi: hi + room }
    }

    /// Where an Elo number lies; infinite ones at the edge.
    fn x(self, elo: f64) -> f64 {
        let share = (elo.clamp(self.lo, self.hi) - self.lo) / (self.hi - self.lo);
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    /// Round numbers for the axis.
    fn ticks(self) -> Vec<f64> {
        let rough = (self.hi - self.lo) / 6.0;
        let power = 10.0_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(rough);
        let (first, last) = ((self.lo / step).ceil() as i64, (self.hi / step).floor() as i64);
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

/// A row for each player: a dot at its rating, a bar over the interval.
pub(super) fn chart(of: &TournamentSummary) -> Markup {
    let scale = Scale::of(&of.standings);
    let height = ROW * (of.standings.len() as f64 + 1.5);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}"))
            width=(WIDTH) height=(height) role="img" aria-label="Elo with 95 % intervals" {
            @for tick in scale.ticks() {
                line.grid x1=(at(scale.x(tick))) x2=(at(scale.x(tick))) y1="0"
                    y2=(at(height - ROW)) {}
                text.tick x=(at(scale.x(tick))) y=(at(height - 8.0)) { (tick) }
            }
            @for (rank, found) in of.standings.iter().enumerate() {
                (row(found, scale, ROW * (rank as f64 + 0.75)))
            }
        }
    }
}

fn row(found: &Standing, scale: Scale, y: f64) -> Markup {
    html! {
        text.name x=(at(LEFT - 12.0)) y=(at(y + 4.0)) { (found.player) }
        @if let Some(elo) = &found.elo {
            line.bar x1=(at(scale.x(elo.lo))) x2=(at(scale.x(elo.hi))) y1=(at(y)) y2=(at(y)) {}
            @if elo.estimate.is_finite() {
                circle.dot cx=(at(scale.x(elo.estimate))) cy=(at(y)) r="4" {}
            }
        }
    }
}

fn at(pixels: f64) -> String {
    format!("{pixels:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(Scale { lo: -310.0, hi: 690.0 }.ticks(), [-200.0, 0.0, 200.0, 400.0, 600.0]);
        assert_eq!(Scale { lo: -6.0, hi: 6.0 }.ticks(), [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0]);
    }

    #[test]
    fn infinite_ratings_stay_in_the_picture() {
        let scale = Scale { lo: -100.0, hi: 100.0 };
        assert_eq!(scale.x(f64::NEG_INFINITY), LEFT);
        assert_eq!(scale.x(f64::INFINITY), WIDTH - RIGHT);
        assert_eq!(scale.x(0.0), (LEFT + WIDTH - RIGHT) / 2.0);
    }
}
