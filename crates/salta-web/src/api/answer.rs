//! The board's requests, under `/api/` by their names.

use std::sync::Arc;

use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use salta_analysis::MAX_PLIES;
use salta_board::{Cost, Request};

use super::stream::answers;
use super::{ApiError, Sent, off_the_loop};
use crate::app::App;
use crate::queue::Permit;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

pub(crate) async fn answer(
    app: Arc<App>,
    name: &str,
    Sent(body): Sent,
) -> Result<Response, ApiError> {
    let request = Request::read(name, &body)?;
    let request = request.ok_or_else(ApiError::nothing_here)?;
    match request.cost() {
        Cost::Short => once(app, request, None).await,
        Cost::Search => {
            let permit = app.replies.permit().await?;
            once(app, request, Some(permit)).await
        }
        Cost::Watched => answers(app, 1, request).await,
        Cost::Review => answers(app, MAX_PLIES + 1, request).await,
    }
}

/// The permit is kept until the work is done, also if the client goes away.
async fn once(
    app: Arc<App>,
    request: Request,
    permit: Option<Permit>,
) -> Result<Response, ApiError> {
    let work = move || {
        let _permit = permit;
        Ok(app.desk.answer_once(request)?)
    };
    Ok(([(CONTENT_TYPE, JSON)], off_the_loop(work).await?).into_response())
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::time::Duration;

    use salta_board::Published;
    use salta_players::PlayerSpec;
    use tokio::time::timeout;

    use super::*;
    use crate::options::Options;

    #[test]
    fn a_search_keeps_its_permit_when_its_client_leaves() {
        let mut app = App::new(Options { threads: 1, ..Options::default() }).unwrap();
        let spec: PlayerSpec = "greedy".parse().unwrap();
        let (slow, end) = (spec.clone(), Arc::new(Barrier::new(2)));
        let ended = Arc::clone(&end);
        let make = Box::new(move || {
            ended.wait();
            Ok(slow.opponent().expect("no network and no table"))
        });
        app.desk.published.push(Published { spec, make });
        let (app, soon) = (Arc::new(app), Duration::from_millis(100));
        let body = br#"{"game": {"variant": "nestor"}, "opponent": "greedy"}"#.to_vec();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let left = timeout(soon, answer(Arc::clone(&app), "reply", Sent(body))).await;
            let kept = timeout(soon, app.replies.permit()).await;
            end.wait();
            assert!(left.is_err() && kept.is_err());
            assert!(app.replies.permit().await.is_ok(), "the search has ended");
        });
    }
}
