//! Answers that grow while a search runs: server-sent events, as long as somebody reads them.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use futures_util::stream::{self, Stream};
use salta_board::{Reader, Refused, Request};
use tokio::sync::{mpsc, oneshot, watch};

use super::ApiError;
use crate::app::App;

/// A stream of events.
pub(crate) type Events = Sse<KeepAliveStream<BoxedEvents>>;
type BoxedEvents = Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>;

/// Streams the answers; a slow reader gets only the newest, so nothing piles up.
///
/// # Errors
/// If the request is refused, or all analyses stay busy.
pub(crate) async fn newest(app: Arc<App>, request: Request) -> Result<Events, ApiError> {
    let (sender, receiver) = watch::channel(None);
    run(app, request, Told::Newest(sender)).await?;
    let next = |mut receiver: watch::Receiver<Option<String>>| async move {
        receiver.changed().await.ok()?;
        let event = receiver.borrow_and_update().as_deref().map(event);
        Some((Ok(event.unwrap_or_default()), receiver))
    };
    Ok(events(stream::unfold(receiver, next)))
}

/// Streams all answers; up to `most` of them are kept for a slow reader.
///
/// # Errors
/// As [`newest`].
pub(crate) async fn every(
    app: Arc<App>,
    most: usize,
    request: Request,
) -> Result<Events, ApiError> {
    let (sender, receiver) = mpsc::channel(most);
    run(app, request, Told::Every(sender)).await?;
    let next = |mut receiver: mpsc::Receiver<String>| async move {
        let event = event(&receiver.recv().await?);
        Some((Ok(event), receiver))
    };
    Ok(events(stream::unfold(receiver, next)))
}

/// Starts to answer the request under a permit, and waits for its first answer or its refusal.
async fn run(app: Arc<App>, request: Request, told: Told) -> Result<(), ApiError> {
    let permit = app.analyses.permit().await?;
    let (begun, beginning) = oneshot::channel();
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let mut page = Page { told, begun: Some(begun) };
        if let (Err(refused), Some(begun)) = (app.desk.answer(&request, &mut page), page.begun) {
            let _ = begun.send(Err(refused));
        }
    });
    // Without any answer the stream ends at once.
    Ok(beginning.await.unwrap_or(Ok(()))?)
}

enum Told {
    Newest(watch::Sender<Option<String>>),
    Every(mpsc::Sender<String>),
}

struct Page {
    told: Told,
    /// Reports the first answer; `None` afterwards.
    begun: Option<oneshot::Sender<Result<(), Refused>>>,
}

impl Reader for Page {
    fn told(&mut self, json: String) {
        // A failed send is ignored: `is_gone` detects that the reader has left.
        match &self.told {
            Told::Newest(sender) => drop(sender.send(Some(json))),
            Told::Every(sender) => drop(sender.try_send(json)),
        }
        if let Some(begun) = self.begun.take() {
            let _ = begun.send(Ok(()));
        }
    }

    fn is_gone(&mut self) -> bool {
        match &self.told {
            Told::Newest(sender) => sender.is_closed(),
            Told::Every(sender) => sender.is_closed(),
        }
    }
}

fn events(stream: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Events {
    let boxed: BoxedEvents = Box::pin(stream);
    Sse::new(boxed).keep_alive(KeepAlive::default())
}

fn event(json: &str) -> Event {
    Event::default().data(json)
}
