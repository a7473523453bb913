//! A process and, on Unix, its process group, which can be ended reliably in any state.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Process groups that have not been ended yet, by the id of their first process.
static LIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn live() -> MutexGuard<'static, BTreeSet<u32>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every started program that is still running, at once. For a process that exits without
/// ending its players first, as after a second Ctrl-C.
pub fn kill_all() {
    live().iter().for_each(|id| group::kill(*id));
}

/// A child in its own process group (on Unix), so that Ctrl-C does not reach it, and its own
/// children end with it unless they leave the group.
#[derive(Debug)]
pub struct ProcessGroup(Child);

impl ProcessGroup {
    /// Starts the command.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub fn start(command: &mut Command) -> io::Result<ProcessGroup> {
        group::own(command);
        // Held while the child starts, so that `kill_all` never misses it.
        let mut live = live();
        let child = command.spawn()?;
        live.insert(child.id());
        Ok(ProcessGroup(child))
    }

    pub(super) const fn child(&mut self) -> &mut Child {
        &mut self.0
    }

    /// Whether the child has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        group::has_ended(&mut self.0)
    }

    /// Waits at most `patience` for the child to end, then kills all that is left of its group.
    /// Returns the child's exit status if it ended by itself.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let mut ended = self.has_ended();
        while !ended && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
            ended = self.has_ended();
        }
        // Before `wait` reaps the child: until then no other process can get its id.
        if live().remove(&self.0.id()) {
            group::kill(self.0.id());
        }
        let _ = self.0.kill();
        let status = self.0.wait();
        status.ok().filter(|_| ended)
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    pub(super) fn own(command: &mut Command) {
        command.process_group(0);
    }

    fn pid(id: u32) -> Option<Pid> {
        Pid::from_raw(id.try_into().ok()?)
    }

    pub(super) fn kill(id: u32) {
        if let Some(pid) = pid(id) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Whether the child has ended; does not reap it.
    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let found = pid(child.id()).map(|pid| waitid(WaitId::Pid(pid), options));
        !matches!(found, Some(Ok(None)))
    }
}

#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn own(_: &mut Command) {}

    pub(super) fn kill(_: u32) {}

    pub(super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }
}
