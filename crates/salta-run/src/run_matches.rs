//! The matches that a run's config defines: for the end of training, or for any generation.

use std::path::Path;

use salta_arena::MatchSummary;
use salta_players::{NetworkSource, SearchOptions};

use crate::config::EvaluatorKind;
use crate::display::Display;
use crate::error::{At, RunError, refuse_if};
use crate::files::{create_dir, write_json};
use crate::matches::{MatchRunner, summary};
use crate::players::PlayerFactory;
use crate::run_dir::RunDir;

/// Plays the last checkpoint of a finished run against the opponents in its config.
///
/// # Errors
/// As [`RunMatches::play`].
pub fn play_final_tournament(
    run: &RunDir,
    display: &Display,
) -> Result<Vec<MatchSummary>, RunError> {
    let matches = RunMatches::new(run, run.config().generations)?;
    matches.play(None, run.config().threads, &run.tournament(), display)
}

/// The network of one generation and the opponents of the run's tournament.
pub struct RunMatches<'a> {
    run: &'a RunDir,
    network: PlayerFactory,
    opponents: Vec<PlayerFactory>,
}

impl<'a> RunMatches<'a> {
    /// Loads the players.
    ///
    /// # Errors
    /// If a player cannot be read.
    pub fn new(run: &'a RunDir, generation: u32) -> Result<RunMatches<'a>, RunError> {
        let what = format!("generation {generation} has no network");
        refuse_if(!run.checkpoint(generation).exists(), run.root(), what)?;
        let tournament = &run.config().tournament;
        let own = run.config().evaluator == EvaluatorKind::Network;
        let begun_untrained = own && run.versions().origin.is_none();
        let network = |generation: u32| {
            let untrained = if generation == 0 && begun_untrained { " (untrained)" } else { "" };
            let name = format!("generation {generation}{untrained}");
            let search = SearchOptions::new(tournament.simulations);
            PlayerFactory::network_at(name, &NetworkSource::at(run.checkpoint(generation)), &search)
        };
        // A generation plays only against earlier ones.
        let earlier = tournament.generations.iter().filter(|earlier| **earlier < generation);
        let earlier = earlier.map(|earlier| network(*earlier));
        let others = tournament.opponents.iter().map(PlayerFactory::load);
        let opponents = earlier.chain(others).collect::<Result<_, _>>()?;
        Ok(RunMatches { run, network: network(generation)?, opponents })
    }

    /// The numbers, from 0, of the opponents without a result in `out`.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn open(&self, out: &Path) -> Result<Vec<usize>, RunError> {
        let (display, pairs) = (Display::hidden(), self.pairs());
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        self.runner(1, &display)?.open(&pairs, out)
    }

    /// Plays against all opponents, or against one, on `threads` threads. Results and games are
    /// stored in `out`; groups of games already stored are not played again.
    ///
    /// # Errors
    /// If it is stopped, there is no such opponent, a player fails or a file cannot be written.
    pub fn play(
        &self,
        opponent: Option<usize>,
        threads: usize,
        out: &Path,
        display: &Display,
    ) -> Result<Vec<MatchSummary>, RunError> {
        let mut pairs = self.pairs();
        if let Some(number) = opponent {
            let unknown = format!("the run's tournament has {}, numbered from 0", pairs.len());
            let pair = pairs.get(number).copied().ok_or(unknown);
            pairs = vec![pair.at(format!("opponent {number}"))?];
        }
        create_dir(out)?;
        // Without matches no openings are needed, of which there may be too few.
        let results = match pairs.is_empty() {
            true => Vec::new(),
            false => self.runner(threads, display)?.play(&pairs, Some(out))?,
        };
        let of_players = results.iter().zip(&pairs);
        let summaries: Vec<_> = of_players.map(|(of, players)| summary(of, *players)).collect();
        if opponent.is_none() {
            write_json(&out.join("summary.json"), &summaries)?;
        }
        Ok(summaries)
    }

    fn pairs(&self) -> Vec<[&PlayerFactory; 2]> {
        self.opponents.iter().map(|opponent| [&self.network, opponent]).collect()
    }

    fn runner<'t>(
        &'t self,
        threads: usize,
        display: &'t Display,
    ) -> Result<MatchRunner<'t>, RunError> {
        MatchRunner::new(self.run.rules(), &self.run.config().tournament.play, threads, display)
    }
}
