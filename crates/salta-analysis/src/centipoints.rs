//! Margins in hundredths of a point.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

use serde::{Serialize, Serializer};

/// A margin, or a part of one, in hundredths of a point, so that sums are exact. It is displayed in
/// points with two decimals (`-0.25`), and serialised to JSON as a number of points.
///
/// ```
/// use salta_analysis::Centipoints;
///
/// let lost = Centipoints(30) + Centipoints(-5);
/// assert_eq!(format!("{lost} {lost:+}"), "0.25 +0.25");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Centipoints(pub i32);

impl Centipoints {
    /// Zero.
    pub const ZERO: Centipoints = Centipoints(0);
    /// The smallest margin that counts as a lead: one point.
    pub const LEAD: Centipoints = Centipoints(100);

    /// The nearest hundredth to a number of points.
    pub(crate) fn of_points(points: f32) -> Centipoints {
        Centipoints((100.0 * f64::from(points)).round() as i32)
    }

    /// The middle of bounds in points.
    pub(crate) const fn middle((lo, hi): (i32, i32)) -> Centipoints {
        Centipoints(50 * (lo + hi))
    }

    /// As a number of points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// The absolute value.
    pub const fn abs(self) -> Centipoints {
        Centipoints(self.0.abs())
    }
}

impl fmt::Display for Centipoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.sign_plus() {
            write!(f, "{:+.2}", self.points())
        } else {
            write!(f, "{:.2}", self.points())
        }
    }
}

impl Serialize for Centipoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.points())
    }
}

impl Add for Centipoints {
    type Output = Centipoints;

    fn add(self, other: Centipoints) -> Centipoints {
        Centipoints(self.0 + other.0)
    }
}

impl Sub for Centipoints {
    type Output = Centipoints;

    fn sub(self, other: Centipoints) -> Centipoints {
        self + -other
    }
}

impl Neg for Centipoints {
    type Output = Centipoints;

    fn neg(self) -> Centipoints {
        Centipoints(-self.0)
    }
}

impl Sum for Centipoints {
    fn sum<I: Iterator<Item = Centipoints>>(parts: I) -> Centipoints {
        parts.fold(Centipoints::ZERO, Add::add)
    }
}
