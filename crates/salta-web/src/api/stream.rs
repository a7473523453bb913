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

/// Name of the event that says why there are no more answers.
const REFUSED: &str = "refused";

/// A stream of events.
pub(crate) type Events = Sse<KeepAliveStream<BoxedEvents>>;
type BoxedEvents = Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>;

/// Streams the answers; a slow reader gets only the newest, so nothing piles up.
///
/// # Errors
/// If the request is refused, or all analyses stay busy.
pub(crate) async fn newest(app: Arc<App>, request: Request) -> Result<Events, ApiError> {
    let (sender, receiver) = watch::channel(Event::default());
    run(app, request, Told::Newest(sender)).await?;
    let next = |mut receiver: watch::Receiver<Event>| async move {
        receiver.changed().await.ok()?;
        let event = receiver.borrow_and_update().clone();
        Some((Ok(event), receiver))
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
    let next = |mut receiver: mpsc::Receiver<Event>| async move {
        let event = receiver.recv().await?;
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
        if let Err(refused) = app.desk.answer(&request, &mut page) {
            page.refuse(refused);
        }
    });
    // Without any answer the stream ends at once.
    Ok(beginning.await.unwrap_or(Ok(()))?)
}

enum Told {
    Newest(watch::Sender<Event>),
    Every(mpsc::Sender<Event>),
}

impl Told {
    /// A failed send is ignored: `is_gone` detects that the reader has left.
    fn send(&self, event: Event) {
        match self {
            Told::Newest(sender) => drop(sender.send(event)),
            Told::Every(sender) => drop(sender.try_send(event)),
        }
    }
}

struct Page {
    told: Told,
    /// Reports the first answer; `None` afterwards.
    begun: Option<oneshot::Sender<Result<(), Refused>>>,
}

impl Page {
    /// Reports a refusal: as the answer if there was none, otherwise as the last event.
    fn refuse(self, refused: Refused) {
        match self.begun {
            Some(begun) => drop(begun.send(Err(refused))),
            None => {
                let told = ApiError::from(refused).told().to_string();
                self.told.send(Event::default().event(REFUSED).data(told));
            }
        }
    }
}

impl Reader for Page {
    fn told(&mut self, json: String) {
        self.told.send(Event::default().data(json));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_after_an_answer_is_the_last_event() {
        let (sender, mut receiver) = mpsc::channel(2);
        let mut page = Page { told: Told::Every(sender), begun: None };
        page.told("{}".into());
        page.refuse(Refused::Failed("It failed.".into()));
        let mut next = || format!("{:?}", receiver.try_recv().unwrap());
        assert!(!next().contains(REFUSED));
        let refusal = next();
        assert!(refusal.contains(REFUSED) && refusal.contains("It failed."), "{refusal}");
        assert!(receiver.blocking_recv().is_none());
    }
}
