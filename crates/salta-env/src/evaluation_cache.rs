//! A cache of evaluations.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use salta_core::{ACTIONS, Position, Variant};

use crate::evaluator::Evaluations;

/// Floats of a cached evaluation: the policy, win, draw, loss, the margin, the plies.
const ROW: usize = ACTIONS + 5;
/// Number of evaluations allocated together, so that none is moved as the cache grows.
const BLOCK: usize = 64;

/// Caches the evaluations of an evaluator, step by step: [`look_up`](Self::look_up) says which
/// positions of a batch to evaluate, each once, and [`complete`](Self::complete) takes their
/// evaluations and returns those of the whole batch. The newest positions are kept, up to a size in
/// bytes.
///
/// A position's evaluation does not depend on the rest of its batch
/// ([`Evaluator::evaluate`](crate::Evaluator::evaluate)), so a cached evaluation equals a
/// recomputed one: results are the same with any size.
///
/// ```
/// use salta_core::Variant;
/// use salta_env::{EvaluationCache, Evaluator, Uniform};
///
/// let variant = Variant::named("walker").unwrap();
/// let mut cache = EvaluationCache::new(1 << 20);
/// for batch in [vec![variant.start(); 3], vec![variant.start()]] {
///     let missing = cache.look_up(&variant, &batch).to_vec();
///     assert_eq!(missing.len(), if batch.len() == 3 { 1 } else { 0 });
///     let evaluations = cache.complete(&Uniform.evaluate(&variant, &missing), 0);
///     assert_eq!(evaluations.margin.len(), batch.len());
/// }
/// ```
///
/// The default one keeps nothing.
#[derive(Clone, Debug, Default)]
pub struct EvaluationCache {
    /// The variant of the cached positions.
    variant: Option<Variant>,
    /// The place of each position's evaluation.
    places: HashMap<Position, usize, FxBuildHasher>,
    /// The positions by place.
    positions: Vec<Position>,
    /// [`BLOCK`] evaluations each, by place.
    blocks: Vec<Evaluations>,
    /// The place that is filled next once all are in use.
    oldest: usize,
    most: usize,
    /// Where the evaluations of the batch last looked up come from.
    sources: Vec<Source>,
    /// The positions of that batch that are to be evaluated.
    missing: Vec<Position>,
}

/// Where an evaluation comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Cached(usize),
    Evaluated(usize),
}

impl EvaluationCache {
    /// A cache of at most `bytes` bytes.
    pub fn new(bytes: u64) -> EvaluationCache {
        let most = (bytes / EvaluationCache::BYTES) as usize;
        EvaluationCache { most, ..EvaluationCache::default() }
    }

    /// Bytes per evaluation, with its position and two slots of the hash table (taken as half
    /// full).
    pub const BYTES: u64 = (ROW * size_of::<f32>()
        + size_of::<Position>()
        + 2 * (size_of::<(Position, usize)>() + 1)) as u64;

    /// Looks up a batch and returns its positions that are to be evaluated, each once.
    pub fn look_up(&mut self, variant: &Variant, positions: &[Position]) -> &[Position] {
        self.forget_other_variants(variant);
        let mut first = HashMap::<Position, usize, FxBuildHasher>::default();
        let (places, missing) = (&self.places, &mut self.missing);
        missing.clear();
        let source = |position: &Position| {
            if let Some(place) = places.get(position) {
                return Source::Cached(*place);
            }
            let next = missing.len();
            let row = *first.entry(*position).or_insert(next);
            if row == next {
                missing.push(*position);
            }
            Source::Evaluated(row)
        };
        self.sources.clear();
        self.sources.extend(positions.iter().map(source));
        &self.missing
    }

    /// The positions of the batch last looked up that are to be evaluated.
    pub fn missing(&self) -> &[Position] {
        &self.missing
    }

    /// Returns the evaluations of the batch last looked up. The rows of `evaluated` from `first` on
    /// must be those of the missing positions.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub fn complete(&mut self, evaluated: &Evaluations, first: usize) -> Evaluations {
        let missing = std::mem::take(&mut self.missing);
        let mut all = Evaluations::zeros(self.sources.len());
        for (to, source) in self.sources.iter().enumerate() {
            match *source {
                Source::Cached(place) => {
                    copy_row(&self.blocks[place / BLOCK], place % BLOCK, &mut all, to);
                }
                Source::Evaluated(row) => copy_row(evaluated, first + row, &mut all, to),
            }
        }
        let newest = missing.len().saturating_sub(self.most);
        for (number, position) in missing.iter().enumerate().skip(newest) {
            self.keep(position, evaluated, first + number);
        }
        all
    }

    fn keep(&mut self, position: &Position, evaluated: &Evaluations, row: usize) {
        let mut place = self.positions.len();
        if place < self.most {
            if place.is_multiple_of(BLOCK) {
                self.blocks.push(Evaluations::zeros(BLOCK.min(self.most - place)));
            }
            self.positions.push(*position);
        } else {
            place = self.oldest;
            self.places.remove(&self.positions[place]);
            self.positions[place] = *position;
            self.oldest = (place + 1) % self.most;
        }
        self.places.insert(*position, place);
        copy_row(evaluated, row, &mut self.blocks[place / BLOCK], place % BLOCK);
    }

    fn forget_other_variants(&mut self, variant: &Variant) {
        if self.variant.as_ref() != Some(variant) {
            self.variant = Some(variant.clone());
            self.places.clear();
            self.positions.clear();
            self.blocks.clear();
            self.oldest = 0;
        }
    }
}

fn copy_row(from: &Evaluations, row: usize, all: &mut Evaluations, to: usize) {
    all.policy_logits.row_mut(to).assign(&from.policy_logits.row(row));
    all.wdl.row_mut(to).assign(&from.wdl.row(row));
    (all.margin[to], all.plies[to]) = (from.margin[row], from.plies[row]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    use crate::{Evaluator, generator};

    /// Evaluates each position by itself and counts the positions that it was given.
    #[derive(Default)]
    struct Counting(usize);

    impl Evaluator for Counting {
        fn evaluate(&mut self, _: &Variant, positions: &[Position]) -> Evaluations {
            self.0 += positions.len();
            let mut all = Evaluations::zeros(positions.len());
            for (row, position) in positions.iter().enumerate() {
                let number = position.plies() as f32;
                all.policy_logits.row_mut(row).fill(number);
                all.wdl.row_mut(row).fill(2.0 * number);
                (all.margin[row], all.plies[row]) = (3.0 * number, 4.0 * number);
            }
            all
        }
    }

    fn evaluate(
        cache: &mut EvaluationCache,
        evaluator: &mut Counting,
        variant: &Variant,
        batch: &[Position],
    ) -> Evaluations {
        let missing = cache.look_up(variant, batch);
        let evaluated = evaluator.evaluate(variant, missing);
        cache.complete(&evaluated, 0)
    }

    /// Positions of one game, one per ply.
    fn game(variant: &Variant, plies: usize) -> Vec<Position> {
        let (mut rng, mut position) = (generator(1, "test", 0), variant.start());
        let play = |_| {
            let moves = variant.moves(&position);
            variant.apply_move(&mut position, moves[rng.random_range(0..moves.len())]);
            position
        };
        (0..plies).map(play).collect()
    }

    #[test]
    fn evaluations_are_those_of_the_other_evaluator_with_any_size() {
        let variant = Variant::named("walker").unwrap();
        let game = game(&variant, 150);
        let mut rng = generator(2, "test", 0);
        for most in [0, 1, 7, 1000] {
            let mut evaluator = Counting::default();
            let mut cached = EvaluationCache::new(most * EvaluationCache::BYTES);
            let mut positions = 0;
            for _ in 0..100 {
                let batch: Vec<_> = (0..8).map(|_| game[rng.random_range(0..150)]).collect();
                positions += batch.len();
                assert_eq!(
                    evaluate(&mut cached, &mut evaluator, &variant, &batch),
                    Counting::default().evaluate(&variant, &batch)
                );
            }
            assert!(cached.positions.len() as u64 <= most);
            let rows: usize = cached.blocks.iter().map(|block| block.margin.len()).sum();
            assert!(rows <= most as usize);
            assert!(evaluator.0 < positions);
            if most == 1000 {
                assert!(evaluator.0 <= 150);
            }
        }
    }

    #[test]
    fn another_variant_clears_the_cache() {
        let [walker, other] = ["walker", "checkerboard"].map(|name| Variant::named(name).unwrap());
        let (mut evaluator, mut cached) = (Counting::default(), EvaluationCache::new(1 << 20));
        let positions = [walker.start()];
        for (variant, asked) in [(&walker, 1), (&walker, 1), (&other, 2), (&walker, 3)] {
            evaluate(&mut cached, &mut evaluator, variant, &positions);
            assert_eq!(evaluator.0, asked);
        }
    }
}
