//! How a game went, as a search sees it ply by ply.

use salta_arena::GameResult;
use salta_core::{NodeBudget, Position, Variant};
use salta_opponents::alphabeta2::Limit;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::trace::first_sees;

/// A lead below so many hundredths of a point is none.
const LEAD: i32 = 100;

/// What a search saw in a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drama {
    /// How often the lead, of a point or more, went over to the other side.
    pub lead_changes: u32,
    /// Share of the players' plies after which the sign of the margin stayed that of the last one.
    pub settled: f64,
    /// Mean change of the margin from one ply to the next, in points.
    pub swing: f64,
}

impl Drama {
    /// Follows a game with searches of so many nodes; an exact count at its end may take
    /// `exact_nodes` nodes a side. `None` without a ply of the players.
    pub fn of(
        variant: &Variant,
        game: &GameResult,
        nodes: u64,
        exact_nodes: NodeBudget,
    ) -> Option<Drama> {
        let mut engine = Engine::classical(variant, Limit::nodes(nodes));
        let mut position = variant.start();
        game.opening.iter().for_each(|mv| variant.apply_move(&mut position, *mv));
        let mut margin = |position: &Position| {
            engine.margin(position, exact_nodes).expect("only a network's search can fail")
        };
        let mut margins = vec![margin(&position)];
        for mv in &game.moves {
            variant.apply_move(&mut position, *mv);
            margins.push(margin(&position));
        }
        let margins: Vec<i32> = margins.iter().map(|white| first_sees(variant, *white)).collect();
        Drama::of_margins(&margins)
    }

    /// From one player's margins before the first ply and after each, in hundredths of a point.
    fn of_margins(margins: &[i32]) -> Option<Drama> {
        let plies = margins.len().checked_sub(1).filter(|plies| *plies > 0)?;
        let leads = || margins.iter().filter(|m| m.abs() >= LEAD).map(|m| m.signum());
        let lead_changes = leads().zip(leads().skip(1)).filter(|(a, b)| a != b).count() as u32;
        let last = margins[plies].signum();
        let open = margins.iter().rposition(|m| m.signum() != last).map_or(0, |ply| ply + 1);
        let swings = margins.windows(2).map(|two| f64::from((two[1] - two[0]).abs()) / 100.0);
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
        let found = Drama::of_margins(&[0, 150, -50, 120, -100, -90, 300, 200, 500]).unwrap();
        // +, (small), +, −, (small), +, +, +
        assert_eq!((found.lead_changes, found.settled), (2, 6.0 / 8.0));
        assert!(
            (found.swing - (1.5 + 2.0 + 1.7 + 2.2 + 0.1 + 3.9 + 1.0 + 3.0) / 8.0).abs() < 1e-12
        );
        let even = Drama::of_margins(&[0, 0, 0]).unwrap();
        assert_eq!((even.lead_changes, even.settled, even.swing), (0, 0.0, 0.0));
        assert_eq!(Drama::of_margins(&[7]), None);
    }
}
