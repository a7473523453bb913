//! Lead changes and swings of a game, from a search of every position.

use salta_core::{Move, NodeBudget, Position, Variant};
use salta_opponents::alphabeta2::Limit;
use serde::{Deserialize, Serialize};

use crate::centipoints::Centipoints;
use crate::classical::Classical;
use crate::engine::Engine;
use crate::margin::{at_end, seen_by, with_points};

/// Lead changes and swings of a game, as a search evaluates it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drama {
    /// How often the lead, of a point or more, passed to the other side.
    pub lead_changes: u32,
    /// The share of the players' plies after which the sign of the margin no longer changed.
    pub settled: f64,
    /// Mean change of the margin from one ply to the next, in points.
    pub swing: f64,
}

impl Drama {
    /// Evaluates every position of the players' moves from `start` with searches of this many
    /// nodes; an exact count at the end of the game may take `exact_nodes` nodes per side. `None`
    /// if there is no move.
    pub fn of(
        variant: &Variant,
        start: &Position,
        moves: &[Move],
        nodes: u64,
        exact_nodes: NodeBudget,
    ) -> Option<Drama> {
        let mut engine = Classical::new(variant, Limit::nodes(nodes));
        let (variant, mut position) = (with_points(variant), *start);
        let mut margin = |position: &Position| {
            let margin = if variant.is_over(position) {
                at_end(&variant, position, exact_nodes)
            } else {
                let found = engine.settle(position, &mut || false);
                found.expect("only a network's search can fail").expect("it is not stopped").margin
            };
            seen_by(variant.rules().first_mover, margin)
        };
        let mut margins = vec![margin(&position)];
        for mv in moves {
            variant.apply_move(&mut position, *mv);
            margins.push(margin(&position));
        }
        Drama::of_margins(&margins)
    }

    /// From one player's margins before the first ply and after each.
    fn of_margins(margins: &[Centipoints]) -> Option<Drama> {
        let plies = margins.len().checked_sub(1).filter(|plies| *plies > 0)?;
        let sign = |margin: &Centipoints| margin.0.signum();
        let leads = || margins.iter().filter(|m| m.abs() >= Centipoints::LEAD).map(sign);
        let lead_changes = leads().zip(leads().skip(1)).filter(|(a, b)| a != b).count() as u32;
        let last = sign(&margins[plies]);
        let open = margins.iter().rposition(|m| sign(m) != last).map_or(0, |ply| ply + 1);
        let swings = margins.windows(2).map(|two| (two[1] - two[0]).abs().points());
        Some(Drama {
            lead_changes,
            settled: open as f64 / plies as f64,
            swing: swings.sum::<f64>() / plies as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_change_and_settle() {
        let of = |margins: &[i32]| {
            let margins: Vec<Centipoints> = margins.iter().map(|m| Centipoints(*m)).collect();
            Drama::of_margins(&margins)
        };
        let found = of(&[0, 150, -50, 120, -100, -90, 300, 200, 500]).unwrap();
        // +, (small), +, −, (small), +, +, +
        assert_eq!((found.lead_changes, found.settled), (2, 6.0 / 8.0));
        let swing = (1.5 + 2.0 + 1.7 + 2.2 + 0.1 + 3.9 + 1.0 + 3.0) / 8.0;
        assert!((found.swing - swing).abs() < 1e-12);
        let even = of(&[0, 0, 0]).unwrap();
        assert_eq!((even.lead_changes, even.settled, even.swing), (0, 0.0, 0.0));
        assert_eq!(of(&[7]), None);
    }
}
