//! The matrices of a network by name and in order: what the weights' order, their initial values and
//! the passes on plain arrays go through.

use crate::config::NetConfig;
use crate::kernels::layer::Shape;
use crate::slot::{EMBEDDING, Slot};
use crate::{DIRECTIONS, RESULTS, SQUARES};

/// Something about each matrix of a network.
#[derive(Clone, Debug)]
pub(crate) struct Parts<T> {
    pub(crate) stem: T,
    pub(crate) blocks: Vec<BlockParts<T>>,
    pub(crate) policy: T,
    pub(crate) end_turn: T,
    pub(crate) hidden: T,
    pub(crate) values: T,
    pub(crate) auxiliary: Option<AuxiliaryParts<T>>,
}

/// Of a residual block.
#[derive(Clone, Debug)]
pub(crate) struct BlockParts<T> {
    pub(crate) layers: Vec<T>,
    pub(crate) pool: Option<T>,
}

/// Of the heads that only teach.
#[derive(Clone, Debug)]
pub(crate) struct AuxiliaryParts<T> {
    pub(crate) squares: T,
    pub(crate) soon: T,
}

/// A matrix with its bias: the name of their tensors, without `.weight` and `.bias`, and its shape.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) shape: Shape,
}

impl Parts<Named> {
    /// The matrices of a network of these settings.
    pub(crate) fn of(config: &NetConfig) -> Self {
        let (channels, hidden) = (config.channels, config.value_hidden);
        let one = |name: &str, inputs, outputs| named(name, Shape { taps: 1, inputs, outputs });
        let around = Shape { taps: config.taps, inputs: channels, outputs: channels };
        let block = |index: usize| BlockParts {
            layers: (0..config.layers_per_block)
                .map(|at| named(&format!("blocks.{index}.layers.{at}"), around))
                .collect(),
            pool: config
                .pools(index)
                .then(|| named(&format!("blocks.{index}.pool"), Shape::pooled(channels, channels))),
        };
        Parts {
            stem: one("stem", config.features, channels),
            blocks: (0..config.blocks).map(block).collect(),
            policy: one("heads.policy", channels, DIRECTIONS),
            end_turn: named("heads.end_turn", Shape::pooled(channels, 1)),
            hidden: named("heads.hidden", Shape::pooled(channels, hidden)),
            values: one("heads.values", hidden, RESULTS + config.margin_bins + 1),
            auxiliary: config.auxiliary.then(|| AuxiliaryParts {
                squares: one("heads.auxiliary.squares", channels, DIRECTIONS + 1),
                soon: one("heads.auxiliary.soon", hidden, 1),
            }),
        }
    }
}

fn named(name: &str, shape: Shape) -> Named {
    Named { name: name.to_owned(), shape }
}

impl<T> Parts<T> {
    /// Something else about each of them.
    pub(crate) fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> Parts<U> {
        Parts {
            stem: f(&self.stem),
            blocks: self.blocks.iter().map(|block| block.map(&mut f)).collect(),
            policy: f(&self.policy),
            end_turn: f(&self.end_turn),
            hidden: f(&self.hidden),
            values: f(&self.values),
            auxiliary: self
                .auxiliary
                .as_ref()
                .map(|heads| AuxiliaryParts { squares: f(&heads.squares), soon: f(&heads.soon) }),
        }
    }
}

impl<T: Clone> Parts<T> {
    /// Of each both.
    ///
    /// # Panics
    /// Unless both are of the same network.
    pub(crate) fn zip<U: Clone>(&self, other: &Parts<U>) -> Parts<(T, U)> {
        let mut others = Vec::new();
        other.map(|part| others.push(part.clone()));
        let mut others = others.into_iter();
        self.map(|part| (part.clone(), others.next().expect("parts of the same network")))
    }
}

impl<T> BlockParts<T> {
    fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> BlockParts<U> {
        let layers = self.layers.iter().map(&mut f).collect();
        BlockParts { layers, pool: self.pool.as_ref().map(f) }
    }
}

/// The values of a network's tensors by name.
#[derive(Clone, Copy)]
pub(crate) struct Weights<'a> {
    pub(crate) slots: &'a [Slot],
    pub(crate) values: &'a [f32],
}

impl<'a> Weights<'a> {
    /// Where the tensor of this name is.
    pub(crate) fn slot(&self, name: &str) -> &'a Slot {
        let slot = self.slots.iter().find(|slot| slot.name == name);
        slot.unwrap_or_else(|| panic!("a network of these settings has a tensor `{name}`"))
    }

    /// Its values.
    pub(crate) fn get(&self, name: &str) -> &'a [f32] {
        &self.values[self.slot(name).range()]
    }

    /// Of a matrix `[taps * inputs, outputs]` and its bias `[outputs]`.
    pub(crate) fn matrix(&self, name: &str) -> [&'a [f32]; 2] {
        ["weight", "bias"].map(|part| self.get(&format!("{name}.{part}")))
    }

    /// What each square adds to the stem's bias, `[50, C]`.
    pub(crate) fn squares(&self) -> &'a [f32] {
        let squares = self.get(EMBEDDING);
        debug_assert_eq!(squares.len() % SQUARES, 0);
        squares
    }
}
