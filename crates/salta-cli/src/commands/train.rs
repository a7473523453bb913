//! `salta train`: a training run from a config, or the rest of one.

use std::path::{Path, PathBuf};

use salta_core::rules::{NAMED, named};
use salta_net::Schedule;
use salta_players::NetworkSource;
use salta_run::{Display, RunConfig, RunDir, RunError, play_final_tournament, train, train_until};

use crate::args::unsigned;
use crate::error::Error;
use crate::interrupt::{program, quoted, stop_flag};
use crate::{output, table};

#[derive(Debug, clap::Args)]
#[command(override_usage = "salta train [OPTIONS] <CONFIG>
       salta train [OPTIONS] --resume <RUN>
       salta train [OPTIONS] --fork <RUN@GENERATION>")]
pub(crate) struct Args {
    /// Training config, such as configs/train/quickstart.toml
    #[arg(value_name = "CONFIG", required_unless_present_any = ["resume", "fork"])]
    config: Option<PathBuf>,
    /// Start from the weights of this checkpoint, or of a run's last one, instead of random weights
    #[arg(long, value_name = "RUN|CHECKPOINT", requires = "config",
        conflicts_with_all = ["resume", "fork"])]
    from: Option<PathBuf>,
    /// Start a new run where a generation of another run ended, with its network, the games of its
    /// replay window and, for that run's last two generations, its optimiser; the config is that
    /// run's present one. It counts generations and stages from 1. --set can change anything but
    /// the shape of the network, an inherited optimiser, and settings that the games lack data for
    #[arg(long, value_name = "RUN@GENERATION", value_parser = fork, conflicts_with_all = ["config", "resume"])]
    fork: Option<(PathBuf, u32)>,
    /// Resume the run in this directory
    #[arg(long, value_name = "RUN", conflicts_with_all = ["config", "out"])]
    resume: Option<PathBuf>,
    /// Directory of the run, by default runs/NAME. The same command again resumes there; another
    /// config is refused
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Override a config key, as in --set train.batch=128 (with --resume only `generations`,
    /// `games_bytes`, `threads`, `learner`, `learner_command`, `tournament` and `evaluate.table`)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
    /// Stop after this generation, without the final tournament; 0 only creates the run and its
    /// untrained network
    #[arg(long, value_name = "GENERATION", value_parser = unsigned::<u32>)]
    until: Option<u32>,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// Trains, plays the final tournament and says how to continue.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    // Must come first: Ctrl-C must not interrupt the writing of a run's first files.
    let stop = stop_flag();
    let run = open(args)?;
    let display = if args.quiet { Display::hidden() } else { Display::stderr() };
    let display = display.stopped_by(stop);
    display.line(&opening(&run));
    let resume = || format!("Resume: {}\n", resume_command(run.root()));
    let done = match args.until {
        Some(last) => train_until(&run, last, &display).map(|()| resume()),
        None => whole(&run, &display),
    };
    display.finish();
    match done {
        Ok(results) => output::text(&results),
        Err(RunError::Stopped) => Err(Error::Stopped(resume_command(run.root()))),
        Err(error @ RunError::Repeated(_)) => Err(error.into()),
        Err(error) => {
            let resume = resume_command(run.root());
            Err(Error::Failed(format!("{error}; fix this, then resume with: {resume}")))
        }
    }
}

fn open(args: &Args) -> Result<RunDir, Error> {
    if let Some(root) = &args.resume {
        let run = RunDir::resume(root, &args.sets)?;
        check_until(args, run.config())?;
        return Ok(run);
    }
    let (config, from) = match (&args.config, &args.fork) {
        (_, Some((root, generation))) => {
            let config = RunConfig::load_of_run(root, &args.sets)?;
            (config, Some((&**root, Some(*generation))))
        }
        (Some(path), None) => {
            let from = args.from.as_deref().map(|from| (from, None));
            (RunConfig::load(path, &args.sets)?, from)
        }
        (None, None) => unreachable!("clap asks for a config or a run"),
    };
    check_until(args, &config)?;
    Ok(RunDir::create_or_resume(config, args.out.clone(), from)?)
}

fn check_until(args: &Args, RunConfig { generations, .. }: &RunConfig) -> Result<(), Error> {
    args.until.filter(|until| until > generations).map_or(Ok(()), |until| {
        Err(Error::Failed(format!("--until {until}: the run has {generations} generations")))
    })
}

/// Reads `RUN@GENERATION`.
fn fork(text: &str) -> Result<(PathBuf, u32), String> {
    let parts = text
        .rsplit_once('@')
        .and_then(|(run, generation)| Some((PathBuf::from(run), generation.parse().ok()?)));
    parts.ok_or_else(|| "a generation of a run is written as in runs/quickstart@10".into())
}

/// Trains all generations and plays the final tournament; returns its results and what to do next.
fn whole(run: &RunDir, display: &Display) -> Result<String, RunError> {
    train(run, display)?;
    display.line("final tournament");
    let matches = play_final_tournament(run, display)?;
    Ok(format!("{}\n\n{}\n", table::results(&matches), next_steps(run)))
}

fn opening(run: &RunDir) -> String {
    let config = run.config();
    let curves =
        format!("tensorboard --logdir {}", quoted(&run.tensorboard().display().to_string()));
    format!(
        "run {}: {} generations of {} games of {}, seed {}; curves: {curves}",
        quoted(&run.root().display().to_string()),
        config.generations,
        config.games_per_generation,
        run.rules().name,
        config.seed,
    )
}

pub(super) fn resume_command(root: &Path) -> String {
    format!("{} train --resume {}", program(), quoted(&root.display().to_string()))
}

fn next_steps(run: &RunDir) -> String {
    let RunConfig { generations, learner, .. } = run.config();
    let schedule = match learner.schedule {
        Schedule::Constant => String::new(),
        Schedule::Cosine => format!(" --set learner.total_steps={}", 2 * learner.total_steps),
    };
    let checkpoint = run.checkpoint(*generations).display().to_string();
    let more = generations * 2;
    let player = quoted(&NetworkSource::at(&checkpoint).to_string());
    format!(
        "The network: {checkpoint}\n\
         Resume:      {} --set generations={more}{schedule}\n\
         Try it:      {} match {player} alphabeta:depth=2 --pairs 50{}",
        resume_command(run.root()),
        program(),
        variant_argument(run),
    )
}

/// The argument that a match by the rules of the run needs; none for the default variant.
fn variant_argument(run: &RunDir) -> String {
    let name = &run.rules().name;
    match named(name).as_ref() == Some(run.rules()) {
        true if name == NAMED[0] => String::new(),
        true => format!(" --variant {name}"),
        false => {
            let file = run.root().join("variant.toml").display().to_string();
            format!(" --variant {}", quoted(&file))
        }
    }
}
