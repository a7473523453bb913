//! A refusal: a status and one sentence.

use std::fmt;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use salta_board::Refused;
use serde_json::json;

/// Characters of a sentence; input quoted in one may be as long as a request.
const CHARACTERS: usize = 600;

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    status: StatusCode,
    sentence: String,
    /// Seconds after which to ask again.
    retry_after: Option<u64>,
}

impl ApiError {
    /// A refusal with this status.
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> ApiError {
        ApiError { status, sentence: sentence.into(), retry_after: None }
    }

    /// The request is invalid.
    pub(crate) fn bad(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// Too much is asked at once; it may be asked again after so many seconds.
    pub(crate) fn busy(sentence: impl Into<String>, seconds: u64) -> ApiError {
        let busy = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, sentence);
        ApiError { retry_after: Some(seconds), ..busy }
    }

    /// Nothing has this address.
    pub(crate) fn nothing_here() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "There is nothing here.")
    }

    /// The server failed.
    pub(crate) fn internal(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> ApiError {
        match refused {
            Refused::Bad(sentence) => ApiError::bad(sentence),
            other => ApiError::internal(other.to_string()),
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut sentence: String = self.sentence.chars().take(CHARACTERS).collect();
        if sentence.len() < self.sentence.len() {
            sentence.push('…');
        }
        let mut response = (self.status, Json(json!({ "error": sentence }))).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
