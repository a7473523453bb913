//! `salta serve`, run as a user runs it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::binary::path;
use crate::place::interrupt;

/// A server on a free port, killed when this value is dropped.
pub struct Serving {
    child: Child,
    /// Its address, such as `127.0.0.1:8080`.
    pub address: String,
}

impl Serving {
    /// Starts a server in a folder.
    pub fn start(folder: &Path, arguments: &[&str]) -> Serving {
        let mut child = Command::new(path())
            .args(["serve", "--port", "0"])
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let said = BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line);
        let address = line.trim().strip_prefix("http://").map(|rest| rest.trim_end_matches('/'));
        let address = address.unwrap_or_else(|| panic!("{said:?}: {line}")).to_owned();
        Serving { child, address }
    }

    /// Its process ID.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Interrupts it like Ctrl-C and returns its exit status.
    pub fn interrupted(mut self) -> ExitStatus {
        interrupt(&self.child);
        self.child.wait().expect("a child")
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
