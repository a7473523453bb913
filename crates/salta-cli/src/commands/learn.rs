//! `salta learn`: the learning part of a training run, for games played elsewhere.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use salta_run::{
    Display, GamesRequest, Metrics, RemoteGames, RunDir, RunError, TimeMetrics, learn,
};
use serde_json::json;

use super::train::resume_command;
use crate::args::{threads, unsigned};
use crate::error::Error;
use crate::input;
use crate::interrupt::stop_flag;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Directory of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Stop after this generation
    #[arg(long, value_name = "GENERATION", value_parser = unsigned::<u32>)]
    until: Option<u32>,
    /// Number of threads; 0: one per core. Results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    threads: usize,
}

/// Requests games on standard output, and learns once standard input reports that they are there.
///
/// Each message is one line of JSON: `{"wanted": …}` is answered by the time that the games took,
/// as in `time` of `salta selfplay --json`, or by an empty line; `{"learned": …, "line": …}`
/// follows. The command ends at the end of standard input.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let display = Display::hidden().stopped_by(stop_flag());
    let run = RunDir::open(&args.run)?;
    let last = args.until.unwrap_or(run.config().generations);
    let mut dialogue = Dialogue { answers: answers(), display: &display };
    match learn(&run, last, args.threads, &mut dialogue, &display) {
        Err(RunError::Stopped) => Err(Error::Stopped(resume_command(&args.run))),
        done => Ok(done?),
    }
}

/// Interval between two checks for a request to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The lines of standard input, read by a separate thread since a read cannot be interrupted.
fn answers() -> Receiver<io::Result<String>> {
    let (sender, receiver) = sync_channel(1);
    thread::spawn(move || input::lines().try_for_each(|line| sender.send(line)));
    receiver
}

struct Dialogue<'a> {
    answers: Receiver<io::Result<String>>,
    display: &'a Display,
}

impl RemoteGames for Dialogue<'_> {
    fn play(&mut self, wanted: &GamesRequest) -> Result<Option<TimeMetrics>, RunError> {
        say(&json!({ "wanted": wanted }))?;
        loop {
            match self.answers.recv_timeout(LOOK_EVERY) {
                Ok(line) => return Ok(Some(time(&line.map_err(wrong)?)?)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if self.display.is_stopped() => {
                    return Err(RunError::Stopped);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn learned(&mut self, metrics: &Metrics, line: &str) -> Result<(), RunError> {
        say(&json!({ "learned": metrics, "line": line }))
    }
}

fn time(line: &str) -> Result<TimeMetrics, RunError> {
    if line.trim().is_empty() {
        return Ok(TimeMetrics::default());
    }
    let time: serde_json::Value = serde_json::from_str(line).map_err(wrong)?;
    if time.get("selfplay").is_none() {
        return Err(wrong("missing field `selfplay`"));
    }
    serde_json::from_value(time).map_err(wrong)
}

fn wrong(error: impl std::fmt::Display) -> RunError {
    RunError::at("standard input", error)
}

fn say(line: &serde_json::Value) -> Result<(), RunError> {
    output::json(line).map_err(|error| RunError::Other(error.to_string()))
}
