//! Networks prepared for int8: how large their values become is taken from the positions of some games.

use rand::RngExt;
use salta_core::{Action, Position, Variant};
use salta_env::{Encoding, Precision, generator};

use crate::SQUARES;
use crate::config::{ConfigError, NetConfig};
use crate::exact::Exact;
use crate::kernels::dot::Instructions;
use crate::network::Network;

/// Games of each variant.
const GAMES: u64 = 32;
/// The longest of them, for rules without a limit.
const MOST_ACTIONS: u32 = 400;
/// Every so many actions a position is taken.
const EVERY: u32 = 7;

impl Network {
    /// The same network computed in int8, its ranges taken from games of these variants
    /// ([`observations`]). One that is in int8 already keeps the ranges it has.
    ///
    /// ```
    /// use salta_core::Variant;
    /// use salta_net::{Inference, NetConfig, Network};
    ///
    /// let variant = Variant::named("walker").unwrap();
    /// let network = Network::new(&NetConfig { channels: 8, ..NetConfig::default() }, 1)?;
    /// let int8 = network.to_int8(&[variant])?;
    /// assert_eq!(int8.precision().name(), "int8");
    /// let outputs = Inference::new(&int8).infer(&vec![0.0; 50 * 53], 1);
    /// assert!(outputs.are_finite());
    /// # Ok::<(), salta_net::ConfigError>(())
    /// ```
    ///
    /// # Errors
    /// If one of its blocks cannot be computed in int8, it reads no known encoding, or there are no
    /// variants.
    pub fn to_int8(&self, variants: &[Variant]) -> Result<Network, ConfigError> {
        if self.ranges().is_some() {
            return Ok(self.clone());
        }
        let config = NetConfig { precision: Precision::Int8, ..self.config().clone() };
        config.validate()?;
        let encoding = config.encoding().filter(|_| !variants.is_empty());
        let why = "there are no games of a known variant to calibrate it on";
        let encoding = encoding.ok_or_else(|| ConfigError {
            key: "precision",
            value: Precision::Int8.to_string(),
            why: why.into(),
        })?;
        let exact = Exact::new(Instructions::best(), self, None).expect("settings that have int8");
        let observations = observations(variants, encoding);
        let batch = observations.len() / (SQUARES * encoding.features());
        Ok(self.with_ranges(Some(exact.ranges(&observations, batch))))
    }
}

/// Observations `[N, 50, F]` of positions from start to end of games in which both sides make for
/// their goals: of two actions drawn at random the one that leaves less way is played. The same on
/// every machine.
pub fn observations(variants: &[Variant], encoding: Encoding) -> Vec<f32> {
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
