//! Estimates the cost of a study by playing a few games of each cell.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use salta_arena::{MatchConfig, Matches};
use salta_run::RunError;
use salta_run::players::PlayerFactory;
use serde::Serialize;

use crate::plan::Plan;
use crate::trace::Trace;

const TRIED: u32 = 2;

/// The cost of one player's games in one variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// The variant.
    pub variant: String,
    /// Who plays.
    pub player: String,
    /// Games to be played.
    pub games: u32,
    /// Hours on one core of this machine, from a trial of a few games.
    pub core_hours: f64,
}

/// Plays two pairs of each cell on one thread.
///
/// # Errors
/// If a player fails.
pub fn costs(plan: &Plan, stop: &AtomicBool) -> Result<Vec<Cost>, RunError> {
    let mut found = Vec::new();
    for class in 0..plan.classes.len() {
        for (number, player) in plan.config.players.iter().enumerate() {
            let pairs = plan.config.pairs_of(player);
            let spent = try_cell(plan, class, plan.pair(number), player.drama_nodes, stop)?;
            found.push(cost(plan, class, &player.name(), 2 * pairs, spent * pairs));
        }
        let mut spent = Duration::ZERO;
        for two in plan.rungs.windows(2) {
            spent += try_cell(plan, class, [&two[1], &two[0]], 0, stop)?;
        }
        if let Some(ladder) = &plan.ladder {
            let (pairs, matches) = (plan.config.skill_pairs(), plan.rungs.len() as u32 - 1);
            found.push(cost(plan, class, ladder, 2 * pairs * matches, spent * pairs));
        }
    }
    Ok(found)
}

fn cost(plan: &Plan, class: usize, player: &str, games: u32, whole: Duration) -> Cost {
    Cost {
        variant: plan.classes[class].name.clone(),
        player: player.into(),
        games,
        core_hours: whole.as_secs_f64() / 3600.0,
    }
}

fn try_cell(
    plan: &Plan,
    class: usize,
    [a, b]: [&PlayerFactory; 2],
    drama_nodes: u64,
    stop: &AtomicBool,
) -> Result<Duration, RunError> {
    let variant = &plan.variants[class];
    let openings = &plan.openings[class];
    let pairs = TRIED.min(openings.len() as u32);
    let config = MatchConfig { pairs_per_group: TRIED, ..plan.config.games.of_match(pairs) };
    let matches = Matches { variant, config: &config, openings, watch: &(), stop };
    let one = salta_run::pool(1)?;
    let begun = Instant::now();
    let played = one.install(|| matches.play(&[[&a.entrant(), &b.entrant()]], None))?;
    for game in played.iter().flat_map(|result| &result.games) {
        let mut trace = Trace::of(variant, game, config.exact_nodes);
        trace.add_drama(variant, game, drama_nodes, config.exact_nodes);
    }
    Ok(begun.elapsed() / pairs)
}
