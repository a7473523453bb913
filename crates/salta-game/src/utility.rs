//! The utility of a result: winning, points, or a mix of both.

use salta_search::MoverValue;
use serde::{Deserialize, Serialize};

/// A mix of the result's sign and its points, `win_weight * sign + (1 - win_weight) * points`,
/// where points are the margin over `margin_scale`, clamped to ±1. The scale is fixed: the same
/// margin is worth the same in every position, node and game.
///
/// `win_weight = 1` plays for the win alone, 0 for points alone.
///
/// ```
/// use salta_game::Utility;
///
/// let mixed = Utility { win_weight: 0.5, margin_scale: 40.0 };
/// assert_eq!(mixed.of_margin(20.0), 0.75); // half for the win, half of 20/40
/// assert_eq!(mixed.of_margin(-80.0), -1.0); // clamped
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Utility {
    /// Weight of winning against points: with 1 only wins count, with 0 only points.
    pub win_weight: f32,
    /// Margin in points that has a utility of ±1; larger margins are clamped.
    pub margin_scale: f32,
}

impl Default for Utility {
    fn default() -> Utility {
        Utility { win_weight: 0.5, margin_scale: 40.0 }
    }
}

impl Utility {
    /// Utility in [−1, 1] of a margin, from the same player's view as the margin.
    pub fn of_margin(&self, margin: f32) -> f32 {
        let sign = if margin == 0.0 { 0.0 } else { margin.signum() };
        self.mix(sign, margin)
    }

    /// Utility of a network's evaluation: probabilities of win, draw and loss, and expected margin,
    /// all for the mover.
    ///
    /// ```
    /// use salta_game::Utility;
    /// use salta_search::MoverValue;
    ///
    /// let utility = Utility { win_weight: 0.5, margin_scale: 40.0 };
    /// let value = utility.of_outputs([0.5, 0.25, 0.25], 10.0);
    /// assert_eq!(value, MoverValue(0.25)); // half of 0.5 − 0.25, half of 10/40
    /// ```
    pub fn of_outputs(&self, wdl: [f32; 3], margin: f32) -> MoverValue {
        MoverValue(self.mix(wdl[0] - wdl[2], margin))
    }

    /// The ranges that [`is_valid`](Self::is_valid) requires, worded to follow the key in an error.
    pub const RANGES: &str = "win_weight is from 0 to 1, margin_scale from 0.001 to 1e6";

    /// Whether both numbers are in range: a weight from 0 to 1, and a scale from 0.001 to 1e6.
    pub fn is_valid(&self) -> bool {
        (0.0..=1.0).contains(&self.win_weight) && (1e-3..=1e6).contains(&self.margin_scale)
    }

    fn mix(&self, sign: f32, margin: f32) -> f32 {
        let points = (margin / self.margin_scale).clamp(-1.0, 1.0);
        self.win_weight * sign + (1.0 - self.win_weight) * points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_alone_and_points_alone() {
        let wins = Utility { win_weight: 1.0, margin_scale: 40.0 };
        assert_eq!([3.0, -39.0, 0.0].map(|margin| wins.of_margin(margin)), [1.0, -1.0, 0.0]);
        assert_eq!(wins.of_outputs([0.75, 0.0, 0.25], -40.0), MoverValue(0.5));
        let points = Utility { win_weight: 0.0, margin_scale: 50.0 };
        assert_eq!([5.0, -60.0].map(|margin| points.of_margin(margin)), [0.1, -1.0]);
        assert_eq!(points.of_outputs([1.0, 0.0, 0.0], -5.0), MoverValue(-0.1));
    }

    #[test]
    fn a_file_may_leave_out_a_key_but_not_add_one() {
        let utility: Utility = toml::from_str("win_weight = 1.0").unwrap();
        assert_eq!(utility, Utility { win_weight: 1.0, ..Utility::default() });
        assert!(toml::from_str::<Utility>("min_max = true").is_err());
    }

    #[test]
    fn numbers_out_of_range_are_not_valid() {
        assert!(Utility::default().is_valid());
        assert!(!Utility { win_weight: 1.5, ..Utility::default() }.is_valid());
        assert!(!Utility { margin_scale: 0.0, ..Utility::default() }.is_valid());
    }
}
