//! Quantisation ranges: how large the values of a network become, which determines the scale of
//! bytes in int8.

use serde::{Deserialize, Serialize};

use crate::graph::Graph;
use crate::values::Id;

/// The largest number in each value of a network over some positions, by the number of the value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ranges(Vec<f32>);

impl Ranges {
    /// Ranges from the largest values, none of them negative; rounded up to eight significant bits,
    /// so that they survive conversion to text.
    pub(crate) fn new(largest: Vec<f32>) -> Ranges {
        let up = |range: f32| f32::from_bits((range.to_bits() + 0xffff) & !0xffff);
        Ranges(largest.into_iter().map(up).collect())
    }

    pub(crate) fn of(&self, id: Id) -> f32 {
        self.0[id]
    }

    pub(crate) fn fit(&self, graph: &Graph) -> bool {
        let finite = self.0.iter().all(|range| range.is_finite() && *range >= 0.0);
        finite && self.0.len() == graph.shapes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NetConfig, architecture};

    #[test]
    fn every_value_has_a_range_from_zero_on() {
        let graph = architecture::graph(&NetConfig { channels: 4, ..NetConfig::default() });
        let values = graph.shapes.len();
        assert!(Ranges::new(vec![1.5; values]).fit(&graph));
        assert!(!Ranges::new(vec![1.5; values - 1]).fit(&graph));
        for bad in [-1.0, f32::INFINITY] {
            let mut ranges = vec![1.5; values];
            ranges[values / 2] = bad;
            assert!(!Ranges(ranges).fit(&graph), "{bad}");
        }
    }
}
