//! `salta selfplay`: games without learning.

use std::ops::Range;
use std::path::PathBuf;

use salta_env::Precision;
use salta_net::instruction_set;
use salta_players::NetworkSource;
use salta_run::{RunConfig, selfplay_only};
use serde_json::json;

use crate::args::unsigned;
use crate::error::Error;
use crate::interrupt::watched;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Training config
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Directory for the shards; groups found there are not played again
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
    /// Checkpoint to play with, or a run for its last one, in the config's precision; by default
    /// the config's untrained network
    #[arg(long, value_name = "PATH")]
    checkpoint: Option<PathBuf>,
    /// Network to play with, of any architecture: onnx:FILE or checkpoint:PATH; the search settings
    /// are those of the config
    #[arg(long, value_name = "NETWORK", conflicts_with = "checkpoint")]
    evaluator: Option<NetworkSource>,
    /// Generation to play: it selects the stage of the config and the game numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = unsigned::<u32>)]
    generation: u32,
    /// Play only the groups within these game numbers (end exclusive), so that several machines can
    /// share a generation
    #[arg(long, value_name = "FIRST..END", value_parser = numbers)]
    games: Option<Range<u64>>,
    /// Override a config key, as in --set selfplay.search.simulations=32
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
    /// Print the figures as one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let config = RunConfig::load(&args.config, &args.sets)?;
    if !(1..=config.generations).contains(&args.generation) {
        let (asked, last) = (args.generation, config.generations);
        let what = format!("--generation {asked}: the config has generations from 1 to {last}");
        return Err(Error::Failed(what));
    }
    let checkpoint = args.checkpoint.as_ref();
    let checkpoint = checkpoint.map(|p| NetworkSource::Checkpoint(p.to_string_lossy().into()));
    let network = args.evaluator.clone().or(checkpoint);
    let (generation, games) = (args.generation, args.games.as_ref());
    let (games, time) = watched(|display| {
        selfplay_only(&config, generation, network.as_ref(), games, &args.out, display)
    })?;
    // In int8 the games do not depend on the instruction set.
    let in_f32 = config.network.precision == Precision::F32;
    let instruction_set = in_f32.then(instruction_set);
    let record = json!({ "games": games, "instruction_set": instruction_set, "time": time });
    output::shown(args.json, &record, || {
        format!(
            "{} in {:.1} s, {:.0} positions/s, {:.1} plies per game, {:.0} % finished: {}\n",
            salta_report::counted(games.games, "game"),
            time.selfplay,
            time.positions_per_second,
            games.mean_plies,
            100.0 * games.finished,
            args.out.display(),
        )
    })
}

/// Reads `FIRST..END`.
fn numbers(text: &str) -> Result<Range<u64>, String> {
    let numbers =
        text.split_once("..").and_then(|(start, end)| Some(start.parse().ok()?..end.parse().ok()?));
    numbers.ok_or_else(|| "game numbers are written as in 32..64".into())
}
