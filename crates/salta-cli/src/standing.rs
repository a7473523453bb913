//! What each side still needs and the margin, as JSON and as sentences.

use std::thread;

use serde::Serialize;

use salta_analysis::words;
use salta_core::{Margin, NodeBudget, Position, Remaining, Side, Solo, Variant};
use salta_report::counted;

/// What White and Black still need, counted in parallel; the search for each exact count may visit
/// `exact_nodes` nodes.
pub(crate) fn remaining(
    variant: &Variant,
    position: &Position,
    exact_nodes: NodeBudget,
) -> [Remaining; 2] {
    let count = |side| variant.remaining(position, side, exact_nodes);
    thread::scope(|scope| {
        let black = thread::Builder::new().spawn_scoped(scope, move || count(Side::Black));
        let white = count(Side::White);
        // Without a second thread, or if it failed, the count is made here.
        let black = black.ok().and_then(|black| black.join().ok());
        [white, black.unwrap_or_else(|| count(Side::Black))]
    })
}

/// What one side still needs, as JSON.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SidePoints {
    distance: u32,
    solo: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[u32; 2]>,
    proven: bool,
}

impl From<Remaining> for SidePoints {
    fn from(Remaining { distance, solo }: Remaining) -> SidePoints {
        let (Solo { lo, hi }, solo) = (solo, solo.proven());
        let proven = solo.is_some();
        SidePoints { distance, solo, bounds: (!proven).then_some([lo, hi]), proven }
    }
}

/// What both sides still need, as JSON.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BothPoints {
    white: SidePoints,
    black: SidePoints,
}

impl From<[Remaining; 2]> for BothPoints {
    fn from(remaining: [Remaining; 2]) -> BothPoints {
        let [white, black] = remaining.map(SidePoints::from);
        BothPoints { white, black }
    }
}

/// What White and Black still need: two lines, each with its line end.
pub(crate) fn needs_in_words(remaining: [Remaining; 2]) -> String {
    let [white, black] = remaining.map(|Remaining { distance, solo }| {
        let Solo { lo, hi } = solo;
        let (count, note) = match solo.proven() {
            Some(steps) => (counted(steps.into(), "move"), ""),
            None => (format!("{lo} to {hi} moves"), " (not proven; raise --exact-nodes)"),
        };
        format!("{count} alone on the board{note}, distance {distance}")
    });
    format!("White: {white}\nBlack: {black}\n")
}

/// The margin of a finished game from White's side, as JSON.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Outcome {
    margin: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<bool>,
}

/// `White wins by 25 points`, as part of a sentence.
pub(crate) fn margin_in_words(variant: &Variant, margin: Margin) -> String {
    match margin {
        Margin::Exact(_) => words::margin(variant, margin),
        Margin::Bounds { lo, hi } => {
            format!("White's margin is {lo} to {hi} (not proven; raise --exact-nodes)")
        }
    }
}

impl From<Margin> for Outcome {
    fn from(margin: Margin) -> Outcome {
        let (exact, (lo, hi)) = (margin.exact(), margin.bounds());
        let bounds = exact.is_none().then_some([lo, hi]);
        Outcome { margin: exact, bounds, proven: bounds.map(|_| false) }
    }
}
