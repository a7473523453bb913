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

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Files of one folder and kind, each under its own name.
macro_rules! assets {
    ($from:literal, $to:literal, $kind:ident: $($file:literal)*) => {
        &[$(Asset {
            path: concat!($to, $file),
            kind: $kind,
            body: include_str!(concat!($from, $file)),
        }),*]
    };
}

const PAGES: &[Asset] = &[
    Asset { path: "/", kind: HTML, body: include_str!("../assets/index.html") },
    Asset { path: "/training", kind: HTML, body: include_str!("../assets/training.html") },
];
const STYLES: &[Asset] = assets!("../assets/", "/", CSS: "style.css" "board.css" "charts.css");
const PICTURES: &[Asset] = assets!("../assets/", "/", SVG: "icon.svg");
const POSITIONS: &[Asset] = assets!("../../../docs/positions/", "/help/positions/", SVG:
    "back.svg" "chain.svg" "choice.svg" "goals.svg" "jump.svg" "own.svg" "start.svg" "step.svg");
const SCRIPTS: &[Asset] = assets!("../assets/js/", "/js/", JS:
    "analysis.js" "analysts.js" "api.js" "arrows.js" "board.js" "candidates.js" "chart.js" "controls.js"
    "cursor.js" "figures.js" "files.js" "graph.js" "hand.js" "layout.js" "leaving.js" "legal.js" "main.js" "marks.js"
    "messages.js" "moves.js" "numbers.js" "pieces.js" "review.js" "rules.js" "seats.js"
    "squares.js" "standing.js" "state.js" "table.js" "training.js");
const ASSETS: &[&[Asset]] = &[PAGES, STYLES, PICTURES, POSITIONS, SCRIPTS];

/// The file or help page under a path, if there is one.
pub(crate) fn find(path: &str) -> Option<Response> {
    if let Some(page) = path.strip_prefix("/help/").and_then(help::page) {
        return Some(([(CONTENT_TYPE, HTML), (CACHE_CONTROL, "no-cache")], page).into_response());
    }
    let asset = ASSETS.iter().copied().flatten().find(|asset| asset.path == path)?;
    let headers = [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, "no-cache")];
    Some((headers, asset.body).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_pages_is_built_in() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
        for (folder, prefix) in
            [("assets/js", "/js/"), ("../../docs/positions", "/help/positions/"), ("assets", "/")]
        {
            for entry in std::fs::read_dir(format!("{root}{folder}")).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let is_page = name.ends_with(".html") || !name.contains('.');
                assert!(is_page || find(&format!("{prefix}{name}")).is_some(), "{folder}/{name}");
            }
        }
    }
}
