//! Short work on all cores, call after call.

use std::hint::spin_loop;
use std::process;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::PyResult;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::refused;

/// How long threads spin before they sleep, as OpenMP's do: waking them takes as long as a step of
/// some thousand games.
const SPIN: Duration = Duration::from_micros(100);

/// Calls of [`side_by_side`] so far; no data goes by it.
static CALLS: AtomicU64 = AtomicU64::new(0);

/// Works of [`in_background`] that are not done.
static BACKGROUND: AtomicUsize = AtomicUsize::new(0);

/// The cores but the caller's, and the process that has these threads.
static OTHERS: LazyLock<(ThreadPool, u32)> = LazyLock::new(|| {
    let threads = (rayon::current_num_threads() - 1).max(1);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    (pool, process::id())
});

/// The other cores; none in a forked process, which has none of the threads.
fn others() -> Option<&'static ThreadPool> {
    let (pool, owner) = &*OTHERS;
    (*owner == process::id()).then_some(pool)
}

/// Refuses a forked process.
pub(crate) fn check_threads() -> PyResult<()> {
    let what =
        "a forked process has none of salta's threads; start it with `spawn` or `forkserver`";
    others().map(|_| ()).ok_or_else(|| refused(what))
}

/// Does jobs side by side and returns what they give, in order. The calling thread, which no other
/// has to wake, takes the first one; whoever is free takes the next.
pub(crate) fn side_by_side<J: Send, T: Send>(
    mut jobs: Vec<J>,
    work: impl Fn(J) -> T + Sync,
) -> Vec<T> {
    if jobs.len() == 1 {
        return jobs.pop().map(work).into_iter().collect();
    }
    let Some(others) = others() else { return jobs.into_iter().map(work).collect() };
    CALLS.fetch_add(1, Ordering::Relaxed);
    let helpers = jobs.len().saturating_sub(1).min(others.current_num_threads());
    let mut done: Vec<Option<T>> = jobs.iter().map(|_| None).collect();
    let queue = Mutex::new(jobs.into_iter().zip(&mut done));
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let help = || {
        while let Some((job, place)) = next() {
            *place = Some(work(job));
        }
    };
    let (first, at_work) = (next(), AtomicUsize::new(helpers));
    others.in_place_scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|_| {
                help();
                at_work.fetch_sub(1, Ordering::Relaxed);
            });
        }
        if let Some((job, place)) = first {
            *place = Some(work(job));
        }
        help();
        spin_while(|| at_work.load(Ordering::Relaxed) > 0);
    });
    done.into_iter().map(|result| result.expect("the scope waits for every job")).collect()
}

/// [`side_by_side`] for work that is shorter than what the other cores may be doing in the background:
/// the caller then does all of it.
pub(crate) fn side_by_side_unless_busy<J: Send, T: Send>(
    jobs: Vec<J>,
    work: impl Fn(J) -> T + Sync,
) -> Vec<T> {
    match BACKGROUND.load(Ordering::Relaxed) {
        0 => side_by_side(jobs, work),
        _ => jobs.into_iter().map(work).collect(),
    }
}

/// Does work on the other cores while the caller goes on; [`side_by_side`] waits for its turn there.
/// [`check_threads`] comes before it.
pub(crate) fn in_background(work: impl FnOnce() + Send + 'static) {
    BACKGROUND.fetch_add(1, Ordering::Relaxed);
    OTHERS.0.spawn(move || {
        work();
        BACKGROUND.fetch_sub(1, Ordering::Relaxed);
    });
}

/// Lets as many threads spin until the next call of [`side_by_side`], which is soon.
pub(crate) fn stay_awake(threads: usize) {
    let Some(others) = others() else { return };
    let calls = CALLS.load(Ordering::Relaxed);
    for _ in 0..threads.min(others.current_num_threads()) {
        others.spawn(move || spin_while(|| CALLS.load(Ordering::Relaxed) == calls));
    }
}

/// Spins, but not for long.
fn spin_while(so: impl Fn() -> bool) {
    let started = Instant::now();
    while so() && started.elapsed() < SPIN {
        spin_loop();
    }
}
