//! What a player can tell of its last search.

use salta_core::{Action, Move, Position};
use salta_game::{SaltaGame, turns};
use salta_search::Report;

/// What the search behind the last turn came to. What a player cannot tell is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Insight {
    /// Turns looked ahead.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Simulations of a tree search.
    pub simulations: Option<u32>,
    /// The margin in points that the mover can expect at the end.
    pub score: Option<f64>,
    /// The turns that the player expects, its own first.
    pub principal_variation: Vec<Move>,
}

impl Insight {
    /// What a report says of whole turns: with chains, those that end within its line, and of one
    /// under way the rest, if there is any. Points can be told from values only if nothing else is in
    /// them.
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
