//! What a player reports about its last search.

use salta_core::{Action, Move, Position};
use salta_game::{SaltaGame, turns};
use salta_opponents::alphabeta2::Found;
use salta_search::Report;

/// The result of the search for the last turn. Numbers that a player does not have are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Insight {
    /// Search depth in turns.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Simulations of a tree search.
    pub simulations: Option<u32>,
    /// The final margin in points that the mover can expect.
    pub score: Option<f64>,
    /// The turns that the player expects, its own first.
    pub principal_variation: Vec<Move>,
}

impl Insight {
    /// Converts the result of a search of `alphabeta@2` or `alphabeta@3`.
    pub(crate) fn of_alphabeta(found: &Found) -> Insight {
        Insight {
            depth: Some(found.depth),
            nodes: Some(found.nodes),
            simulations: None,
            score: (found.depth > 0).then(|| f64::from(found.value) / 100.0),
            principal_variation: found.principal_variation.clone(),
        }
    }

    /// Converts a search report to whole turns. With chains, it includes the turns that end within
    /// the report's line, and the rest of a turn in progress, if there is any. Values can be
    /// converted to points only if the utility consists of points alone.
    pub(crate) fn of_report(game: &SaltaGame, root: &Position, report: &Report) -> Insight {
        let utility = game.utility();
        let margin = report.search_value_for_mover().0 * utility.margin_scale;
        let line = report.principal_variation.iter().filter_map(|action| Action::new(*action));
        let (mut principal_variation, open) = turns(game.variant(), root, line);
        if open {
            principal_variation.pop();
        }
        Insight {
            simulations: Some(report.visits.iter().sum()),
            score: (utility.win_weight == 0.0).then_some(f64::from(margin)),
            principal_variation,
            ..Insight::default()
        }
    }
}
