//! Answers that grow while a search runs: server-sent events, as long as somebody reads them.

use std::convert::Infallible;
use std::sync::Arc;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use salta_board::{Reader, Refused, Request};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, oneshot};

use super::ApiError;
use crate::app::App;

/// Name of the event that says why there are no more answers.
const REFUSED: &str = "refused";

/// Streams the answers. The newest `most` of them are kept for a slow reader, so nothing piles up.
///
/// # Errors
/// If the request is refused, or all analyses stay busy.
pub(crate) async fn answers(
    app: Arc<App>,
    most: usize,
    request: Request,
) -> Result<Response, ApiError> {
    let (sender, receiver) = broadcast::channel(most);
    run(app, request, sender).await?;
    let next = |mut receiver: broadcast::Receiver<Event>| async move {
        loop {
            match receiver.recv().await {
                Ok(event) => return Some((Ok::<_, Infallible>(event), receiver)),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    };
    let events = Sse::new(stream::unfold(receiver, next));
    Ok(events.keep_alive(KeepAlive::default()).into_response())
}

/// Starts to answer the request under a permit, and waits for its first answer or its refusal.
async fn run(
    app: Arc<App>,
    request: Request,
    told: broadcast::Sender<Event>,
) -> Result<(), ApiError> {
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

struct Page {
    told: broadcast::Sender<Event>,
    /// Reports the first answer; `None` afterwards.
    begun: Option<oneshot::Sender<Result<(), Refused>>>,
}

impl Page {
    /// A failed send is ignored: `is_gone` detects that the reader has left.
    fn send(&self, event: Event) {
        let _ = self.told.send(event);
    }

    /// Reports a refusal: as the answer if there was none, otherwise as the last event.
    fn refuse(self, refused: Refused) {
        match self.begun {
            Some(begun) => drop(begun.send(Err(refused))),
            None => {
                let told = ApiError::from(refused).told().to_string();
                self.send(Event::default().event(REFUSED).data(told));
            }
        }
    }
}

impl Reader for Page {
    fn told(&mut self, json: String) {
        self.send(Event::default().data(json));
        if let Some(begun) = self.begun.take() {
            let _ = begun.send(Ok(()));
        }
    }

    fn is_gone(&mut self) -> bool {
        self.told.receiver_count() == 0
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::broadcast::error::TryRecvError;

    use super::*;

    #[test]
    fn a_slow_reader_gets_the_newest_answer() {
        let (sender, mut receiver) = broadcast::channel(1);
        let mut page = Page { told: sender, begun: None };
        page.told("1".into());
        page.told("2".into());
        assert!(matches!(receiver.try_recv(), Err(TryRecvError::Lagged(1))));
        assert!(format!("{:?}", receiver.try_recv().unwrap()).contains('2'));
    }

    #[test]
    fn a_refusal_after_an_answer_is_the_last_event() {
        let (sender, mut receiver) = broadcast::channel(2);
        let mut page = Page { told: sender, begun: None };
        page.told("{}".into());
        page.refuse(Refused::Failed("It failed.".into()));
        let mut next = || format!("{:?}", receiver.try_recv().unwrap());
        assert!(!next().contains(REFUSED));
        let refusal = next();
        assert!(refusal.contains(REFUSED) && refusal.contains("It failed."), "{refusal}");
        assert_eq!(receiver.try_recv().unwrap_err(), TryRecvError::Closed);
    }
}
