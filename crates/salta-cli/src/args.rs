//! Arguments that several commands share.

use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::Args;

use salta_core::{NodeBudget, Position, Variant};
use salta_run::MAX_THREADS;
use salta_study::Parallel;

use crate::error::Error;
use crate::load;

/// The version and the commit it was built from.
pub(crate) const VERSION: &str = env!("SALTA_VERSION");

/// Whether this is a release build.
pub(crate) const OPTIMISED: bool = matches!(env!("SALTA_PROFILE").as_bytes(), b"release");

/// A config, its overrides, and where its results are written.
#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    /// Config file, such as those in configs/
    #[arg(value_name = "CONFIG")]
    pub(crate) config: PathBuf,
    /// Directory for results, by default runs/COMMAND-CONFIG. The same command again resumes there;
    /// another config is refused
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Override a config key, as in --set match.pairs=50 (study: games.pairs=50)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) sets: Vec<String>,
}

impl ConfigArgs {
    /// Where the results of `command` are written.
    pub(crate) fn out(&self, command: &str) -> PathBuf {
        let stem = self.config.file_stem().unwrap_or_default().to_string_lossy();
        let default = || PathBuf::from("runs").join(format!("{command}-{stem}"));
        self.out.clone().unwrap_or_else(default)
    }
}

/// Parses a whole number that `N`, as wide as an unsigned integer, can hold.
pub(crate) fn unsigned<N: TryFrom<u64>>(text: &str) -> Result<N, String> {
    let number = text.parse::<u64>().ok().and_then(|number| number.try_into().ok());
    let most = u64::MAX >> (64 - 8 * size_of::<N>());
    number.ok_or_else(|| format!("it must be a whole number from 0 to {most}"))
}

/// Parses a number of threads or jobs; 0 means one per core.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 0..=MAX_THREADS) => Ok(threads),
        _ => Err(format!("it must be from 0 to {MAX_THREADS}")),
    }
}

/// How many runs or matches are worked on at once.
#[derive(Debug, Args)]
pub(crate) struct Jobs {
    /// Runs or matches at a time; 0: one per thread, or fewer if fewer are left. Results do not
    /// depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    jobs: usize,
    /// Number of threads, shared by the jobs; 0: one per core. Results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    threads: usize,
}

impl Jobs {
    pub(crate) fn parallel(&self) -> Parallel {
        let cores = || available_parallelism().map_or(1, usize::from);
        let threads = if self.threads == 0 { cores() } else { self.threads };
        Parallel { jobs: self.jobs, threads }
    }
}

/// An estimate before the work.
#[derive(Debug, Args)]
pub(crate) struct Planning {
    /// Measure each arm or size for a short while, estimate the cost, then exit
    #[arg(long, conflicts_with = "report")]
    pub(crate) plan: bool,
    /// Seconds that --plan measures each of them
    #[arg(long, value_name = "S", default_value_t = 4.0, value_parser = seconds, requires = "plan")]
    pub(crate) seconds: f64,
}

/// A position of a variant.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Rule variant: a name, or a file (a path with a separator or ending in .toml)
    #[arg(long, value_name = "NAME|FILE", default_value = "buettgenbach-1899")]
    variant: String,
    /// Position line, as in "…/ABCDE w 0"; by default the variant's start
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

impl Place {
    /// Reads the variant and the position.
    pub(crate) fn load(&self) -> Result<(Variant, Position), Error> {
        let variant = load::variant(&self.variant)?;
        let position = variant.position_or_start(self.position.as_deref());
        let position = position.map_err(|error| Error::at("--position", error))?;
        Ok((variant, position))
    }
}

/// How many nodes to visit for an exact count.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Budget {
    /// Node budget of the exact count of one side's remaining moves
    #[arg(long = "exact-nodes", alias = "budget", value_name = "N",
        default_value_t = DEFAULT_NODES, value_parser = unsigned::<NodeBudget>)]
    pub(crate) exact_nodes: NodeBudget,
}

/// Default node budget of one side's exact count: about eight seconds on one core if it does not
/// suffice; random scrambles of all fifteen pieces rarely need that many.
pub(crate) const DEFAULT_NODES: NodeBudget = NodeBudget(1_000_000);

/// Parses for how many seconds to measure.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|s| (0.1..=3600.0).contains(s));
    number.ok_or_else(|| "must be from 0.1 to 3600 seconds".into())
}
