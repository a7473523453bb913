//! Damaged files, kills, failing writes and concurrent processes, for a given time:
//! `cargo xtask torture --minutes 5 --seed 1`, or `--case 17` to repeat one case. With `--writes`,
//! each kind of write fails on each kind of file instead (`torture/every_write.rs`); with
//! `--kills 100`, training is killed a hundred times and nothing else is done.
//!
//! Every case has a number, which with the seed determines its random generator. A case passes if
//! the program exits as documented, refuses in one sentence, stays within its memory and time, and
//! leaves the result of an undisturbed run or none. The folder of a failed case is kept.
#![cfg(unix)]

#[path = "torture/call.rs"]
mod call;
#[path = "torture/damage.rs"]
mod damage;
#[path = "torture/damaged_files.rs"]
mod damaged_files;
#[path = "torture/disturbed.rs"]
mod disturbed;
#[path = "torture/every_write.rs"]
mod every_write;
#[path = "torture/good_files.rs"]
mod good_files;
#[path = "torture/sign.rs"]
mod sign;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng, rngs::SmallRng};

use crate::good_files::{GoodFiles, JOBS};

/// Result of a case: its label for the summary, and the failure, if any.
type Outcome = (String, Result<(), String>);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, jobs @ ..] = &*arguments
        && first == "--writes"
    {
        let unknown = jobs.iter().find(|name| JOBS.iter().all(|job| job.name != **name));
        assert!(unknown.is_none(), "no job is named {unknown:?}");
        let good = GoodFiles::new();
        let failed = every_write::every_write(&good, jobs);
        println!("{failed} failed; target/torture/writes.csv");
        return if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let [seed, minutes, case, kills] =
        numbers(&arguments, ["--seed", "--minutes", "--case", "--kills"]);
    let (seed, time) = (seed.unwrap_or(1), Duration::from_secs(60 * minutes.unwrap_or(5)));
    let good = GoodFiles::new();
    if let Some(kills) = kills {
        disturbed::kill_training(&good, kills, seed).expect("a killed run goes on");
        return ExitCode::SUCCESS;
    }
    let (begun, mut met, mut failed) = (Instant::now(), BTreeMap::<String, u64>::new(), Vec::new());
    let (first, last) = case.map_or((1, u64::MAX), |case| (case, case));
    for case in first..=last {
        if begun.elapsed() >= time {
            break;
        }
        let (what, result) = one(&good, seed, case);
        if let Err(error) = result {
            let kept = good.keep(seed, case, &what, &error);
            println!("case {case}, {what}: {error}; kept in {}", kept.display());
            failed.push(case);
        }
        *met.entry(what).or_default() += 1;
    }
    println!(
        "seed {seed}: {} cases, {} failed {failed:?}",
        met.values().sum::<u64>(),
        failed.len()
    );
    met.iter().for_each(|(what, cases)| println!("{cases:>7}  {what}"));
    if !disturbed::has_strace() {
        println!("SKIPPED: failing system calls; strace is missing");
    }
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the numbers given for some flags, as in `--seed 3`.
fn numbers<const N: usize>(arguments: &[String], flags: [&str; N]) -> [Option<u64>; N] {
    let mut found = [None; N];
    for pair in arguments.chunks(2) {
        let at = flags.iter().position(|flag| *flag == pair[0]);
        let at = at.unwrap_or_else(|| panic!("unknown argument `{}`; known: {flags:?}", pair[0]));
        let number = pair.get(1).and_then(|text| text.parse().ok());
        assert!(number.is_some(), "`{}` needs a whole number", pair[0]);
        found[at] = number;
    }
    found
}

fn one(good: &GoodFiles, seed: u64, case: u64) -> Outcome {
    let mut rng = SmallRng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ case);
    match rng.random_range(0..100) {
        0..60 => damaged_files::case(good, &mut rng),
        60..85 => damaged_files::signed_case(good, &mut rng),
        _ => disturbed::case(good, &mut rng),
    }
}
