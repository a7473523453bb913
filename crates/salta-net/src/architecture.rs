//! Builds the network that the settings describe: a stem, blocks, heads.
//!
//! Blocks do not normalise by default. The last layer of each block starts at zero and the others
//! are scaled down, so a new network consists of its stem only and trains stably at any depth
//! (Fixup, Zhang et al. 2019, §3).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::SQUARES;
use crate::config::NetConfig;
use crate::config::block::{Attention, Block, Bottleneck, Plain, Residual};
use crate::graph::Graph;
use crate::heads::{self, HEADS, HIDDEN, MATRICES, Source};
use crate::kernels::layer;
use crate::ops::attention::{self, RELATIONS};
use crate::ops::dense::{Dense, Matrix};
use crate::ops::normalise::Normalise;
use crate::ops::pool::Pool;
use crate::taps::Taps;
use crate::values::{Channels, FEATURES, Id, Shape};

/// Gain of the heads' matrices: small enough that a new network's outputs are nearly uniform, but
/// large enough for gradients to flow.
const HEAD_GAIN: f32 = 0.1;

/// Standard deviation of the embedding of the squares, which is added to the stem.
const SQUARES_STD: f32 = 0.1;

pub(crate) fn graph(config: &NetConfig) -> Graph {
    let features = Shape { rows: SQUARES, channels: config.features };
    let blocks = config.trunk();
    let mut builder = Builder {
        config,
        depth: blocks.len().max(1),
        graph: Graph::new(features),
        taps: BTreeMap::new(),
        pooled: Arc::new(Taps::pooled()),
        alone: Arc::new(Taps::itself(1)),
    };
    let mut trunk = builder.stem();
    for (index, block) in blocks.iter().enumerate() {
        let name = format!("blocks.{index}");
        trunk = match block {
            Block::Residual(block) => builder.residual(&name, trunk, block),
            Block::Bottleneck(block) => builder.bottleneck(&name, trunk, block),
            Block::Plain(block) => builder.plain(&name, trunk, block),
            Block::Attention(block) => builder.attention(&name, trunk, block),
        };
    }
    builder.heads(trunk);
    builder.graph
}

/// The layers of a block, each followed by a ReLU.
struct Layers {
    layers: Vec<layer::Shape>,
    /// Whether the last one also reads the pooled board.
    pool: bool,
    /// Whether the input of the first is normalised.
    normalise: bool,
    /// Whether the input is added to the output of the last.
    residual: bool,
}

struct Builder<'a> {
    config: &'a NetConfig,
    /// Number of blocks, at least 1.
    depth: usize,
    graph: Graph,
    /// Taps around a square, by the number of squares read.
    taps: BTreeMap<usize, Arc<Taps>>,
    /// One row that reads both rows of the pooled board (mean and maximum).
    pooled: Arc<Taps>,
    /// One row that reads one row.
    alone: Arc<Taps>,
}

impl Builder<'_> {
    /// Appends a matrix and a bias. Values keep their variance through a ReLU (He et al. 2015,
    /// eq. 10), times the gain; biases are zero.
    fn matrix(&mut self, name: &str, shape: layer::Shape, gain: f32) -> Matrix {
        let deviation = gain * (2.0 / shape.rows() as f32).sqrt();
        let (weight, bias) = (vec![shape.rows(), shape.outputs], vec![shape.outputs]);
        Matrix {
            weight: self.graph.parameter(format!("{name}.weight"), weight, deviation),
            bias: self.graph.parameter(format!("{name}.bias"), bias, 0.0),
            shape,
        }
    }

    fn taps(&mut self, taps: usize) -> Arc<Taps> {
        Arc::clone(self.taps.entry(taps).or_insert_with(|| Arc::new(Taps::around(taps))))
    }

    /// The stem: each square's features plus the embedding of the square itself.
    fn stem(&mut self) -> Id {
        let (inputs, outputs) = (self.config.features, self.config.channels);
        let matrix = self.matrix("stem", layer::Shape { taps: 1, inputs, outputs }, 1.0);
        let squares = vec![SQUARES, outputs];
        let squares = self.graph.parameter("squares".to_owned(), squares, SQUARES_STD);
        let dense = Dense::of(matrix, &self.taps(1), FEATURES);
        self.graph.push(Dense { squares: Some(squares), relu: true, ..dense })
    }

    fn normalised(&mut self, name: &str, input: Id) -> Id {
        let shape = vec![self.config.channels];
        let scale = self.graph.parameter(format!("{name}.scale"), shape, 0.0);
        self.graph.push(Normalise { input, scale })
    }

    fn residual(&mut self, name: &str, x: Id, block: &Residual) -> Id {
        let (width, last) = (self.config.channels, block.layers - 1);
        let inner = if block.channels == 0 { width } else { block.channels };
        let layer = |at: usize| layer::Shape {
            taps: block.taps,
            inputs: if at == 0 { width } else { inner },
            outputs: if at == last { width } else { inner },
        };
        let layers = (0..=last).map(layer).collect();
        let (pool, normalise) = (block.pool, block.normalise);
        self.layers(name, x, Layers { layers, pool, normalise, residual: true })
    }

    fn bottleneck(&mut self, name: &str, x: Id, block: &Bottleneck) -> Id {
        let (width, inner) = (self.config.channels, block.channels);
        let mut layers =
            vec![layer::Shape { taps: block.taps, inputs: inner, outputs: inner }; block.layers];
        layers.insert(0, layer::Shape { taps: 1, inputs: width, outputs: inner });
        layers.push(layer::Shape { taps: 1, inputs: inner, outputs: width });
        let (pool, normalise) = (block.pool, block.normalise);
        self.layers(name, x, Layers { layers, pool, normalise, residual: true })
    }

    fn plain(&mut self, name: &str, x: Id, block: &Plain) -> Id {
        let width = self.config.channels;
        let layers =
            vec![layer::Shape { taps: block.taps, inputs: width, outputs: width }; block.layers];
        self.layers(name, x, Layers { layers, pool: false, normalise: false, residual: false })
    }

    fn layers(&mut self, name: &str, x: Id, block: Layers) -> Id {
        let Layers { layers, pool, normalise, residual } = block;
        let (width, last) = (self.config.channels, layers.len() - 1);
        let depth = (self.depth as f32).powf(-0.5 / last.max(1) as f32);
        let gain = |at| match (residual, at == last) {
            (false, _) => 1.0,
            (true, true) => 0.0,
            (true, false) => depth,
        };
        let mut hidden = if normalise { self.normalised(name, x) } else { x };
        let matrices: Vec<Matrix> = (0..=last)
            .map(|at| self.matrix(&format!("{name}.layers.{at}"), layers[at], gain(at)))
            .collect();
        let pooled = layer::Shape::pooled(layers[last].inputs, width);
        let pool = pool.then(|| self.matrix(&format!("{name}.pool"), pooled, 0.0));
        for (matrix, shape) in matrices[..last].iter().zip(&layers) {
            let taps = self.taps(shape.taps);
            hidden = self.graph.push(Dense { relu: true, ..Dense::of(*matrix, &taps, hidden) });
        }
        let everywhere = pool.map(|matrix| {
            let pooled = self.graph.push(Pool { input: hidden });
            self.graph.push(Dense::of(matrix, &self.pooled, pooled))
        });
        let dense = Dense::of(matrices[last], &self.taps(layers[last].taps), hidden);
        let residual = residual.then_some(x);
        self.graph.push(Dense { residual, everywhere, relu: true, ..dense })
    }

    fn attention(&mut self, name: &str, x: Id, block: &Attention) -> Id {
        let (width, taps) = (self.config.channels, self.taps(1));
        let shape = layer::Shape { taps: 1, inputs: width, outputs: width };
        let input = self.normalised(name, x);
        let [query, key, value] = ["query", "key", "value"].map(|part| {
            let matrix = self.matrix(&format!("{name}.{part}"), shape, 0.5f32.sqrt());
            self.graph.push(Dense::of(matrix, &taps, input))
        });
        let shape_of_bias = vec![RELATIONS, block.heads];
        let bias = self.graph.parameter(format!("{name}.relations"), shape_of_bias, 0.0);
        let attended = attention::Attention { query, key, value, heads: block.heads, bias };
        let attended = self.graph.push(attended);
        let matrix = self.matrix(&format!("{name}.output"), shape, 0.0);
        self.graph.push(Dense { residual: Some(x), ..Dense::of(matrix, &taps, attended) })
    }

    fn heads(&mut self, trunk: Id) {
        let config = self.config;
        let mut widths = BTreeMap::from([(HIDDEN, config.value_hidden)]);
        let mut reads = Vec::new();
        for (matrix, size) in heads::present(config).flat_map(|at| HEADS[at].reads) {
            let width = widths.entry(*matrix).or_insert(0);
            reads.push((*matrix, *width, size.of(config)));
            *width += size.of(config);
        }
        let there = MATRICES.iter().filter(|(name, _)| widths.contains_key(name));
        let mut matrices: Vec<(&str, Source, Matrix)> =
            there.map(|&(name, from)| (name, from, self.head(name, from, widths[name]))).collect();
        // This fixes the order in which gradients are summed.
        matrices.sort_by_key(|(name, from, _)| {
            (*name != HIDDEN, *from != Source::Pooled, !name.starts_with("auxiliary"))
        });
        let pooled = self.graph.push(Pool { input: trunk });
        let mut values = BTreeMap::new();
        for (name, from, matrix) in matrices {
            let (taps, input) = match from {
                Source::Trunk => (self.taps(1), trunk),
                Source::Pooled => (Arc::clone(&self.pooled), pooled),
                Source::Hidden => (Arc::clone(&self.alone), values[HIDDEN]),
            };
            let dense = Dense { relu: name == HIDDEN, ..Dense::of(matrix, &taps, input) };
            values.insert(name, self.graph.push(dense));
        }
        let mut reads = reads.into_iter().map(|(name, first, count)| Channels {
            id: values[name],
            first,
            count,
        });
        self.graph.heads = vec![Vec::new(); HEADS.len()];
        for at in heads::present(config) {
            self.graph.heads[at] = reads.by_ref().take(HEADS[at].reads.len()).collect();
        }
    }

    fn head(&mut self, name: &str, from: Source, outputs: usize) -> Matrix {
        let (channels, hidden) = (self.config.channels, self.config.value_hidden);
        let shape = match from {
            Source::Trunk => layer::Shape { taps: 1, inputs: channels, outputs },
            Source::Pooled => layer::Shape::pooled(channels, outputs),
            Source::Hidden => layer::Shape { taps: 1, inputs: hidden, outputs },
        };
        let gain = if name == HIDDEN { 1.0 } else { HEAD_GAIN };
        self.matrix(&format!("heads.{name}"), shape, gain)
    }
}
