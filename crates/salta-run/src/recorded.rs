//! Recorded games: shards with their rules, and their games as whole turns instead of actions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use salta_core::rules::parse;
use salta_core::{Move, Position, Variant};
use salta_game::turn_between;
use salta_record::{GameRecord, ShardHeader, read_shard};

use crate::error::{At, RunError};
use crate::made_with::check_made_with;

/// A shard that has been read.
#[derive(Clone, Debug)]
pub struct Shard {
    /// Its file.
    pub path: PathBuf,
    /// Its header.
    pub header: ShardHeader,
    /// The rules of its games.
    pub variant: Arc<Variant>,
    /// Its games.
    pub games: Vec<GameRecord>,
}

/// A recorded game as turns.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// The first position.
    pub start: Position,
    /// Its turns.
    pub turns: Vec<RecordedTurn>,
    /// The last position.
    pub end: Position,
}

/// A turn and its evaluation when it was chosen; for a chain of jumps, that of the first hop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedTurn {
    /// The turn.
    pub mv: Move,
    /// The search's value, from the mover's view.
    pub root_value: f32,
    /// The network's own value, from the mover's view.
    pub net_value: f32,
    /// Simulations spent.
    pub simulations: u16,
}

impl Shard {
    /// Reads a shard.
    ///
    /// # Errors
    /// If it is not a complete shard, or its rules are invalid.
    pub fn read(path: &Path) -> Result<Shard, RunError> {
        let (header, games) = read_shard(path)?;
        let rules = parse(&header.rules).map_err(|error| format!("its rules: {error}")).at(path)?;
        Ok(Shard { path: path.into(), header, variant: Arc::new(Variant::new(rules)), games })
    }

    /// Replays one of its games.
    ///
    /// # Errors
    /// If the shard was made with other versions of the rules or the encoding, or the game's
    /// position or an action does not fit the rules.
    pub fn replay(&self, game: &GameRecord) -> Result<RecordedGame, RunError> {
        let (rules, encoding) = (self.header.rules_version, self.header.encoding_version);
        check_made_with(&self.path, rules.into(), encoding.into())?;
        let positions = game.positions(&self.variant).at(&self.path)?;
        let start = positions[0];
        let (mut turns, mut begun, mut first) = (Vec::new(), start, None);
        for (decision, at) in game.decisions.iter().zip(&positions[1..]) {
            let first_of_turn = *first.get_or_insert(decision);
            if at.plies() > begun.plies() {
                turns.push(RecordedTurn {
                    mv: turn_between(&begun, at),
                    root_value: first_of_turn.root_value,
                    net_value: first_of_turn.net_value,
                    simulations: first_of_turn.simulations,
                });
                (begun, first) = (*at, None);
            }
        }
        Ok(RecordedGame { start, turns, end: begun })
    }
}
