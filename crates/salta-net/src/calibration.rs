//! Calibration for int8: measures the ranges of a network's values on positions from some games.

use rand::RngExt;
use salta_core::{Action, Position, Variant};
use salta_env::{Encoding, Precision, generator};

use crate::SQUARES;
use crate::config::{ConfigError, NetConfig};
use crate::forward::Forward;
use crate::kernels::dot::Instructions;
use crate::network::Network;

/// Number of games per variant.
const GAMES: u64 = 32;
/// Maximum length of these games in actions, for rules without a move limit.
const MOST_ACTIONS: u32 = 400;
/// Interval in actions between two sampled positions.
const EVERY: u32 = 7;

impl Network {
    /// The same network computed in this precision. For int8, the ranges of its values are measured
    /// on games of these variants ([`observations`]), unless it already has ranges.
    ///
    /// ```
    /// use salta_core::Variant;
    /// use salta_env::Precision;
    /// use salta_net::{Inference, NetConfig, Network};
    ///
    /// let variant = Variant::named("walker").unwrap();
    /// let network = Network::new(&NetConfig { channels: 8, ..NetConfig::default() }, 1)?;
    /// let int8 = network.in_precision(Precision::Int8, [&variant])?;
    /// assert_eq!((network.precision(), int8.precision()), (Precision::F32, Precision::Int8));
    /// let outputs = Inference::new(&int8).infer(&vec![0.0; 50 * 53], 1);
    /// assert!(outputs.are_finite());
    /// # Ok::<(), salta_net::ConfigError>(())
    /// ```
    ///
    /// # Errors
    /// In int8, if a block supports only f32, the network reads no known encoding, there are no
    /// variants, or its values overflow.
    pub fn in_precision<'a>(
        &self,
        precision: Precision,
        variants: impl IntoIterator<Item = &'a Variant>,
    ) -> Result<Network, ConfigError> {
        if precision == Precision::F32 || self.precision() == precision {
            return Ok(self.with_ranges(self.ranges().filter(|_| precision == Precision::Int8)));
        }
        let config = NetConfig { precision, ..self.config().clone() };
        config.validate()?;
        let error = |why: &str| ConfigError {
            key: "precision",
            value: precision.to_string(),
            why: why.into(),
        };
        let encoding =
            config.encoding().ok_or_else(|| error("the network reads no known encoding"))?;
        let observations = observations(variants, encoding);
        if observations.is_empty() {
            return Err(error("there are no games of a known variant to calibrate the network on"));
        }
        let batch = observations.len() / (SQUARES * encoding.features());
        let exact = Forward::exact(Instructions::best(), self, None);
        let exact = exact.expect("settings that have int8");
        let ranges = exact.ranges(&observations, batch);
        if !ranges.fit(&self.graph()) {
            return Err(error("the network's values overflow in the games that calibrate it"));
        }
        Ok(self.with_ranges(Some(&ranges)))
    }
}

/// Observations `[N, 50, F]` of positions from games in which both sides head for their goals: each
/// action is the one of two random actions that leaves the smaller distance. Identical on every
/// machine.
pub fn observations<'a>(
    variants: impl IntoIterator<Item = &'a Variant>,
    encoding: Encoding,
) -> Vec<f32> {
    let mut observations = Vec::new();
    for variant in variants {
        for number in 0..GAMES {
            play(variant, number, |position| {
                let start = observations.len();
                observations.resize(start + SQUARES * encoding.features(), 0.0);
                encoding.encode(variant, position, &mut observations[start..]);
            });
        }
    }
    observations
}

fn play(variant: &Variant, number: u64, mut take: impl FnMut(&Position)) {
    let mut random = generator(0, "calibration", number);
    let mut position = variant.start();
    for count in 0..MOST_ACTIONS {
        if variant.is_over(&position) {
            return;
        }
        let mover = position.to_move();
        let legal = variant.legal(&position);
        let mut draw =
            || legal.nth(mover, random.random_range(0..legal.len())).expect("a rank in range");
        let way = |action: &Action| {
            let mut next = position;
            variant.apply(&mut next, *action);
            next.distance(mover)
        };
        let action = [draw(), draw()].into_iter().min_by_key(way).expect("two actions");
        if (count + number as u32).is_multiple_of(EVERY) {
            take(&position);
        }
        variant.apply(&mut position, action);
    }
}
