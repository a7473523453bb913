//! `salta doctor`: what this machine offers, measured in a few seconds.

mod gpu;
mod measure;

use std::fmt::Write;
use std::thread;

use salta_core::Variant;
use salta_core::isa::Isa;
use salta_record::memory::free_bytes;
use serde::Serialize;

use self::gpu::Gpu;
use self::measure::{NetworkRate, environment, network};
use crate::args::{OPTIMISED, VERSION};
use crate::error::Error;
use crate::output;

/// Networks to measure: name of the config, blocks, channels.
const NETWORKS: [(&str, usize, usize); 3] =
    [("quickstart", 3, 32), ("two-cores", 5, 48), ("large", 6, 64)];

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
    /// Free memory in bytes, if the system reports it.
    free_memory: Option<u64>,
    /// The GPU, and whether networks run on it.
    gpu: Gpu,
    /// Random moves per second on one thread.
    environment_steps: f64,
    networks: Vec<NetworkRate>,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let variant = Variant::named("buettgenbach-1899").expect("a named variant");
    let report = Report {
        version: VERSION,
        optimised: OPTIMISED,
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        cores,
        instruction_sets: Isa::available().map(Isa::name).collect(),
        free_memory: free_bytes(),
        gpu: Gpu::seen(),
        environment_steps: environment(&variant),
        networks: NETWORKS.map(|(name, b, c)| network(&variant, name, b, c, cores)).into(),
    };
    output::shown(args.json, &report, || report.describe())
}

impl Report {
    fn describe(&self) -> String {
        let memory = self.free_memory.map_or("unknown".into(), |b| format!("{} MiB", b >> 20));
        let mut text = format!(
            "salta {}\n\
            system        {}, {} cores, {memory} of memory free\n\
            instructions  {}\n\
            gpu           {}\n\
            environment   {:.0} million random moves per second per core\n",
            self.version,
            self.system,
            self.cores,
            self.instruction_sets.join(", "),
            self.gpu.describe(),
            self.environment_steps / 1e6,
        );
        for rate in &self.networks {
            let name =
                format!("{} blocks × {} channels ({})", rate.blocks, rate.channels, rate.name);
            let _ = writeln!(
                text,
                "network       {name}: {:.0} positions per second on one thread, {:.0} on all cores",
                rate.one_thread, rate.all_cores
            );
        }
        if !self.optimised {
            text += "warning: built without --release; all figures are too low\n";
        }
        text + "To estimate how long a training run takes: salta plan configs/train/quickstart.toml\n"
    }
}
