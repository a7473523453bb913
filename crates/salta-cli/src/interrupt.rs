//! Ctrl-C: the first asks for a clean stop, the second ends the process.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
#[cfg(unix)]
use std::{fs, sync::Once, thread};

use salta_run::{Display, RunError};
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};

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
    on_interrupt(handler);
    Arc::clone(&FLAG)
}

/// Has Ctrl-C end the process at once, with all programs that it started.
pub(crate) fn end_at_once() {
    on_interrupt(|| {
        salta_players::program::kill_all();
        process::exit(EXIT_CODE.into());
    });
}

/// Calls `handler` on Ctrl-C, a request to terminate or a hang-up, unless an earlier call has set
/// one. A hang-up that the process was started to ignore, by `nohup`, stays ignored. Without a
/// handler Ctrl-C ends the process, which harms nothing on disk.
#[cfg(unix)]
fn on_interrupt(handler: impl Fn() + Send + 'static) {
    static SET: Once = Once::new();
    SET.call_once(|| {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut heeded = vec![SIGINT, SIGTERM];
        heeded.extend((!is_ignored(SIGHUP, &status)).then_some(SIGHUP));
        if let Ok(mut signals) = Signals::new(heeded) {
            thread::spawn(move || signals.forever().for_each(|_| handler()));
        }
    });
}

#[cfg(not(unix))]
fn on_interrupt(handler: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(handler);
}

/// Whether a signal is ignored, by Linux's description of a process; other systems have none.
#[cfg(unix)]
fn is_ignored(signal: i32, status: &str) -> bool {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The first signal is the lowest bit.
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
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

    #[cfg(unix)]
    #[test]
    fn ignored_signals_are_read_from_linuxs_description() {
        let status = "Name:\tsalta\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
        let found = [SIGHUP, SIGINT, SIGTERM].map(|signal| is_ignored(signal, status));
        assert_eq!((found, is_ignored(SIGHUP, "")), ([true, false, false], false));
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("runs/a-1"), "runs/a-1");
        assert_eq!(quoted("my run"), "'my run'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
