//! The open connections: their number is bounded, and those that wait for their clients make room
//! for new ones.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

#[derive(Default)]
pub(crate) struct Connection {
    /// Whether a complete request has arrived and is being answered.
    busy: AtomicBool,
    evicted: Notify,
}

impl Connection {
    /// Marks the connection as busy: a complete request has arrived, and the connection stays until
    /// it is answered.
    pub(crate) fn work(&self) {
        self.busy.store(true, Ordering::Relaxed);
    }

    /// Wraps the body of an answer; once it is sent or dropped, the connection waits for its client
    /// again.
    pub(crate) fn until_sent(self: Arc<Self>, body: Body) -> Body {
        Body::new(Answer { body, connection: self })
    }

    /// Waits until the place is needed for another connection.
    pub(crate) async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

/// All open connections, the oldest first.
pub(crate) struct Connections {
    open: Mutex<VecDeque<Arc<Connection>>>,
    most: usize,
}

impl Connections {
    pub(crate) fn new(most: usize) -> Arc<Connections> {
        Arc::new(Connections { open: Mutex::default(), most })
    }

    /// Returns a place for a new connection. If none is free, the oldest connection that waits for
    /// its client is evicted; `None` if all are busy.
    pub(crate) fn place(self: &Arc<Self>) -> Option<Place> {
        let mut open = self.lock();
        if open.len() >= self.most {
            let idle = open.iter().position(|known| !known.busy.load(Ordering::Relaxed))?;
            open.remove(idle)?.evicted.notify_one();
        }
        let connection = Arc::new(Connection::default());
        open.push_back(Arc::clone(&connection));
        Some(Place { connections: Arc::clone(self), connection })
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a connection, which is free again when this value is dropped.
pub(crate) struct Place {
    connections: Arc<Connections>,
    pub(crate) connection: Arc<Connection>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.lock().retain(|known| !Arc::ptr_eq(known, &self.connection));
    }
}

/// A body that marks its connection as no longer busy when it is dropped.
struct Answer {
    body: Body,
    connection: Arc<Connection>,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.connection.busy.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_that_waits_makes_room() {
        let connections = Connections::new(3);
        let mut places: Vec<Place> = (0..3).filter_map(|_| connections.place()).collect();
        places[0].connection.work();
        let open = |connections: &Connections, place: &Place| {
            connections.lock().iter().any(|known| Arc::ptr_eq(known, &place.connection))
        };
        places.push(connections.place().unwrap());
        let still: Vec<bool> = places.iter().map(|place| open(&connections, place)).collect();
        assert_eq!(still, [true, false, true, true]);
        places.iter().for_each(|place| place.connection.work());
        assert!(connections.place().is_none());
        drop(Arc::clone(&places[2].connection).until_sent(Body::empty()));
        assert!(connections.place().is_some());
        drop(places);
        assert!(connections.lock().is_empty());
    }
}
