//! The pages, built into the binary: a request gets one of these or nothing.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::help;

#[derive(Clone, Copy)]
struct Asset {
    path: &'static str,
    kind: &'static str,
    body: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const LINES: &str = "application/x-ndjson";
const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";
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
    "acts.js" "address.js" "analysis.js" "analysts.js" "api.js" "arrows.js" "bindings.js" "board.js" "buttons.js" "candidates.js" "chart.js" "coach.js" "controls.js" "course.js"
    "cursor.js" "drawing.js" "editor.js" "figures.js" "files.js" "game-of-1901.js"
    "graph.js" "hand.js" "help.js" "layout.js" "leaving.js" "legal.js" "lines.js" "main.js" "marks.js"
    "messages.js" "moves.js" "numbers.js" "opponent.js" "picture.js" "pieces.js" "review.js" "rules.js" "saved.js" "seats.js"
    "replay.js" "results.js" "solving.js" "squares.js" "standing.js" "storage.js" "strings.js" "state.js" "table.js" "tasks.js" "training.js" "transport.js" "tried.js" "way-back.js");
const STRINGS: &[Asset] = assets!("../../../data/strings/", "/strings/", JSON: "de.json" "en.json");
const TASKS: &[Asset] = assets!("../../../data/", "/", LINES: "exercises.ndjson" "puzzles.ndjson");
const GAMES: &[Asset] = assets!("../../../data/games/", "/games/", TEXT:
    "krone-grotewold-1901.salta" "krone-grotewold-1901.review.ndjson");
const ASSETS: &[&[Asset]] = &[PAGES, STYLES, PICTURES, POSITIONS, SCRIPTS, STRINGS, TASKS, GAMES];
/// Files for the pages without a server; they replace files of the same name.
const WITHOUT_SERVER: &[Asset] = assets!("../assets/site/", "/js/", JS:
    "kept.js" "transport.js" "worker.js");
/// The paths that need a server.
const SERVER_ONLY: [&str; 2] = ["/training", "/js/training.js"];

/// The files of the pages without a server: path and text.
pub(crate) fn without_server() -> impl Iterator<Item = (String, String)> {
    let replaced = |path| WITHOUT_SERVER.iter().any(|asset| asset.path == path);
    let kept = ASSETS.iter().copied().flatten();
    let kept =
        kept.filter(move |asset| !replaced(asset.path) && !SERVER_ONLY.contains(&asset.path));
    let help = |name| (format!("/help/{name}.html"), help::page(name).expect("it has this name"));
    kept.chain(WITHOUT_SERVER)
        .map(|asset| (asset.path.into(), asset.body.into()))
        .chain(help::names().map(help))
}

/// The file or help page under a path, if there is one.
pub(crate) fn find(path: &str) -> Option<Response> {
    let help = path.strip_prefix("/help/").map(|name| name.trim_end_matches(".html"));
    if let Some(page) = help.and_then(help::page) {
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
    fn no_file_has_more_than_200_lines_or_120_columns() {
        let served = [SCRIPTS, WITHOUT_SERVER, PAGES, STYLES].concat();
        let mut files: Vec<(String, String)> =
            served.iter().map(|file| (file.path.into(), file.body.into())).collect();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
        let types = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for path in types.filter(|path| path.to_string_lossy().ends_with(".d.ts")) {
            files.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
        for (path, body) in files {
            assert!(body.lines().count() <= 200, "{path}: {}", body.lines().count());
            let long = body.lines().find(|line| line.chars().count() > 120);
            assert_eq!(long, None, "{path}");
        }
    }

    #[test]
    fn every_file_of_the_pages_is_built_in() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
        for (folder, prefix) in [
            ("assets/js", "/js/"),
            ("../../docs/positions", "/help/positions/"),
            ("../../data/strings", "/strings/"),
            ("assets", "/"),
        ] {
            for entry in std::fs::read_dir(format!("{root}{folder}")).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let is_page = name.ends_with(".html") || !name.contains('.');
                let is_for_types = name == "tsconfig.json" || name.ends_with(".d.ts");
                assert!(
                    is_page || is_for_types || find(&format!("{prefix}{name}")).is_some(),
                    "{folder}/{name}"
                );
            }
        }
    }
}
