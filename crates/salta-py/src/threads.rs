//! Short jobs on all cores, in call after call.

use std::hint::spin_loop;
use std::process;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::PyResult;
use rayon::{ThreadPool, ThreadPoolBuilder};
use salta_run::MAX_THREADS;

use crate::error::refused;

/// How long threads spin before they sleep, as those of OpenMP do: waking them takes as long as
/// stepping several thousand games.
const SPIN: Duration = Duration::from_micros(100);

/// Number of calls of [`side_by_side`] so far; it synchronises no data.
static CALLS: AtomicU64 = AtomicU64::new(0);

/// Number of unfinished jobs of [`in_background`].
static BACKGROUND: AtomicUsize = AtomicUsize::new(0);

/// A pool for all cores but the caller's, and the process that has its threads.
static OTHERS: LazyLock<(ThreadPool, u32)> = LazyLock::new(|| {
    let threads = (rayon::current_num_threads() - 1).max(1);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    (pool, process::id())
});

/// The pool of the other cores; `None` in a forked process, which does not have its threads.
fn others() -> Option<&'static ThreadPool> {
    let (pool, owner) = &*OTHERS;
    (*owner == process::id()).then_some(pool)
}

/// Returns an error in a forked process.
pub(crate) fn check_threads() -> PyResult<()> {
    let what =
        "a forked process has none of salta's threads; start it with `spawn` or `forkserver`";
    others().map(|_| ()).ok_or_else(|| refused(what))
}

/// Refuses more threads than a config may ask for.
pub(crate) fn check_number(threads: usize) -> PyResult<()> {
    match threads {
        0..=MAX_THREADS => Ok(()),
        _ => Err(refused(format!("threads is at most {MAX_THREADS}, not {threads}"))),
    }
}

/// Runs jobs in parallel and returns their results in order. The calling thread, which need not be
/// woken, takes the first job; any thread that is free takes the next.
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

/// Like [`side_by_side`], for jobs shorter than what the other cores may be doing in the
/// background; while they are busy, the caller runs all jobs itself.
pub(crate) fn side_by_side_unless_busy<J: Send, T: Send>(
    jobs: Vec<J>,
    work: impl Fn(J) -> T + Sync,
) -> Vec<T> {
    match BACKGROUND.load(Ordering::Relaxed) {
        0 => side_by_side(jobs, work),
        _ => jobs.into_iter().map(work).collect(),
    }
}

/// Runs work on the other cores while the caller continues; [`side_by_side`] waits its turn there.
/// Call [`check_threads`] first.
pub(crate) fn in_background(work: impl FnOnce() + Send + 'static) {
    BACKGROUND.fetch_add(1, Ordering::Relaxed);
    OTHERS.0.spawn(move || {
        work();
        BACKGROUND.fetch_sub(1, Ordering::Relaxed);
    });
}

/// Keeps `threads` threads spinning until the next call of [`side_by_side`], which is soon.
pub(crate) fn stay_awake(threads: usize) {
    let Some(others) = others() else { return };
    let calls = CALLS.load(Ordering::Relaxed);
    for _ in 0..threads.min(others.current_num_threads()) {
        others.spawn(move || spin_while(|| CALLS.load(Ordering::Relaxed) == calls));
    }
}

/// Spins while `so` returns true, but at most for [`SPIN`].
fn spin_while(so: impl Fn() -> bool) {
    let started = Instant::now();
    while so() && started.elapsed() < SPIN {
        spin_loop();
    }
}
