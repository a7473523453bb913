//! Which request goes where, and what every response carries.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use salta_board::Request as Asked;

use crate::api::{ApiError, Sent, answer, run};
use crate::app::App;
use crate::assets;
use crate::connections::Connection;

/// Pages run their own scripts only and speak to nobody but this server.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

pub(crate) fn router(app: Arc<App>) -> Router {
    let about = |State(app): State<Arc<App>>| answer::answer(app, "about", Sent(Vec::new()));
    let mut router = Router::new().route("/api/about", get(about));
    for name in Asked::NAMES {
        let asked = move |State(app): State<Arc<App>>, sent: Sent| answer::answer(app, name, sent);
        router = router.route(&format!("/api/{name}"), post(asked));
    }
    router
        .route("/api/run", get(run::run))
        .route("/api/run/games/{generation}", get(run::games))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(&app), own_name))
        .layer(from_fn(carry))
        .with_state(app)
}

async fn page(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return wrong_method().await.into_response();
    }
    assets::find(uri.path()).unwrap_or_else(|| ApiError::nothing_here().into_response())
}

async fn wrong_method() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed.")
}

/// Answers only requests for addresses and for the server's own names, so that a page elsewhere
/// whose name was made to resolve to this server (DNS rebinding) cannot read it. A server on a
/// loopback address answers only to loopback addresses.
async fn own_name(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        if port.bytes().all(|b| b.is_ascii_digit()) { name } else { host }
    });
    if app.options.answers_to(name) {
        return next.run(request).await;
    }
    let what = "This server does not answer to that name; start it with --allow-host NAME.";
    ApiError::new(StatusCode::FORBIDDEN, what).into_response()
}

async fn carry(request: Request, next: Next) -> Response {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let mut response = next.run(request).await;
    if let Some(connection) = connection {
        response = response.map(|body| connection.until_sent(body));
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
