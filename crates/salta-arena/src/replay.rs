//! Checks stored games by replaying their moves.

use rayon::prelude::*;
use salta_core::{NodeBudget, Variant};
use salta_players::Forfeit;
use salta_stats::RunningTest;

use crate::config::MatchConfig;
use crate::game::{GameId, GameResult, pairs_of};
use crate::live_game::LiveGame;
use crate::opening::Opening;
use crate::result::MatchResult;

/// Node budget, per side, for recounting a game's points, which a checksum protects: a count proven
/// with few nodes cannot contradict one proven with many.
const RECOUNT_NODES: NodeBudget = NodeBudget(10_000);

/// What stored games are checked against.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) config: &'a MatchConfig,
    /// An opening for each pair of the match.
    pub(crate) openings: &'a [Opening],
}

impl Terms<'_> {
    /// Replays the games, which should be those of `pairs`.
    ///
    /// # Errors
    /// Names the first game that does not agree with its moves, and the difference.
    pub(crate) fn check(
        &self,
        pairs: std::ops::Range<u32>,
        games: &[GameResult],
    ) -> Result<(), String> {
        let ids =
            pairs.flat_map(|pair| [true, false].map(|white_is_a| GameId { pair, white_is_a }));
        let ids: Vec<GameId> = ids.collect();
        if ids.len() != games.len() {
            return Err(format!("{} games instead of {}", games.len(), ids.len()));
        }
        let wrong = |(id, game): (&GameId, &GameResult)| {
            self.check_game(*id, game).err().map(|what| format!("{id}: {what}"))
        };
        ids.par_iter().zip(games).find_map_first(wrong).map_or(Ok(()), Err)
    }

    /// Checks the games of a match, their number, and the names, variant and config stored with
    /// them.
    pub(crate) fn check_match(&self, names: [&str; 2], of: &MatchResult) -> Result<(), String> {
        if [&*of.a, &*of.b] != names || of.variant != self.variant.name() {
            return Err("its players or its variant are others".into());
        }
        if of.config != *self.config {
            return Err("its result has another config".into());
        }
        let pairs = of.games.len() as u32 / 2;
        let wrong = |expected| Err(format!("{pairs} pairs instead of {expected}"));
        let most = self.openings.len() as u32;
        if pairs > most {
            return wrong(most);
        }
        self.check(0..pairs, &of.games)?;
        let expected = self.config.sprt.map_or(self.config.pairs, |test| {
            let mut test = RunningTest::new(test);
            pairs_of(&of.games).iter().for_each(|pair| test.add(pair.halves()));
            test.decided_after().map_or(self.config.pairs, |pairs| pairs as u32)
        });
        if pairs == expected { Ok(()) } else { wrong(expected) }
    }

    fn check_game(&self, id: GameId, kept: &GameResult) -> Result<(), String> {
        if kept.id() != id {
            return Err(format!("found {} instead", kept.id()));
        }
        let played = self.played(id, kept)?;
        let (found, expected) = (kept.margin.bounds(), played.margin.bounds());
        if found.0 < expected.0 || expected.1 < found.1 {
            return Err(format!("its moves come to {}, not {}", points(expected), points(found)));
        }
        if kept.ending != played.ending {
            let [by, not] = [&played, kept].map(|game| game.ending.name());
            return Err(format!("its moves end by {by}, not {not}"));
        }
        if *kept != (GameResult { margin: kept.margin, ..played }) {
            return Err("its opening or its last position is not that of its moves".into());
        }
        Ok(())
    }

    /// Replays the moves of a stored game and returns the resulting game.
    fn played(&self, id: GameId, kept: &GameResult) -> Result<GameResult, String> {
        let Terms { variant, config, .. } = *self;
        let opening = &self.openings[id.pair as usize];
        let mut game = LiveGame::new(id, variant, opening, config.seed);
        for mv in &kept.moves {
            if game.ending(variant, config.max_plies).is_some() {
                return Err("there are moves after its end".into());
            }
            if !game.play(variant, config, *mv) {
                let (mv, ply) = (variant.to_local(*mv), game.position.plies());
                return Err(format!("{mv} is not legal at ply {ply}"));
            }
        }
        let config = MatchConfig {
            exact_nodes: config.exact_nodes.min(RECOUNT_NODES),
            max_exact_nodes: config.max_exact_nodes.min(RECOUNT_NODES),
            ..config.clone()
        };
        match (&kept.forfeit, game.ending(variant, config.max_plies)) {
            (None, Some(ending)) => Ok(game.finish(variant, ending, &config)),
            (Some(lost), None) => {
                let forfeit = Forfeit { fault: lost.fault, reason: lost.reason.clone() };
                Ok(game.give_up(variant, forfeit, &config))
            }
            (None, None) => Err("its moves stop before its end".into()),
            (Some(_), Some(_)) => Err("it was given up after its end".into()),
        }
    }
}

fn points((lo, hi): (i32, i32)) -> String {
    if lo == hi { format!("{lo} points") } else { format!("{lo} to {hi} points") }
}
