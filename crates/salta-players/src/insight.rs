//! What a player reports about its last search: [`Info`], with turns by the squares of the full
//! board.

use salta_core::{Action, Position};
use salta_game::{SaltaGame, turns};
use salta_opponents::alphabeta2::Found;
use salta_search::Report;

use crate::protocol::Info;

impl Info {
    /// Converts the result of a search of `alphabeta@2` or `alphabeta@3`.
    pub(crate) fn of_alphabeta(found: &Found) -> Info {
        Info {
            depth: Some(found.depth),
            nodes: Some(found.nodes),
            score: (found.depth > 0).then(|| f64::from(found.value) / 100.0),
            pv: found.principal_variation.clone(),
            ..Info::default()
        }
    }

    /// Converts a search report to whole turns. With chains, it includes the turns that end within
    /// the report's line, and the rest of a turn in progress, if there is any. Values can be
    /// converted to points only if the utility consists of points alone.
    pub(crate) fn of_report(game: &SaltaGame, root: &Position, report: &Report) -> Info {
        let utility = game.utility();
        let margin = report.search_value_for_mover().0 * utility.margin_scale;
        let line = report.principal_variation.iter().filter_map(|action| Action::new(*action));
        let (mut pv, open) = turns(game.variant(), root, line);
        if open {
            pv.pop();
        }
        Info {
            simulations: Some(report.visits.iter().sum()),
            score: (utility.win_weight == 0.0).then_some(f64::from(margin)),
            pv,
            ..Info::default()
        }
    }
}
