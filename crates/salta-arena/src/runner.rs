//! Plays a match: groups of pairs as rayon's work items, each with players of its own.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use salta_core::{Move, Variant};
use serde::{Deserialize, Serialize};

use crate::config::MatchConfig;
use crate::error::{MakeError, MatchError};
use crate::game::GameResult;
use crate::group::{Group, Players};
use crate::openings::{Opening, openings};
use crate::player::Player;
use crate::report::MatchSummary;
use crate::statistics::Statistics;

/// Makes a player; called once for each group, on the thread that plays it.
pub type MakePlayer<'a> = dyn Fn() -> Result<Box<dyn Player>, MakeError> + Sync + 'a;

/// A group that has just been played. Groups come in any order.
#[derive(Clone, Copy, Debug)]
pub struct GroupDone<'a> {
    /// Number of the group, from 0.
    pub group: u32,
    /// Number of groups in the match.
    pub groups: u32,
    /// Its games, pair by pair.
    pub games: &'a [GameResult],
}

/// A match that was played to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// The variant's name.
    pub variant: String,
    /// Name of player A.
    pub a: String,
    /// Name of player B.
    pub b: String,
    /// How it was played.
    pub config: MatchConfig,
    /// All games: pair by pair, that with White for A first.
    pub games: Vec<GameResult>,
}

impl MatchResult {
    /// The result for A.
    pub fn statistics(&self) -> Statistics {
        Statistics::of_games(&self.games)
    }

    /// Games that differ from all others of the match: deterministic players repeat themselves.
    pub fn distinct_games(&self) -> u32 {
        let games: HashSet<(&[Move], &[Move])> =
            self.games.iter().map(|game| (&*game.opening, &*game.moves)).collect();
        games.len() as u32
    }

    /// The match without its games.
    pub fn summary(&self) -> MatchSummary {
        MatchSummary {
            variant: self.variant.clone(),
            a: self.a.clone(),
            b: self.b.clone(),
            statistics: self.statistics(),
            distinct_games: self.distinct_games(),
        }
    }
}

/// Plays colour-swapped pairs from random openings, on the current rayon pool.
///
/// Every opening and every game has a generator of its own, and a group its own players and
/// batches, so the result is the same for any number of threads. `progress` is called on the
/// threads that play. With `stop` raised the match ends before the next ply.
///
/// # Errors
/// If the configuration is out of range, the variant lacks openings, a player cannot be made, fails
/// or plays what is not legal, or the match is stopped.
pub fn play_match(
    variant: &Variant,
    config: &MatchConfig,
    make_a: &MakePlayer<'_>,
    make_b: &MakePlayer<'_>,
    progress: &(dyn Fn(&GroupDone<'_>) + Sync),
    stop: &AtomicBool,
) -> Result<MatchResult, MatchError> {
    config.validate()?;
    let openings = openings(variant, config)?;
    let failed = AtomicBool::new(false);
    let stopped = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let play = |(group, openings): (usize, &[Opening])| {
        if stopped() {
            return Err(MatchError::Stopped);
        }
        let done = play_group(variant, config, group as u32, openings, make_a, make_b, &stopped);
        match &done {
            Err(_) => failed.store(true, Ordering::Relaxed),
            Ok((_, games)) => {
                progress(&GroupDone { group: group as u32, groups: config.groups(), games });
            }
        }
        done
    };
    let groups = openings.par_chunks(config.pairs_per_group as usize).enumerate();
    collect(variant, config, groups.with_max_len(1).map(play).collect())
}

type Played = Result<([String; 2], Vec<GameResult>), MatchError>;

fn play_group(
    variant: &Variant,
    config: &MatchConfig,
    group: u32,
    openings: &[Opening],
    make_a: &MakePlayer<'_>,
    make_b: &MakePlayer<'_>,
    stopped: &dyn Fn() -> bool,
) -> Played {
    let make =
        |seat, make: &MakePlayer<'_>| make().map_err(|source| MatchError::Make { seat, source });
    let mut players = Players::new(make('A', make_a)?, make('B', make_b)?);
    let first_pair = group * config.pairs_per_group;
    let games = Group::new(variant, config, first_pair, openings).play(&mut players, stopped)?;
    Ok((players.names, games))
}

fn collect(
    variant: &Variant,
    config: &MatchConfig,
    groups: Vec<Played>,
) -> Result<MatchResult, MatchError> {
    let mut names = None;
    let mut games = Vec::with_capacity(2 * config.pairs as usize);
    let mut first_error = None;
    for group in groups {
        match group {
            Ok((group_names, group_games)) => {
                names.get_or_insert(group_names);
                games.extend(group_games);
            }
            // Groups stop when another fails; what they stopped for is the error to tell.
            Err(error) if matches!(first_error, None | Some(MatchError::Stopped)) => {
                first_error = Some(error);
            }
            Err(_) => {}
        }
    }
    match (first_error, names) {
        (Some(error), _) => Err(error),
        (None, Some([a, b])) => {
            let (variant, config) = (variant.name().into(), *config);
            Ok(MatchResult { variant, a, b, config, games })
        }
        (None, None) => unreachable!("a match has at least one pair"),
    }
}
