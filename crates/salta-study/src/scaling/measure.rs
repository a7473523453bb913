//! How the networks of a scaling study are measured: by their regret on a solved board, or by
//! matches with fixed players.

use std::path::Path;

use salta_arena::openings;
use salta_core::{Rules, Variant};
use salta_run::players::PlayerFactory;
use salta_run::{
    Display, REGRET_MEASURES, RegretConfig, RunConfig, RunError, StudyMatches, regret, solved_table,
};
use salta_solve::Table;
use serde_json::{Value, json};

use super::config::ScalingConfig;
use crate::ablation::with_own_openings;

pub(super) enum Measure {
    /// By regret against a table of solved positions.
    Regret(Box<Table>),
    Panel(Panel),
}

/// The fixed players, and the rules.
pub(super) struct Panel {
    pub(super) rules: Rules,
    pub(super) players: Vec<PlayerFactory>,
}

impl Panel {
    /// All that a run's points depend on besides the run.
    pub(super) fn settings(&self, config: &ScalingConfig) -> Value {
        let ScalingConfig { play, generations, simulations, games, placements, .. } = config;
        let players: Vec<&str> = self.players.iter().map(PlayerFactory::identity).collect();
        match players.is_empty() {
            true => json!({
                "generations": generations, "simulations": simulations,
                "games": games, "placements": placements,
            }),
            false => json!({
                "generations": generations, "simulations": simulations,
                "panel": players, "match": play,
            }),
        }
    }
}

pub(super) struct Measurement {
    /// `games`, `placements` or the name of a player.
    pub(super) positions: String,
    /// See [`ScalingPoint::loss`](super::ScalingPoint::loss).
    pub(super) loss: Option<f64>,
    /// Decisions, or games with a player.
    pub(super) count: u32,
}

impl Measure {
    /// Takes the panel or, if it is empty, the table of the variant, which is solved if there is
    /// none.
    pub(super) fn new(
        panel: Panel,
        config: &ScalingConfig,
        out: &Path,
        display: &Display,
    ) -> Result<Measure, RunError> {
        if !panel.players.is_empty() {
            return Ok(Measure::Panel(panel));
        }
        let variant = Variant::new(panel.rules);
        let table = solved_table(&config.table, out, &variant, display)?;
        Ok(Measure::Regret(Box::new(table)))
    }

    /// Measures a network of a run. Each of its matches has its own openings and a directory below
    /// `matches`.
    pub(super) fn of(
        &self,
        player: &PlayerFactory,
        config: &ScalingConfig,
        run: &RunConfig,
        matches: &Path,
        (threads, display): (usize, &Display),
    ) -> Result<Vec<Measurement>, RunError> {
        match self {
            Measure::Regret(table) => {
                let positions = RegretConfig {
                    games: config.games,
                    placements: config.placements,
                    opening_plies: run.selfplay.opening_plies,
                    max_plies: run.selfplay.max_plies,
                    seed: run.seed,
                };
                let lost = |found: &salta_run::Regret| Measurement {
                    positions: found.positions.into(),
                    loss: REGRET_MEASURES[0].mean(found).map(|mean| mean.estimate),
                    count: found.decisions(),
                };
                Ok(regret(player, table, &positions, display)?.iter().map(lost).collect())
            }
            Measure::Panel(Panel { rules, players }) => {
                let variant = Variant::new(rules.clone());
                let folder = matches.file_name().unwrap_or_default().to_string_lossy();
                let play = |(number, opponent): (usize, &PlayerFactory)| {
                    let name = format!("{} {} {folder} {number}", run.name, run.seed);
                    let config = &with_own_openings(&config.play, &name);
                    let openings = &openings(&variant, config)?;
                    let pairs = &[[player, opponent]];
                    let play = StudyMatches { rules, config, openings, pairs };
                    let dir = matches.join(format!("panel-{number}"));
                    let found = play.play(threads, &dir, display)?[0].summary();
                    let score = found.statistics.score.map(|score| score.estimate);
                    let inside = score.filter(|score| 0.0 < *score && *score < 1.0);
                    Ok(Measurement {
                        positions: opponent.name().into(),
                        loss: inside.map(|score| (1.0 - score) / score),
                        count: found.games,
                    })
                };
                players.iter().enumerate().map(play).collect()
            }
        }
    }
}
