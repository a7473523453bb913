//! Ctrl-C: the first asks for a clean stop, the second ends the process.

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use salta_run::{Display, RunError};

/// Exit code after Ctrl-C, as shells expect it (128 + SIGINT).
pub(crate) const EXIT_CODE: u8 = 130;

/// A flag that Ctrl-C, or a request to terminate, sets.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    let handler = move || {
        if shared.swap(true, Ordering::Relaxed) {
            // The process ends without ending its players first.
            salta_players::program::kill_all();
            process::exit(EXIT_CODE.into());
        }
        let _ = writeln!(io::stderr(), "\nstopping … (again to stop at once)");
    };
    // Without a handler Ctrl-C still ends the process, and nothing on disk is harmed by that.
    let _ = ctrlc::set_handler(handler);
    flag
}

/// Work with progress on standard error, which Ctrl-C stops.
pub(crate) fn watched<T>(
    work: impl FnOnce(&Display) -> Result<T, RunError>,
) -> Result<T, RunError> {
    let display = Display::stderr().stopped_by(stop_flag());
    let done = work(&display);
    display.finish();
    done
}

/// How this program was called, for lines that tell how to go on.
pub(crate) fn program() -> &'static str {
    if std::env::var_os("CARGO").is_some() { "cargo run --release --" } else { "salta" }
}

/// The command that this program was called with, as a shell reads it back.
pub(crate) fn again() -> String {
    let words =
        std::env::args_os().skip(1).map(|word| format!(" {}", quoted(&word.to_string_lossy())));
    program().to_owned() + &words.collect::<String>()
}

/// A word as a shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,@+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("runs/a-1"), "runs/a-1");
        assert_eq!(quoted("my run"), "'my run'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
