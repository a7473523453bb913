//! What a player reports about a search.

use std::time::Duration;

use salta_core::{Action, Move, Position};
use salta_game::{SaltaGame, turns};
use salta_opponents::alphabeta2::Found;
use salta_search::Report;

/// Intermediate or final results of a search. Numbers that a player does not have are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Search depth in turns.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Simulations of a tree search.
    pub simulations: Option<u32>,
    /// Expected margin in points; positive: good for the side to move.
    pub score: Option<f64>,
    /// Time so far.
    pub time: Option<Duration>,
    /// The expected turns from the position searched: in the protocol by the square names of the
    /// board, from a player on the full board.
    pub pv: Vec<Move>,
}

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

    /// Converts the report of a search within the turn that begins at `start`, after the actions
    /// `played`, to whole turns: this one, and those that end within the report's line. Values can
    /// be converted to points only if the utility consists of points alone.
    pub(crate) fn of_report(
        game: &SaltaGame,
        start: &Position,
        played: &[Action],
        report: &Report,
    ) -> Info {
        let utility = game.utility();
        let margin = report.search_value_for_mover().0 * utility.margin_scale;
        let line = report.principal_variation.iter().filter_map(|action| Action::new(*action));
        let actions = played.iter().copied().chain(line);
        let (mut pv, open) = turns(game.variant(), start, actions);
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
