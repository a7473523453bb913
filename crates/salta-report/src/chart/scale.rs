//! Axes: the pixel of each number, and the numbers that are labelled.

#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    lo: f64,
    hi: f64,
    pixels: [f64; 2],
}

impl Scale {
    /// An axis on `pixels` that covers all finite `values`, with `room` at both ends as a share of
    /// its length; 0–1 without any values.
    pub(super) fn over(values: impl Iterator<Item = f64>, room: f64, pixels: [f64; 2]) -> Scale {
        let ends =
            values.filter(|value| value.is_finite()).fold(None, |ends: Option<(f64, f64)>, x| {
                Some(ends.map_or((x, x), |(lo, hi)| (lo.min(x), hi.max(x))))
            });
        let Some((lo, hi)) = ends else { return Scale { lo: 0.0, hi: 1.0, pixels } };
        // Labels have six decimals, so those of a shorter axis would all be the same.
        let least = if hi > lo { 0.0 } else { (1e-3 * hi.abs()).max(1e-3) };
        let room = (room * (hi - lo)).max(least);
        Scale { lo: lo - room, hi: hi + room, pixels }
    }

    /// The pixel of a number, clamped to the axis.
    pub(super) fn place(self, value: f64) -> f64 {
        let share = (value.clamp(self.lo, self.hi) - self.lo) / (self.hi - self.lo);
        self.pixels[0] + share * (self.pixels[1] - self.pixels[0])
    }

    pub(super) const fn ends(self) -> [f64; 2] {
        self.pixels
    }

    /// Round numbers on the axis, about `count` of them.
    pub(super) fn ticks(self, count: f64) -> Vec<f64> {
        let rough = (self.hi - self.lo) / count;
        let power = 10.0_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(rough);
        let (first, last) = ((self.lo / step).ceil() as i64, (self.hi / step).floor() as i64);
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

/// A tick's label, without rounding noise.
pub(super) fn number(tick: f64) -> String {
    let text = format!("{tick:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// The label of a tick that is a decimal logarithm: the number itself, to two digits.
pub(super) fn power(tick: f64) -> String {
    let exponent = tick.floor();
    let digits = (10.0 * 10.0_f64.powf(tick - exponent)).round() / 10.0;
    let value = digits * 10.0_f64.powf(exponent);
    let is_short = (1e-3..1e5).contains(&value);
    if is_short { number(value) } else { format!("{}e{exponent}", number(digits)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_labelled_with_their_numbers() {
        let ticks = [-0.5, 0.0, 0.2, 3.0, 9.0, 9.5];
        assert_eq!(ticks.map(power), ["0.32", "1", "1.6", "1000", "1e9", "3.2e9"]);
    }

    fn ticks(values: [f64; 2]) -> Vec<String> {
        let scale = Scale::over(values.into_iter(), 0.04, [0.0, 100.0]);
        scale.ticks(6.0).into_iter().map(number).collect()
    }

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks([-0.31, 0.69]), ["-0.2", "0", "0.2", "0.4", "0.6"]);
        assert_eq!(ticks([-310.0, 690.0]), ["-200", "0", "200", "400", "600"]);
        let mut zeros = ticks([0.0, 0.0]);
        assert!(zeros.len() > 2, "{zeros:?}");
        zeros.dedup();
        assert_eq!(zeros.len(), ticks([0.0, 0.0]).len(), "{zeros:?}");
    }

    #[test]
    fn infinite_numbers_lie_at_the_ends_and_one_number_in_the_middle() {
        let of = |values: &[f64]| Scale::over(values.iter().copied(), 0.0, [100.0, 300.0]);
        let scale = of(&[-100.0, f64::INFINITY, 100.0]);
        let places = [f64::NEG_INFINITY, 0.0, f64::INFINITY].map(|value| scale.place(value));
        assert_eq!(places, [100.0, 200.0, 300.0]);
        assert_eq!(of(&[120.0]).place(120.0), 200.0);
        assert_eq!(of(&[]).place(0.5), 200.0);
    }
}
