//! The pages, built into the binary: a request names one of these or nothing.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::help;

/// A file of the pages.
struct Asset {
    path: &'static str,
    kind: &'static str,
    body: &'static str,
}

macro_rules! assets {
    ($($path:literal, $file:literal, $kind:ident;)*) => {
        &[$(Asset { path: $path, kind: $kind, body: include_str!(concat!("../assets/", $file)) }),*]
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

const ASSETS: &[Asset] = assets! {
    "/", "index.html", HTML;
    "/training", "training.html", HTML;
    "/style.css", "style.css", CSS;
    "/icon.svg", "icon.svg", SVG;
    "/help/positions/back.svg", "../../../docs/positions/back.svg", SVG;
    "/help/positions/chain.svg", "../../../docs/positions/chain.svg", SVG;
    "/help/positions/choice.svg", "../../../docs/positions/choice.svg", SVG;
    "/help/positions/goals.svg", "../../../docs/positions/goals.svg", SVG;
    "/help/positions/jump.svg", "../../../docs/positions/jump.svg", SVG;
    "/help/positions/own.svg", "../../../docs/positions/own.svg", SVG;
    "/help/positions/start.svg", "../../../docs/positions/start.svg", SVG;
    "/help/positions/step.svg", "../../../docs/positions/step.svg", SVG;
    "/js/main.js", "js/main.js", JS;
    "/js/api.js", "js/api.js", JS;
    "/js/analysis.js", "js/analysis.js", JS;
    "/js/board.js", "js/board.js", JS;
    "/js/files.js", "js/files.js", JS;
    "/js/graph.js", "js/graph.js", JS;
    "/js/moves.js", "js/moves.js", JS;
    "/js/pieces.js", "js/pieces.js", JS;
    "/js/seats.js", "js/seats.js", JS;
    "/js/squares.js", "js/squares.js", JS;
    "/js/state.js", "js/state.js", JS;
    "/js/training.js", "js/training.js", JS;
};

/// The file or help page under a path, if there is one.
pub(crate) fn find(path: &str) -> Option<Response> {
    if let Some(page) = path.strip_prefix("/help/").and_then(help::page) {
        return Some(([(CONTENT_TYPE, HTML), (CACHE_CONTROL, "no-cache")], page).into_response());
    }
    let asset = ASSETS.iter().find(|asset| asset.path == path)?;
    let headers = [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, "no-cache")];
    Some((headers, asset.body).into_response())
}
