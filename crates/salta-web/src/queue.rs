//! Permits to search: a limited number at a time, with an estimate of how long it takes until one
//! is free.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use salta_analysis::say;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::api::ApiError;

/// How long a request waits for a search to end before it is turned away.
const PATIENCE: Duration = Duration::from_secs(5);
/// Assumed duration of a search before any has ended, in milliseconds.
const USUAL: u64 = 5000;

/// Searches of one kind, of which up to `most` run at a time.
pub(crate) struct Queue {
    /// The name of their kind, in the plural.
    what: &'static str,
    most: usize,
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// Mean duration of a search in milliseconds, in which the last one has a weight of ¼.
    lasting: AtomicU64,
}

/// Permission to run one search, returned when this value is dropped.
pub(crate) struct Permit {
    queue: Arc<Queue>,
    begun: Instant,
    _leave: OwnedSemaphorePermit,
}

impl Queue {
    pub(crate) fn new(what: &'static str, most: usize) -> Arc<Queue> {
        let (waiting, lasting) = (AtomicUsize::new(0), AtomicU64::new(USUAL));
        Arc::new(Queue { what, most, free: Arc::new(Semaphore::new(most)), waiting, lasting })
    }

    /// Waits for permission to search.
    ///
    /// # Errors
    /// If no search ends in time; the error says how long it may take.
    pub(crate) async fn permit(self: &Arc<Self>) -> Result<Permit, ApiError> {
        let waiting = Waiting::behind(self);
        let leave = timeout(PATIENCE, Arc::clone(&self.free).acquire_owned()).await;
        let leave = leave.map_err(|_| self.busy())?.expect("the semaphore is never closed");
        drop(waiting);
        Ok(Permit { queue: Arc::clone(self), begun: Instant::now(), _leave: leave })
    }

    fn busy(&self) -> ApiError {
        let seconds = self.seconds();
        ApiError::busy(say!("error.busy", what = self.what, seconds), seconds)
    }

    /// Approximate number of seconds until every waiting request has had its turn.
    fn seconds(&self) -> u64 {
        let waiting = self.waiting.load(Ordering::Relaxed).max(1) as u64;
        let each = self.lasting.load(Ordering::Relaxed);
        (waiting * each).div_ceil(1000 * self.most as u64).max(1)
    }

    fn ended(&self, lasted: Duration) {
        let mean = self.lasting.load(Ordering::Relaxed);
        self.lasting.store((3 * mean + lasted.as_millis() as u64) / 4, Ordering::Relaxed);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.queue.ended(self.begun.elapsed());
    }
}

/// Counts a waiting request until this value is dropped, also if the client goes away.
struct Waiting<'a>(&'a Queue);

impl<'a> Waiting<'a> {
    fn behind(queue: &'a Queue) -> Waiting<'a> {
        queue.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(queue)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_is_what_the_searches_before_it_last() {
        let queue = Queue::new("replies", 2);
        let waiting: Vec<Waiting<'_>> = (0..4).map(|_| Waiting::behind(&queue)).collect();
        assert_eq!(queue.seconds(), 10);
        queue.ended(Duration::from_secs(1));
        assert_eq!(queue.seconds(), 8);
        drop(waiting);
        assert_eq!(queue.seconds(), 2);
    }
}
