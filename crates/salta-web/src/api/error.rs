//! A refusal: a status and one sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use salta_analysis::{Sentence, say};
use salta_board::Refused;
use serde_json::{Value, json};

#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    sentence: Sentence,
    /// Seconds after which to ask again.
    retry_after: Option<u64>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<Sentence>) -> ApiError {
        ApiError { status, sentence: sentence.into(), retry_after: None }
    }

    pub(crate) fn bad(sentence: impl Into<Sentence>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// The server is busy; the client may ask again after this many seconds.
    pub(crate) fn busy(sentence: impl Into<Sentence>, seconds: u64) -> ApiError {
        let busy = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, sentence);
        ApiError { retry_after: Some(seconds), ..busy }
    }

    pub(crate) fn nothing_here() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, say!("error.nothing-here"))
    }

    pub(crate) fn told(&self) -> Value {
        json!({ "error": self.sentence.to_string(), "sentence": self.sentence })
    }

    pub(crate) fn internal(sentence: impl Into<Sentence>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> ApiError {
        match refused {
            Refused::Bad(sentence) => ApiError::bad(sentence),
            other => ApiError::internal(other.sentence()),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.told())).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
