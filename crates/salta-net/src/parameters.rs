//! All weights of a network as one flat vector, in a fixed order: the stem, the squares' embedding,
//! block after block, the heads; of each its matrix, then its bias.
//!
//! Adam, the moving average, clipping and files are then plain loops over numbers, the same on every
//! run and any number of threads.

use crate::SQUARES;
use crate::config::NetConfig;
use crate::parts::{Named, Parts};
use crate::slot::EMBEDDING;

pub use crate::slot::Slot;

/// The tensors of a network of these settings, in order.
pub fn slots(config: &NetConfig) -> Vec<Slot> {
    let mut slots = Slots::default();
    Parts::of(config).map(|part| slots.matrix(part, config));
    slots.0
}

#[derive(Default)]
struct Slots(Vec<Slot>);

impl Slots {
    fn matrix(&mut self, part: &Named, config: &NetConfig) {
        let Named { name, shape } = part;
        self.push(format!("{name}.weight"), vec![shape.rows(), shape.outputs]);
        self.push(format!("{name}.bias"), vec![shape.outputs]);
        if name == "stem" {
            self.push(EMBEDDING.to_owned(), vec![SQUARES, config.channels]);
        }
    }

    fn push(&mut self, name: String, shape: Vec<usize>) {
        let start = self.0.last().map_or(0, |slot| slot.range().end);
        self.0.push(Slot { name, shape, start });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_lie_side_by_side_from_the_start() {
        let config = NetConfig { features: 3, channels: 8, blocks: 2, ..NetConfig::default() };
        let slots = slots(&config);
        let mut next = 0;
        for slot in &slots {
            assert_eq!(slot.start, next);
            next = slot.range().end;
        }
        assert!(slots.iter().any(|slot| slot.name == "blocks.1.layers.0.weight"));
        assert!(slots.iter().any(|slot| slot.name == "squares" && !slot.is_matrix()));
    }
}
