//! `salta doctor`: what this machine offers, measured in some seconds.

use std::fmt::Write;
use std::fs;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use salta_core::isa::Isa;
use salta_core::{Position, Variant};
use salta_env::{BatchEnv, EnvConfig, Evaluator};
use salta_net::{NetConfig, NetEvaluator, Network};
use serde::Serialize;

use crate::args::VERSION;
use crate::error::Error;
use crate::output;

/// How long each thing is measured.
const TIME: Duration = Duration::from_millis(700);
/// Games of a batch of the environment, and positions of a batch of a network.
const GAMES: usize = 4096;
const BATCH: usize = 16;
/// Networks measured: name, blocks, channels.
const NETWORKS: [(&str, usize, usize); 2] = [("quickstart", 3, 32), ("large", 6, 64)];

/// Arguments of `salta doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// What a machine offers.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    optimised: bool,
    system: String,
    cores: usize,
    instruction_sets: Vec<&'static str>,
    /// Bytes of memory that are free, where the system says so.
    free_memory: Option<u64>,
    /// What networks run on.
    backend: &'static str,
    /// Random moves a second on one thread.
    environment_steps: f64,
    networks: Vec<NetworkRate>,
}

#[derive(Serialize)]
struct NetworkRate {
    name: &'static str,
    blocks: usize,
    channels: usize,
    /// Positions a second, on one thread and on all cores.
    one_thread: f64,
    all_cores: f64,
}

/// Measures and reports.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let variant = Variant::named("buettgenbach-1899").expect("a named variant");
    let report = Report {
        version: VERSION,
        optimised: !cfg!(debug_assertions),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        cores,
        instruction_sets: Isa::available().map(Isa::name).collect(),
        free_memory: free_memory(),
        backend: "the processor; this build has no GPU backend",
        environment_steps: environment(&variant),
        networks: NETWORKS.map(|(name, b, c)| network(&variant, name, b, c, cores)).into(),
    };
    if args.json { output::json(&report) } else { output::text(&report.describe()) }
}

impl Report {
    fn describe(&self) -> String {
        let memory = self.free_memory.map_or("unknown".into(), |b| format!("{} MiB", b >> 20));
        let mut text = format!(
            "salta {}\n\
            system        {}, {} cores, {memory} of memory free\n\
            instructions  {}\n\
            networks on   {}\n\
            environment   {:.0} million random moves a second and core\n",
            self.version,
            self.system,
            self.cores,
            self.instruction_sets.join(", "),
            self.backend,
            self.environment_steps / 1e6,
        );
        for rate in &self.networks {
            let name =
                format!("{} blocks × {} channels ({})", rate.blocks, rate.channels, rate.name);
            let _ = writeln!(
                text,
                "network       {name}: {:.0} positions a second on one thread, {:.0} on all cores",
                rate.one_thread, rate.all_cores
            );
        }
        if !self.optimised {
            text += "warning: built without --release; all figures are too low\n";
        }
        text + "How long a training takes here: salta plan configs/train/quickstart.toml\n"
    }
}

fn environment(variant: &Variant) -> f64 {
    let mut env = BatchEnv::new(Arc::new(variant.clone()), GAMES, EnvConfig::default(), 1);
    let (begun, mut rounds) = (Instant::now(), 0);
    while begun.elapsed() < TIME {
        std::hint::black_box(env.play_random(16));
        rounds += 16;
    }
    (rounds * GAMES) as f64 / begun.elapsed().as_secs_f64()
}

fn network(
    variant: &Variant,
    name: &'static str,
    blocks: usize,
    channels: usize,
    cores: usize,
) -> NetworkRate {
    let features = salta_env::FEATURES;
    let config = NetConfig { features, blocks, channels, ..NetConfig::default() };
    let evaluator = NetEvaluator::new(&Network::new(&config, 1).expect("settings in range"));
    let one_thread = evaluations(variant, evaluator.clone());
    let all_cores = thread::scope(|scope| {
        let start = |_| scope.spawn(|| evaluations(variant, evaluator.clone()));
        let threads: Vec<_> = (0..cores).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or(0.0)).sum()
    });
    NetworkRate { name, blocks, channels, one_thread, all_cores }
}

fn evaluations(variant: &Variant, mut evaluator: NetEvaluator) -> f64 {
    let positions: Vec<Position> = vec![variant.start(); BATCH];
    evaluator.evaluate(variant, &positions); // the first call allocates
    let (begun, mut batches) = (Instant::now(), 0);
    while begun.elapsed() < TIME {
        std::hint::black_box(evaluator.evaluate(variant, &positions));
        batches += 1;
    }
    (batches * BATCH) as f64 / begun.elapsed().as_secs_f64()
}

/// What Linux says is available.
fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib << 10)
}
