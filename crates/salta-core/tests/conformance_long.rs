//! Millions of random plies, engine against twin: `cargo xtask conformance --plies 100000000`.
//!
//! The work is a sequence of units, each one rule record (a named variant or a random record) and a
//! few dozen games of every kind. Unit and seed determine everything: a failure prints them, and
//! `--unit` replays it.

mod random_rules;
mod twin;

use std::io::IsTerminal;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use random_rules::{Event, Events, Record, draw_record, play_record};
use salta_core::rules::NAMED;

/// One ply in this many is compared in full.
const IN_FULL: u32 = 64;

/// Compare engine and twin on random plies.
#[derive(Parser)]
struct Args {
    /// Plies after which no new unit is started
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    plies: u64,
    /// Seed of all games
    #[arg(long, value_name = "N", default_value_t = 1899)]
    seed: u64,
    /// Threads; by default one for each core
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Play only this unit, to replay a failure
    #[arg(long, value_name = "N", conflicts_with = "plies")]
    unit: Option<u64>,
}

/// State shared by all threads.
#[derive(Default)]
struct Shared {
    next: AtomicU64,
    plies: AtomicU64,
    failed: Mutex<Option<u64>>,
    events: Mutex<Events>,
}

impl Shared {
    fn has_failed(&self) -> bool {
        self.failed.lock().unwrap().is_some()
    }
}

/// Even units are the named variants in turn, odd ones random records.
fn play_unit(seed: u64, unit: u64) -> Events {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(unit);
    let name = NAMED[(unit / 2 % NAMED.len() as u64) as usize];
    let record = match unit % 2 {
        0 => Record::named(name),
        _ => draw_record(&mut random, unit / 2),
    };
    let mut events = Events::default();
    play_record(&mut random, &record, IN_FULL, &mut events);
    events
}

/// Plays units until `plies` plies are played or something differs.
fn work(args: &Args, shared: &Shared) {
    while shared.plies.load(Relaxed) < args.plies && !shared.has_failed() {
        let unit = shared.next.fetch_add(1, Relaxed);
        match catch_unwind(|| play_unit(args.seed, unit)) {
            Ok(events) => {
                shared.plies.fetch_add(events.count(Event::Ply), Relaxed);
                shared.events.lock().unwrap().add(&events);
            }
            Err(_) => *shared.failed.lock().unwrap() = Some(unit),
        }
    }
}

fn show_progress(args: &Args, shared: &Shared, started: Instant) {
    let pause = Duration::from_secs(if std::io::stderr().is_terminal() { 2 } else { 30 });
    let mut shown = Instant::now();
    while shared.plies.load(Relaxed) < args.plies && !shared.has_failed() {
        thread::sleep(Duration::from_millis(50));
        if shown.elapsed() >= pause {
            shown = Instant::now();
            let plies = shared.plies.load(Relaxed);
            let rate = plies as f64 / started.elapsed().as_secs_f64();
            let share = 100.0 * plies as f64 / args.plies as f64;
            eprintln!("{plies} plies ({share:.1} %), {rate:.0} per second");
        }
    }
}

fn play_all(args: &Args) -> Result<(), u64> {
    let threads =
        args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let (shared, started) = (Shared::default(), Instant::now());
    println!("seed {}, {threads} threads", args.seed);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work(args, &shared));
        }
        show_progress(args, &shared, started);
    });
    if let Some(unit) = *shared.failed.lock().unwrap() {
        return Err(unit);
    }
    let (units, plies) = (shared.next.into_inner(), shared.plies.into_inner());
    let seconds = started.elapsed().as_secs_f64();
    println!("{plies} plies of {units} units agree, in {seconds:.0} s:");
    print!("{}", shared.events.into_inner().unwrap());
    Ok(())
}

fn main() -> ExitCode {
    let args = Args::parse();
    let failed = match args.unit {
        Some(unit) => {
            print!("{}", play_unit(args.seed, unit));
            Ok(())
        }
        None => play_all(&args),
    };
    match failed {
        Ok(()) => ExitCode::SUCCESS,
        Err(unit) => {
            let again = format!("cargo xtask conformance --seed {} --unit {unit}", args.seed);
            eprintln!("error: engine and twin differ; replay with: {again}");
            ExitCode::FAILURE
        }
    }
}
