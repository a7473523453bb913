//! A queue of items that depend on each other, several of which are processed in parallel.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, PoisonError};

use salta_run::{Display, RunError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    UnderWay,
    Done,
    /// The item or one of its dependencies failed.
    Failed,
}

/// ``36 runs, 12 of them finished before``, of which 24 are `open`.
pub(crate) fn counted_work(what: &str, of: usize, open: usize) -> String {
    match of - open {
        0 => format!("{of} {what}"),
        finished => format!("{of} {what}, {finished} of them finished before"),
    }
}

/// Processes items on `jobs` threads: the next is always the first whose dependencies are done. If
/// an item fails, only those that depend on it are left out.
///
/// # Errors
/// [`RunError::Stopped`], or the first error once everything else is done.
pub(crate) fn work_off(
    needs: &[Vec<usize>],
    jobs: usize,
    display: &Display,
    work: &(dyn Fn(usize) -> Result<(), RunError> + Sync),
) -> Result<(), RunError> {
    let states = Mutex::new(vec![State::Waiting; needs.len()]);
    let (errors, changed) = (Mutex::new(Vec::new()), Condvar::new());
    let lock = || states.lock().unwrap_or_else(PoisonError::into_inner);
    let worker = || {
        loop {
            let mut held = lock();
            let item = loop {
                fail_what_cannot_be(&mut held, needs);
                if display.is_stopped() || !held.contains(&State::Waiting) {
                    return;
                }
                if let Some(item) = next(&held, needs) {
                    break item;
                }
                held = changed.wait(held).unwrap_or_else(PoisonError::into_inner);
            };
            held[item] = State::UnderWay;
            drop(held);
            // A panic, whose message is on standard error, must not leave the others waiting.
            let done = catch_unwind(AssertUnwindSafe(|| work(item)));
            let done = done
                .unwrap_or_else(|_| Err(RunError::Other("a run or match ended in a panic".into())));
            lock()[item] = if done.is_ok() { State::Done } else { State::Failed };
            if let Err(error) = done {
                errors.lock().unwrap_or_else(PoisonError::into_inner).push(error);
            }
            changed.notify_all();
        }
    };
    std::thread::scope(|scope| {
        (0..jobs.clamp(1, needs.len().max(1))).for_each(|_| drop(scope.spawn(worker)));
    });
    if display.is_stopped() {
        return Err(RunError::Stopped);
    }
    let errors: Vec<RunError> = errors.into_inner().unwrap_or_else(PoisonError::into_inner);
    errors.into_iter().next().map_or(Ok(()), Err)
}

fn next(states: &[State], needs: &[Vec<usize>]) -> Option<usize> {
    let ready = |i: &usize| {
        states[*i] == State::Waiting && needs[*i].iter().all(|need| states[*need] == State::Done)
    };
    (0..states.len()).find(ready)
}

/// Dependencies come before what depends on them, so one pass is enough.
fn fail_what_cannot_be(states: &mut [State], needs: &[Vec<usize>]) {
    for i in 0..states.len() {
        if states[i] == State::Waiting && needs[i].iter().any(|need| states[*need] == State::Failed)
        {
            states[i] = State::Failed;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Returns the items in the order in which they were processed, and the result.
    fn order(
        needs: &[Vec<usize>],
        jobs: usize,
        fails: Option<usize>,
    ) -> (Vec<usize>, Result<(), RunError>) {
        let done = Mutex::new(Vec::new());
        let work = |item| {
            done.lock().unwrap().push(item);
            if Some(item) == fails { Err(RunError::Other("failed".into())) } else { Ok(()) }
        };
        let ended = work_off(needs, jobs, &Display::hidden(), &work);
        (done.into_inner().unwrap(), ended)
    }

    #[test]
    fn a_panic_is_an_error_and_nobody_waits() {
        let work = |item| if item == 0 { panic!("expected") } else { Ok(()) };
        let ended = work_off(&[vec![], vec![0], vec![]], 2, &Display::hidden(), &work);
        assert!(ended.unwrap_err().to_string().contains("panic"));
    }

    #[test]
    fn what_is_needed_comes_first() {
        let needs = [vec![], vec![], vec![0, 1], vec![2], vec![]];
        let (done, ended) = order(&needs, 1, None);
        assert!(done == [0, 1, 2, 3, 4] && ended.is_ok());
        let (done, _) = order(&needs, 4, None);
        let place = |item| done.iter().position(|found| *found == item).unwrap();
        assert!(done.len() == 5 && place(2) > place(0).max(place(1)) && place(3) > place(2));
    }

    #[test]
    fn a_failure_takes_along_what_needs_it_alone() {
        let needs = [vec![], vec![0], vec![1], vec![], vec![3]];
        let (mut done, ended) = order(&needs, 2, Some(0));
        assert_eq!(ended.unwrap_err().to_string(), "failed");
        done.sort_unstable();
        assert_eq!(done, [0, 3, 4]);
    }

    #[test]
    fn a_stop_ends_it() {
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Mutex::new(0));
        let work = |_| {
            *done.lock().unwrap() += 1;
            stop.store(true, Ordering::Relaxed);
            Ok(())
        };
        let display = Display::hidden().stopped_by(Arc::clone(&stop));
        let ended = work_off(&vec![vec![]; 9], 1, &display, &work);
        assert!(matches!(ended, Err(RunError::Stopped)) && *done.lock().unwrap() == 1);
    }
}
