//! Every turn by alpha-beta, one depth after the other.

use salta_core::{Move, Position, Side, Variant};
use salta_env::{Generator, generator};
use salta_opponents::alphabeta2::{Limit, Searcher, Settings};

use super::{Candidate, Effort, Opinion, Thinker};

/// Nodes of the exact count where a turn ends the game.
const END_NODES: u64 = 1000;
/// No margin is larger: both sides' distances at the start of any variant, and scrambles.
const MOST: f32 = 150.0;

/// Alpha-beta over every turn of one position.
pub(crate) struct ClassicalThinker {
    searcher: Searcher,
    root: Position,
    candidates: Vec<Candidate>,
    depth: u32,
    effort: Effort,
    nodes: u64,
    rng: Generator,
}

impl ClassicalThinker {
    pub(crate) fn new(variant: &Variant, position: &Position, effort: Effort) -> ClassicalThinker {
        let candidate = |mv| Candidate {
            mv,
            open: false,
            margin: 0.0,
            visits: None,
            prior: None,
            line: vec![mv],
        };
        ClassicalThinker {
            searcher: Searcher::new(variant.clone(), Settings::ALPHABETA_2),
            root: *position,
            candidates: variant.moves(position).into_iter().map(candidate).collect(),
            depth: 1,
            effort,
            nodes: 0,
            rng: generator(0, "analysis", 0),
        }
    }

    /// White's margin and the line after `mv`, `depth` − 1 turns deep; `None` if stopped.
    fn value(
        &mut self,
        mv: Move,
        depth: u32,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Option<(f32, Vec<Move>)> {
        // Short searches do not come to ask for themselves.
        if stopped() {
            return None;
        }
        let variant = self.searcher.variant().clone();
        let mut after = self.root;
        variant.apply_move(&mut after, mv);
        if variant.is_over(&after) {
            let (lo, hi) = variant.margin(&after, END_NODES).bounds();
            return Some(((lo + hi) as f32 / 2.0, vec![mv]));
        }
        let left = self.effort.nodes.saturating_sub(self.nodes);
        let limit = Limit { depth: depth - 1, nodes: left };
        let found = self.searcher.search(&after, limit, &mut self.rng, stopped);
        self.nodes += found.nodes;
        if found.depth < limit.depth {
            return None;
        }
        let mover = found.value as f32 / 100.0;
        let margin = if after.to_move() == Side::White { mover } else { -mover };
        let mut line = vec![mv];
        line.extend(found.principal_variation);
        Some((margin.clamp(-MOST, MOST), line))
    }
}

impl Thinker for ClassicalThinker {
    /// An opinion is a whole depth; what a stop or the budget breaks off is forgotten.
    fn think(&mut self, stopped: &mut dyn FnMut() -> bool) -> Option<Opinion> {
        let depth = self.depth + 1;
        if depth > self.effort.depth {
            return None;
        }
        let mut candidates = self.candidates.clone();
        for candidate in &mut candidates {
            (candidate.margin, candidate.line) = self.value(candidate.mv, depth, stopped)?;
        }
        let sign = if self.root.to_move() == Side::White { 1.0 } else { -1.0 };
        candidates.sort_by(|a, b| (sign * b.margin).total_cmp(&(sign * a.margin)));
        (self.depth, self.candidates) = (depth, candidates);
        let candidates = self.candidates.clone();
        let margin = candidates.first()?.margin;
        let (score, depth) = (None, Some(depth));
        Some(Opinion { margin, score, effort: self.nodes, depth, candidates })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::settle;

    #[test]
    fn the_forced_jump_is_seen() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let line = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
        let position = variant.parse_position(line).unwrap();
        let mut thinker = ClassicalThinker::new(&variant, &position, Effort::EACH);
        let opinion = settle(&mut thinker, &mut || false).unwrap();
        assert_eq!(opinion.candidates.len(), 1);
        assert!(opinion.depth > Some(1) && opinion.candidates[0].line.len() > 1);
    }

    #[test]
    fn a_stop_leaves_nothing_half_done() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let mut thinker = ClassicalThinker::new(&variant, &variant.start(), Effort::WATCHED);
        assert!(thinker.think(&mut || false).is_some());
        assert!(thinker.think(&mut || true).is_none());
    }
}
