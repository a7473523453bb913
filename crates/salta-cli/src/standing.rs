//! What each side still needs and the margin, as JSON and as sentences.

use std::thread;

use serde::Serialize;

use salta_core::{Margin, NodeBudget, Position, Remaining, Side, Solo, Variant};

/// What White and Black still need, counted in parallel; the search for each exact count may visit
/// `exact_nodes` nodes.
pub(crate) fn remaining(
    variant: &Variant,
    position: &Position,
    exact_nodes: NodeBudget,
) -> [Remaining; 2] {
    let count = |side| count(variant, position, side, exact_nodes);
    thread::scope(|scope| {
        let black = thread::Builder::new().spawn_scoped(scope, move || count(Side::Black));
        let white = count(Side::White);
        // Without a second thread, or if it failed, the count is made here.
        let black = black.ok().and_then(|black| black.join().ok());
        [white, black.unwrap_or_else(|| count(Side::Black))]
    })
}

/// Tries smaller budgets first: when nodes run out, the solver looks for a good path home, which
/// often settles at once what more nodes do not. This way the start of `nestor` takes 0.1 s instead
/// of a minute.
fn count(variant: &Variant, position: &Position, side: Side, exact_nodes: NodeBudget) -> Remaining {
    let within = |nodes: u64| variant.remaining(position, side, nodes);
    let mut tries = [exact_nodes.0 / 100, exact_nodes.0 / 10].into_iter().map(within);
    let proven = tries.find(|found| matches!(found.solo, Solo::Proven(_)));
    proven.unwrap_or_else(|| within(exact_nodes.0))
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
        let (solo, bounds) = match solo {
            Solo::Proven(steps) => (Some(steps), None),
            Solo::Bounds { lo, hi } => (None, Some([lo, hi])),
        };
        SidePoints { distance, solo, bounds, proven: bounds.is_none() }
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

impl BothPoints {
    /// Two lines, each with its line end.
    pub(crate) fn describe(&self) -> String {
        format!("White: {}\nBlack: {}\n", self.white.describe(), self.black.describe())
    }
}

impl SidePoints {
    fn describe(&self) -> String {
        let solo = match (self.solo, self.bounds) {
            (Some(1), _) => "1 move alone on the board".into(),
            (Some(steps), _) => format!("{steps} moves alone on the board"),
            (None, Some([lo, hi])) => {
                format!("{lo} to {hi} moves alone on the board (not proven; raise --exact-nodes)")
            }
            (None, None) => unreachable!("without a count there are bounds"),
        };
        format!("{solo}, distance {}", self.distance)
    }
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

impl Outcome {
    /// Whether the margin may be `claimed`.
    pub(crate) fn allows(&self, claimed: i32) -> bool {
        match (self.margin, self.bounds) {
            (None, Some([lo, hi])) => (lo..=hi).contains(&claimed),
            (margin, _) => margin == Some(claimed),
        }
    }

    /// `White wins by 25`, as part of a sentence.
    pub(crate) fn describe(&self) -> String {
        match (self.margin, self.bounds) {
            (Some(0), _) => "a draw".into(),
            (Some(margin @ 1..), _) => format!("White wins by {margin}"),
            (Some(margin), _) => format!("Black wins by {}", margin.unsigned_abs()),
            (None, Some([lo, hi])) => {
                format!("White's margin is {lo} to {hi} (not proven; raise --exact-nodes)")
            }
            (None, None) => unreachable!("without a margin there are bounds"),
        }
    }
}

impl From<Margin> for Outcome {
    fn from(margin: Margin) -> Outcome {
        match margin {
            Margin::Exact(margin) => Outcome { margin: Some(margin), bounds: None, proven: None },
            Margin::Bounds { lo, hi } => {
                Outcome { margin: None, bounds: Some([lo, hi]), proven: Some(false) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: impl Serialize) -> String {
        serde_json::to_string(&value).unwrap()
    }

    #[test]
    fn counts_and_intervals_as_json() {
        let side = |solo| text(SidePoints::from(Remaining { distance: 9, solo }));
        assert_eq!(side(Solo::Proven(11)), r#"{"distance":9,"solo":11,"proven":true}"#);
        assert_eq!(
            side(Solo::Bounds { lo: 11, hi: 15 }),
            r#"{"distance":9,"solo":null,"bounds":[11,15],"proven":false}"#
        );
        assert_eq!(text(Outcome::from(Margin::Exact(-3))), r#"{"margin":-3}"#);
        assert_eq!(
            text(Outcome::from(Margin::Bounds { lo: -1, hi: 3 })),
            r#"{"margin":null,"bounds":[-1,3],"proven":false}"#
        );
    }

    #[test]
    fn a_claim_is_held_against_count_or_interval() {
        assert!(Outcome::from(Margin::Exact(-3)).allows(-3));
        assert!(!Outcome::from(Margin::Exact(-3)).allows(3));
        let open = Outcome::from(Margin::Bounds { lo: -1, hi: 3 });
        assert!(open.allows(3) && !open.allows(4));
    }
}
