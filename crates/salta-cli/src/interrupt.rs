//! Ctrl-C: the first asks for a clean stop, the second ends the process.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use salta_run::{Display, RunError};

/// Exit code after Ctrl-C, as shells expect it (128 + SIGINT).
pub(crate) const EXIT_CODE: u8 = 130;

/// The flag that Ctrl-C, or a request to terminate, sets.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
    let handler = || {
        if FLAG.swap(true, Ordering::Relaxed) {
            // `exit` does not end the players' processes.
            salta_players::program::kill_all();
            process::exit(EXIT_CODE.into());
        }
        let _ = writeln!(io::stderr(), "\nstopping … (again to stop at once)");
    };
    // Set by an earlier call, perhaps. Without a handler Ctrl-C still ends the process, which harms
    // nothing on disk.
    let _ = ctrlc::set_handler(handler);
    Arc::clone(&FLAG)
}

/// Has Ctrl-C end the process at once, with all programs that it started.
pub(crate) fn end_at_once() {
    let _ = ctrlc::set_handler(|| {
        salta_players::program::kill_all();
        process::exit(EXIT_CODE.into());
    });
}

/// Runs `work` with progress on standard error; Ctrl-C stops it.
pub(crate) fn watched<T>(
    work: impl FnOnce(&Display) -> Result<T, RunError>,
) -> Result<T, RunError> {
    let display = Display::stderr().stopped_by(stop_flag());
    let done = work(&display);
    display.finish();
    done
}

/// How to call this program, for messages on how to resume.
pub(crate) fn program() -> &'static str {
    if std::env::var_os("CARGO").is_some() { "cargo run --release --" } else { "salta" }
}

/// The command line of this program, quoted for a shell.
pub(crate) fn again() -> String {
    let words =
        std::env::args_os().skip(1).map(|word| format!(" {}", quoted(&word.to_string_lossy())));
    program().to_owned() + &words.collect::<String>()
}

/// Quotes a word for a shell, if it needs that.
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
