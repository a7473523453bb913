//! The first layer, updated incrementally along a line of play.

use std::sync::Arc;

use salta_core::isa::Isa;
use salta_core::{Move, Piece, Position, Side, Variant};

use crate::forward::{Evaluation, Forward, Moved, Sums};
use crate::inputs::{Inputs, LEFT_ROWS, phase};
use crate::network::{BOTH, HIDDEN, Network};

/// Evaluates the positions of a line of play that starts at a root. When a position is evaluated,
/// the sums of its first layer are computed from the nearest earlier position that has them.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    inputs: Inputs,
    isa: Isa,
    /// For each row of the moves left, the sum of that row and all constant rows of the context.
    context: Vec<[i16; BOTH]>,
    line: Vec<Ply>,
}

#[derive(Clone, Debug)]
struct Ply {
    sums: Sums,
    /// The move since the previous ply, if the sums do not have it yet: for each view, the row to
    /// add; then for each view, the row to remove.
    change: Option<[[u16; 2]; 2]>,
}

impl Evaluator {
    /// An evaluator of positions up to `plies` turns from a root.
    pub fn new(network: Arc<Network>, variant: &Variant, plies: usize) -> Evaluator {
        let inputs = Inputs::new(variant);
        let context = network.context[..LEFT_ROWS].iter().map(|row| {
            let mut sum = *row;
            for constant in inputs.constant_rows() {
                add(&mut sum, &network.context[constant]);
            }
            sum
        });
        let empty = Ply { sums: [[0; HIDDEN]; 2], change: None };
        let (context, line) = (context.collect(), vec![empty; plies + 1]);
        Evaluator { isa: Isa::best(), context, line, inputs, network }
    }

    /// The same evaluator on another instruction set: only the speed differs.
    pub fn on(self, isa: Isa) -> Evaluator {
        Evaluator { isa, ..self }
    }

    /// Starts a line at `root`.
    pub fn reset(&mut self, root: &Position) {
        let mut sums = [[0; HIDDEN]; 2];
        for view in Side::BOTH {
            for side in Side::BOTH {
                for (piece, square) in root.pieces(side) {
                    let row = self.inputs.row(view, side, piece, square);
                    add(&mut sums[view.index()], &self.network.pieces[row]);
                }
            }
        }
        self.line[0] = Ply { sums, change: None };
    }

    /// Sets the turn that leads to the position `ply` turns from the root, replacing any earlier
    /// one.
    ///
    /// # Panics
    /// If `ply` is 0, or exceeds the limit given to [`Evaluator::new`].
    #[inline]
    pub fn push(&mut self, ply: usize, side: Side, piece: Piece, mv: Move) {
        assert!(ply > 0, "the root is reset");
        let rows = |at| Side::BOTH.map(|view| self.inputs.row(view, side, piece, at) as u16);
        self.line[ply].change = Some([rows(mv.to), rows(mv.from)]);
    }

    /// Evaluates the position `ply` turns from the root for its side to move.
    pub fn evaluate(&mut self, ply: usize, position: &Position) -> Evaluation {
        let done = (0..=ply).rfind(|at| self.line[*at].change.is_none()).expect("the root");
        (done + 1..=ply).for_each(|at| self.follow(at));
        let mover = position.to_move();
        let sums = &self.line[ply].sums;
        let outputs = self.isa.run(Forward {
            sums: [&sums[mover.index()], &sums[mover.other().index()]],
            context: &self.context[self.inputs.left_row(position)],
            layers: &self.network.layers[phase(position)],
        });
        let ahead = position.distance(mover.other()) as i32 - position.distance(mover) as i32;
        Evaluation::of_outputs(outputs, ahead)
    }

    /// Computes the sums of a ply from those of the previous one.
    fn follow(&mut self, ply: usize) {
        let (before, after) = self.line.split_at_mut(ply);
        let (parent, child) = (&before[ply - 1].sums, &mut after[0]);
        let Some(rows) = child.change.take() else { return };
        let [added, removed] =
            rows.map(|rows| rows.map(|row| &self.network.pieces[usize::from(row)]));
        self.isa.run(Moved { parent, child: &mut child.sums, added, removed });
    }
}

fn add<const N: usize>(sums: &mut [i16; N], row: &[i16; N]) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
}
