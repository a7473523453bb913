//! Requests: JSON in, JSON or a stream of it out.

use salta_analysis::say;

pub(crate) mod answer;
pub(crate) mod run;

mod body;
mod error;
mod stream;

pub(crate) use body::Sent;
pub(crate) use error::ApiError;

/// Runs slow work on a blocking thread, of which the runtime has few.
async fn off_the_loop<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(ApiError::internal(say!("error.broken"))))
}
