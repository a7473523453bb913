//! A call of `salta` within bounds, and whether it ended as documented.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use salta_tests::binary;

/// Address space of a call, in KiB.
const MEMORY_KIB: u64 = 3 << 20;
/// Seconds of a call.
const SECONDS: u32 = 30;
/// What `timeout` exits with.
const TIMED_OUT: i32 = 124;

/// How a call ended.
pub(crate) struct Call {
    pub(crate) code: i32,
    pub(crate) out: String,
    err: String,
}

/// Calls `salta` in a folder; `prefix` is put before the call, `input` a file of it.
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
    // By a signal, as a shell says it.
    let signal = std::os::unix::process::ExitStatusExt::signal(&output.status);
    let code = output.status.code().or(signal.map(|signal| 128 + signal)).unwrap_or(-1);
    Call { code, out: text(output.stdout), err: text(output.stderr) }
}

/// The prefix of a call whose system calls of these names are traced, with strace's options `inject`.
pub(crate) fn strace(calls: &str, inject: &str) -> String {
    format!("strace -f -y -qq -o ../trace -e trace={calls} {inject}")
}

/// What [`strace`] wrote of the last call in a folder.
pub(crate) fn trace(folder: &Path) -> String {
    fs::read_to_string(folder.with_file_name("trace")).expect("strace wrote it")
}

impl Call {
    /// That it took too long.
    pub(crate) fn timed_out(&self) -> bool {
        self.code == TIMED_OUT
    }

    /// That the fault injected by [`strace`] hit the sentence itself: a thread's writes to standard
    /// error count too.
    pub(crate) fn is_unsaid(&self, folder: &Path) -> bool {
        let hit = |line: &str| line.contains("(INJECTED)") && line.contains("write(2<");
        self.code == 2 && trace(folder).lines().any(hit)
    }

    /// Its error.
    pub(crate) fn sentence(&self) -> String {
        let error = self.err.lines().find(|line| line.starts_with("error: "));
        error.unwrap_or_default().to_owned()
    }

    /// Whether it went well or was refused in a sentence.
    pub(crate) fn check(&self) -> Result<(), String> {
        let errors = self.err.lines().filter(|line| line.starts_with("error: ")).count();
        match self.code {
            _ if self.err.contains("panicked") => Err(format!("a panic: {}", self.err)),
            0 => Ok(()),
            // 1: against the rules, or another count than a table's.
            1 | 2 if errors == 1 => Ok(()),
            code => Err(format!("exit code {code}, {errors} sentences: {}", self.err)),
        }
    }
}
