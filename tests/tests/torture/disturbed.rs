//! Jobs that are killed, whose writes fail, or that run twice at once; once resumed, their results
//! are bit-identical to those of undisturbed jobs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng, rngs::SmallRng};
use salta_tests::binary;
use salta_tests::place::metrics;

use crate::Outcome;
use crate::call::{Call, call, strace};
use crate::good_files::{GoodFiles, JOBS, Job};

/// System calls that write, and the errors with which they fail.
const WRITES: [&str; 5] = ["write", "fsync,fdatasync", "rename", "mkdir", "unlink"];
const ERRORS: [&str; 3] = ["EIO", "ENOSPC", "EDQUOT"];

/// Runs a job that is disturbed one to three times, then resumed.
pub(crate) fn case(good: &GoodFiles, rng: &mut SmallRng) -> Outcome {
    let job = &JOBS[rng.random_range(0..JOBS.len())];
    let folder = good.copy(Some(job.makes));
    let mut what = String::new();
    for _ in 0..rng.random_range(1..4) {
        let (how, result) = match rng.random_range(0..4) {
            0 if has_strace() => ("write fails", failing_write(good, job, &folder, rng)),
            1 => ("file too large", short_write(good, job, &folder, rng)),
            2 => ("rival", rival(job, &folder)),
            _ => ("killed", kill(good, job, &folder, rng).map(|_| ())),
        };
        what = format!("{how}: {}", job.name);
        if result.is_err() {
            return (what, result);
        }
    }
    (what, good.finish(job, &folder))
}

/// Kills training runs `kills` times in all and resumes each until it comes to its end: all files
/// and metrics have to be those of an undisturbed run.
pub(crate) fn kill_training(good: &GoodFiles, kills: u64, seed: u64) -> Result<(), String> {
    let ([train, ..], mut rng) = (&JOBS, SmallRng::seed_from_u64(seed));
    let (mut killed, mut runs, mut met) = (0, 0, BTreeMap::<_, u32>::new());
    while killed < kills {
        let folder = good.copy(Some(train.makes));
        while killed < kills && kill(good, train, &folder, &mut rng)? {
            killed += 1;
            let entries =
                |part| fs::read_dir(folder.join(train.makes).join(part)).map_or(0, Iterator::count);
            let parts = ["games", "checkpoints", "learner", "tournament"];
            *met.entry(parts.map(entries)).or_default() += 1;
        }
        good.finish(train, &folder)?;
        let [found, expected] =
            [folder, good.whole()].map(|folder| metrics(&folder.join(train.makes)));
        if found != expected {
            return Err(format!("other metrics: {found:?}"));
        }
        runs += 1;
    }
    println!("{killed} kills in {runs} runs; all of them ended the same as undisturbed");
    println!("kills by entries of games, checkpoints, learner, tournament: {met:?}");
    Ok(())
}

/// Whether strace, which makes system calls fail, is installed.
pub(crate) fn has_strace() -> bool {
    Command::new("strace").arg("-V").output().is_ok()
}

fn start(job: &Job, folder: &Path) -> Child {
    let mut command = Command::new(binary::path());
    command.args(job.line(folder).split(' ')).current_dir(folder).env_remove("CARGO");
    command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
    command.spawn().expect("salta starts")
}

/// Kills the job after a random time, or once some entries have appeared in a random folder of its
/// output; returns whether that was before its end.
fn kill(good: &GoodFiles, job: &Job, folder: &Path, rng: &mut SmallRng) -> Result<bool, String> {
    let (begun, watched) = (Instant::now(), folder.join(good.any_folder(job, rng)));
    let entries = || fs::read_dir(&watched).map_or(0, Iterator::count);
    let (time, more) =
        (Duration::from_millis(rng.random_range(0..1500)), entries() + rng.random_range(1..6));
    let mut child = start(job, folder);
    while begun.elapsed() < time && entries() < more && child.try_wait().is_ok_and(|s| s.is_none())
    {
        sleep(Duration::from_micros(200));
    }
    let _ = child.kill(); // An error means that it has already ended.
    let status = child.wait().expect("a child");
    match status.code() {
        None => Ok(true),
        Some(0) => Ok(false),
        Some(code) => Err(format!("it ended with {code} before it was killed")),
    }
}

/// Makes the nth system call of a kind fail, in every thread that comes that far.
fn failing_write(
    good: &GoodFiles,
    job: &Job,
    folder: &Path,
    rng: &mut SmallRng,
) -> Result<(), String> {
    let write = WRITES[rng.random_range(0..WRITES.len())];
    let (error, nth) = (ERRORS[rng.random_range(0..ERRORS.len())], rng.random_range(1..60));
    let (_, ended) = with_fault(good, job, folder, (write, error, nth as usize));
    ended.map_err(|wrong| format!("{write} number {nth} fails with {error}: {wrong}"))
}

/// Runs the job with the nth of some system calls failing in each thread; returns the call, and
/// whether it ended as documented.
pub(crate) fn with_fault(
    good: &GoodFiles,
    job: &Job,
    folder: &Path,
    (calls, error, nth): (&str, &str, usize),
) -> (Call, Result<(), String>) {
    let inject = format!("-e inject={calls}:error={error}:when={nth}");
    let called = call(folder, &strace(calls, &inject), job.line(folder), None);
    let ended = if called.is_unsaid(folder) { Ok(()) } else { called.check() };
    // What could not be removed is left.
    let removes = calls.starts_with("unlink");
    let whole = || if removes { Ok(()) } else { whole(good, job, folder, &called) };
    let ended = ended.and_then(|()| whole());
    (called, ended)
}

/// Checks that a job that ended well has its whole result.
fn whole(good: &GoodFiles, job: &Job, folder: &Path, called: &Call) -> Result<(), String> {
    if called.code == 0 { good.check(folder, job.makes, None) } else { Ok(()) }
}

/// Limits the size of files: a write is short, and the next one fails.
fn short_write(
    good: &GoodFiles,
    job: &Job,
    folder: &Path,
    rng: &mut SmallRng,
) -> Result<(), String> {
    let blocks = rng.random_range(0..24);
    let prefix = format!("sh -c 'trap \"\" XFSZ; ulimit -f {blocks}; exec \"$@\"' sh");
    let called = call(folder, &prefix, job.line(folder), None);
    let ended = called.check().and_then(|()| whole(good, job, folder, &called));
    ended.map_err(|wrong| format!("files of {blocks} blocks: {wrong}"))
}

/// Runs the job twice at once; one of them may be refused because of the other.
fn rival(job: &Job, folder: &Path) -> Result<(), String> {
    let children = [start(job, folder), start(job, folder)];
    for mut child in children {
        let status = child.wait().expect("a child");
        if !matches!(status.code(), Some(0 | 2)) {
            return Err(format!("of two at once one ended with {status}"));
        }
    }
    Ok(())
}
