//! The body of a request: JSON, bounded in size and time.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use futures_util::StreamExt;
use tokio::time::timeout;

use super::ApiError;
use crate::connections::Connection;

/// Maximum size of a body in bytes: a game of [`salta_analysis::MAX_PLIES`] moves and a position
/// take a fifth of it.
const MAX_BYTES: usize = 256 << 10;
/// Bytes of a larger body that are read and discarded, since a client that is still sending may not
/// read the answer.
const MAX_DRAINED: usize = 4 << 20;
/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Sent(pub(crate) Vec<u8>);

impl<S: Send + Sync> FromRequest<S> for Sent {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Sent, ApiError> {
        // A page of another site cannot send this type without a CORS preflight, which is never
        // granted.
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            let what = "The body of a request is JSON, with content type application/json.";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, what));
        }
        let late = || {
            let what = "The request did not come to its end in time.";
            ApiError::new(StatusCode::REQUEST_TIMEOUT, what)
        };
        let connection = request.extensions().get::<Arc<Connection>>().cloned();
        let bytes = timeout(PATIENCE, read(request.into_body())).await.map_err(|_| late())??;
        if let Some(connection) = connection {
            connection.work();
        }
        Ok(Sent(bytes))
    }
}

async fn read(body: Body) -> Result<Vec<u8>, ApiError> {
    if body.size_hint().lower() > MAX_DRAINED as u64 {
        return Err(too_large());
    }
    let mut stream = body.into_data_stream();
    let (mut bytes, mut seen) = (Vec::new(), 0);
    while let Some(part) = stream.next().await {
        let part = part.map_err(|_| ApiError::bad("The request ended early."))?;
        seen += part.len();
        if seen > MAX_DRAINED {
            break;
        }
        if seen <= MAX_BYTES {
            bytes.extend_from_slice(&part);
        }
    }
    if seen > MAX_BYTES { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> ApiError {
    let what = format!("A request has at most {} kB.", MAX_BYTES >> 10);
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, what)
}
