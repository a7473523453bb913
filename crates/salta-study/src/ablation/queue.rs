//! Work in an order, several items at once, each after those that it needs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    UnderWay,
    Done,
    /// It failed, or something that it needs did.
    Failed,
}

/// Does `items` on `jobs` threads: the first that waits for nothing is next. An item that fails takes
/// those along that need it, no others. Returns the errors; none is left waiting unless `stop` was
/// raised.
pub(crate) fn work_off<E: Send>(
    needs: &[Vec<usize>],
    jobs: usize,
    stop: &AtomicBool,
    work: &(dyn Fn(usize) -> Result<(), E> + Sync),
) -> Vec<E> {
    let states = Mutex::new(vec![State::Waiting; needs.len()]);
    let (errors, changed) = (Mutex::new(Vec::new()), Condvar::new());
    let lock = || states.lock().unwrap_or_else(PoisonError::into_inner);
    let worker = || {
        loop {
            let mut held = lock();
            let item = loop {
                fail_what_cannot_be(&mut held, needs);
                if stop.load(Ordering::Relaxed) || !held.contains(&State::Waiting) {
                    return;
                }
                if let Some(item) = next(&held, needs) {
                    break item;
                }
                held = changed.wait(held).unwrap_or_else(PoisonError::into_inner);
            };
            held[item] = State::UnderWay;
            drop(held);
            let done = work(item);
            lock()[item] = if done.is_ok() { State::Done } else { State::Failed };
            if let Err(error) = done {
                errors.lock().unwrap_or_else(PoisonError::into_inner).push(error);
            }
            changed.notify_all();
        }
    };
    std::thread::scope(|scope| {
        (0..jobs.max(1)).for_each(|_| drop(scope.spawn(worker)));
    });
    errors.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn next(states: &[State], needs: &[Vec<usize>]) -> Option<usize> {
    let ready = |i: &usize| {
        states[*i] == State::Waiting && needs[*i].iter().all(|need| states[*need] == State::Done)
    };
    (0..states.len()).find(ready)
}

/// Needs come before what needs them, so one pass is enough.
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
    use super::*;

    fn order(needs: &[Vec<usize>], jobs: usize, fails: Option<usize>) -> (Vec<usize>, Vec<usize>) {
        let done = Mutex::new(Vec::new());
        let work = |item| {
            done.lock().unwrap().push(item);
            if Some(item) == fails { Err(item) } else { Ok(()) }
        };
        let errors = work_off(needs, jobs, &AtomicBool::new(false), &work);
        (done.into_inner().unwrap(), errors)
    }

    #[test]
    fn what_is_needed_comes_first() {
        let needs = [vec![], vec![], vec![0, 1], vec![2], vec![]];
        assert_eq!(order(&needs, 1, None).0, [0, 1, 2, 3, 4]);
        let (done, _) = order(&needs, 4, None);
        let place = |item| done.iter().position(|found| *found == item).unwrap();
        assert!(done.len() == 5 && place(2) > place(0).max(place(1)) && place(3) > place(2));
    }

    #[test]
    fn a_failure_takes_along_what_needs_it_alone() {
        let needs = [vec![], vec![0], vec![1], vec![], vec![3]];
        assert_eq!(order(&needs, 2, Some(0)).1, [0]);
        let (mut done, _) = order(&needs, 2, Some(0));
        done.sort_unstable();
        assert_eq!(done, [0, 3, 4]);
    }

    #[test]
    fn a_stop_ends_it() {
        let stop = AtomicBool::new(false);
        let work = |_| {
            stop.store(true, Ordering::Relaxed);
            Ok::<(), ()>(())
        };
        assert!(work_off(&vec![vec![]; 9], 1, &stop, &work).is_empty());
    }
}
