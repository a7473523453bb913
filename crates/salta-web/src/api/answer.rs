//! The board's requests, under `/api/` by their names.

use std::sync::Arc;

use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use salta_analysis::MAX_PLIES;
use salta_board::{Cost, Request};

use super::stream::{every, newest};
use super::{ApiError, Sent, off_the_loop};
use crate::app::App;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Answers the request of this name.
pub(crate) async fn answer(
    app: Arc<App>,
    name: &str,
    Sent(body): Sent,
) -> Result<Response, ApiError> {
    let request = Request::read(name, &body)?;
    let request = request.ok_or_else(ApiError::nothing_here)?;
    match request.cost() {
        Cost::Short => once(app, request).await,
        Cost::Search => {
            let permit = app.replies.permit().await?;
            let answer = once(app, request).await;
            drop(permit);
            answer
        }
        Cost::Watched => Ok(newest(app, request).await?.into_response()),
        Cost::Review => Ok(every(app, MAX_PLIES + 1, request).await?.into_response()),
    }
}

/// Answers the request for what there is to play with.
pub(crate) async fn about(app: Arc<App>) -> Result<Response, ApiError> {
    once(app, Request::ABOUT).await
}

async fn once(app: Arc<App>, request: Request) -> Result<Response, ApiError> {
    let work = move || Ok(app.desk.answer_once(request)?);
    Ok(([(CONTENT_TYPE, JSON)], off_the_loop(work).await?).into_response())
}
