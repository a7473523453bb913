//! A call of `salta` with limits on memory and time, and whether it ended as documented.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use salta_tests::binary;

/// Limit on the address space of a call, in KiB.
const MEMORY_KIB: u64 = 3 << 20;
/// Time limit of a call, in seconds.
const SECONDS: u32 = 30;
/// Exit code of `timeout` when the time is over.
pub(crate) const TIMED_OUT: i32 = 124;

pub(crate) struct Call {
    pub(crate) code: i32,
    pub(crate) out: String,
    err: String,
}

/// Calls `salta` in a folder, with `prefix` before it and the file `input` as standard input.
pub(crate) fn call(folder: &Path, prefix: &str, arguments: &str, input: Option<&str>) -> Call {
    let salta = binary::path().display();
    let input = input.unwrap_or("/dev/null");
    let line = format!(
        "ulimit -v {MEMORY_KIB}; exec timeout {SECONDS} {prefix} {salta} {arguments} <{input}"
    );
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(folder).env_remove("CARGO").stdin(Stdio::null());
    let output = command.output().expect("there is a shell");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    // Death by a signal is encoded as in a shell.
    let signal = std::os::unix::process::ExitStatusExt::signal(&output.status);
    let code = output.status.code().or(signal.map(|signal| 128 + signal)).unwrap_or(-1);
    Call { code, out: text(output.stdout), err: text(output.stderr) }
}

/// Returns the prefix that traces the system calls `calls`, with the strace options `inject`.
pub(crate) fn strace(calls: &str, inject: &str) -> String {
    format!("strace -f -y -qq -o ../trace -e trace={calls} {inject}")
}

/// Reads the trace that [`strace`] wrote of the last call in a folder.
pub(crate) fn trace(folder: &Path) -> String {
    fs::read_to_string(folder.with_file_name("trace")).expect("strace wrote it")
}

impl Call {
    /// Whether the fault injected by [`strace`] hit the error message itself, as writes to standard
    /// error count too.
    pub(crate) fn is_unsaid(&self, folder: &Path) -> bool {
        let hit = |line: &str| line.contains("(INJECTED)") && line.contains("write(2<");
        self.code == 2 && trace(folder).lines().any(hit)
    }

    /// Returns its error line, or an empty string.
    pub(crate) fn sentence(&self) -> String {
        let error = self.err.lines().find(|line| line.starts_with("error: "));
        error.unwrap_or_default().to_owned()
    }

    /// Checks that it succeeded or was refused in one sentence, and did not panic.
    pub(crate) fn check(&self) -> Result<(), String> {
        let errors = self.err.lines().filter(|line| line.starts_with("error: ")).count();
        match self.code {
            _ if self.err.contains("panicked") => Err(format!("a panic: {}", self.err)),
            0 => Ok(()),
            // 1: an illegal move, or a count that differs from the table's.
            1 | 2 if errors == 1 => Ok(()),
            code => Err(format!("exit code {code}, {errors} sentences: {}", self.err)),
        }
    }
}
