//! Long-running work that Ctrl-C interrupts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use salta_run::{Display, RunError};

use crate::error::refused;

/// Interval between two checks for signals, and between two calls of `watch`.
const EVERY: Duration = Duration::from_millis(100);

/// Runs `work` on its own thread, with the interpreter released, and calls `watch` meanwhile and
/// once afterwards. An exception, such as that of Ctrl-C, stops the work and is returned.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Display) -> Result<T, RunError> + Send,
    mut watch: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let display = Display::hidden().stopped_by(Arc::clone(&stop));
    let (sender, mut receiver) = sync_channel(1);
    let mut raised = None;
    let done = thread::scope(|scope| {
        let worker = scope.spawn(move || sender.send(work(&display)));
        loop {
            let waited = py.detach(|| {
                let receiver: &mut Receiver<_> = &mut receiver; // `&Receiver` is not `Send`
                receiver.recv_timeout(EVERY)
            });
            match waited {
                Ok(done) => return Some(done),
                Err(RecvTimeoutError::Disconnected) => {
                    let _ = worker.join(); // else the scope panics too
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if raised.is_none() {
                raised = py.check_signals().and_then(|()| watch()).err();
                stop.store(raised.is_some(), Ordering::Relaxed);
            }
        }
    });
    match (raised, done) {
        (Some(error), _) => Err(error),
        (None, Some(done)) => {
            let done = done.map_err(refused)?;
            watch()?;
            Ok(done)
        }
        (None, None) => Err(refused("the work ended with a panic")),
    }
}
