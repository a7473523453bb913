//! Tree search over a network, asked for margins.

use salta_arena::{Player, PlayerError, SearchPlayer, SearchSettings, Turn};
use salta_core::{NodeBudget, Position, Side, Variant};
use salta_env::{Evaluator, generator};
use salta_game::Utility;
use salta_search::{Method, PuctConfig, SearchConfig};

use super::{Thinker, View, exact};

/// Points alone count; a margin beyond 60 counts as 60.
const POINTS: Utility = Utility { win_weight: 0.0, margin_scale: 60.0 };
/// Nodes, for each side, of the exact count where forced turns end the game.
const END_NODES: NodeBudget = NodeBudget(10_000);

/// The network with PUCT, which spends on a root what its margin rests on.
pub(super) struct Network {
    player: Box<dyn Player>,
}

impl Network {
    pub(super) fn new(evaluator: impl Evaluator + 'static, simulations: u32) -> Network {
        let search = SearchConfig {
            method: Method::Puct,
            simulations,
            // Points are small shares of the scale, so the prior must weigh less than in play.
            puct: PuctConfig { c_init: 0.4, first_play_reduction: 0.05, ..PuctConfig::default() },
            ..SearchConfig::default()
        };
        let search = search.without_noise();
        let settings =
            SearchSettings { search, utility: POINTS, exact_ends: true, ..Default::default() };
        let player = SearchPlayer::new("engine", evaluator, settings);
        Network { player: Box::new(player.expect("knobs in range, simulations as a player has")) }
    }
}

impl Thinker for Network {
    /// Where a single turn is legal there is nothing to search: the view is that of what follows.
    fn view(&mut self, variant: &Variant, position: &Position) -> Result<View, PlayerError> {
        let (mut position, mut forced) = (*position, Vec::new());
        while let [only] = variant.moves(&position)[..] {
            forced.push(only);
            variant.apply_move(&mut position, only);
        }
        let depth = forced.len() as u32;
        if let Some(best) = forced.first().copied().filter(|_| variant.is_over(&position)) {
            return Ok(View { best, white: exact(variant, &position, END_NODES), depth });
        }
        let mut random = generator(0, "study-engine", position.plies().into());
        self.player.new_games(1); // nothing of an earlier position is kept
        let turn = Turn { slot: 0, position: &position, generator: &mut random };
        let chosen = self.player.choose(variant, &mut [turn])?[0];
        let found = self.player.insight().expect("there was a choice, so there was a search");
        let mover = (100.0 * found.score.expect("points alone count")).round() as i32;
        let white = if position.to_move() == Side::White { mover } else { -mover };
        let best = forced.first().copied().unwrap_or(chosen);
        Ok(View { best, white, depth: depth + found.principal_variation.len() as u32 })
    }
}
