//! Answers that grow while a search runs: server-sent events, as long as somebody reads them.

use std::convert::Infallible;
use std::pin::Pin;

use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::watch;

use super::ApiError;
use crate::app::App;

/// A stream of events.
pub(crate) type Events = Sse<KeepAliveStream<BoxedEvents>>;
type BoxedEvents = Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>;

/// Runs `work` under a permit. Of what it tells, a slow reader gets the newest: nothing piles up.
///
/// # Errors
/// If all analyses stay busy.
pub(crate) async fn newest<T: Serialize + Send + Sync + 'static>(
    app: &App,
    work: impl FnOnce(&watch::Sender<Option<T>>) + Send + 'static,
) -> Result<Events, ApiError> {
    let permit = app.analyses.permit().await?;
    let (sender, receiver) = watch::channel(None);
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work(&sender);
    });
    let next = |mut receiver: watch::Receiver<Option<T>>| async move {
        receiver.changed().await.ok()?;
        let event = receiver.borrow_and_update().as_ref().map(event);
        Some((Ok(event.unwrap_or_default()), receiver))
    };
    Ok(events(stream::unfold(receiver, next)))
}

/// Runs `work` under a permit. All that it tells is kept for the reader, `most` things.
///
/// # Errors
/// If all analyses stay busy.
pub(crate) async fn every<T: Serialize + Send + 'static>(
    app: &App,
    most: usize,
    work: impl FnOnce(&Sender<T>) + Send + 'static,
) -> Result<Events, ApiError> {
    let permit = app.analyses.permit().await?;
    let (sender, receiver) = mpsc::channel(most.max(1));
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work(&sender);
    });
    let next = |mut receiver: Receiver<T>| async move {
        let event = event(&receiver.recv().await?);
        Some((Ok(event), receiver))
    };
    Ok(events(stream::unfold(receiver, next)))
}

fn events(stream: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Events {
    let boxed: BoxedEvents = Box::pin(stream);
    Sse::new(boxed).keep_alive(KeepAlive::default())
}

fn event(value: &impl Serialize) -> Event {
    Event::default().json_data(value).expect("what is told is plain maps and numbers")
}
