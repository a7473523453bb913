//! `salta engine-check`: whether a program follows the text protocol.

use std::sync::atomic::Ordering;
use std::time::Duration;

use salta_players::{check::Check, check::Verdict, check::check_program, program::EngineError};

use crate::error::Error;
use crate::interrupt::{EXIT_CODE, quoted, stop_flag};
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The program and its arguments
    #[arg(value_name = "PROGRAM", required = true)]
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
    /// Seconds to wait for each answer to which no other limit applies
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    time_out: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let stop = stop_flag();
    let stopped = || stop.load(Ordering::Relaxed);
    let (mut failed, mut printed) = (0, Ok(()));
    let mut show = |check: &Check| {
        failed += u64::from(check.verdict == Verdict::Failed);
        let line = format!("{:<8}{:<32}{}\n", check.verdict.name(), check.name, check.said);
        let shown = output::text(&line);
        if printed.is_ok() {
            printed = shown;
        }
    };
    let patience = Duration::from_secs(args.time_out);
    let good = check_program(&args.words, patience, &stopped, &mut show);
    printed?;
    let words: Vec<String> = args.words.iter().map(|word| quoted(word)).collect();
    let program = words.join(" ");
    match good {
        Ok(true) => Ok(()),
        Ok(false) => {
            let failed = salta_report::counted(failed, "check");
            Err(Error::Refuted(format!("`{program}` violates the protocol: {failed} failed")))
        }
        Err(EngineError::Stopped) => std::process::exit(EXIT_CODE.into()),
        Err(error) => Err(Error::Failed(format!("`{program}` {error}"))),
    }
}
