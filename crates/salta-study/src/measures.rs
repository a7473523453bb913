//! The measures of a study: each is a number computed from a game, with a name, a unit and an
//! explanation.

use salta_analysis::Drama;
use salta_core::Ending;

use crate::estimate::{Kind, Value};
use crate::trace::Trace;

/// A measure.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Its name in files.
    pub key: &'static str,
    /// Its name in tables.
    pub label: &'static str,
    /// The kind of measure.
    pub kind: Kind,
    /// Its description, in a sentence.
    pub about: &'static str,
    /// Whether variants are compared by it; every comparison makes the correction for multiple
    /// comparisons stricter.
    pub compared: bool,
    of: fn(&Trace) -> Value,
}

impl Measure {
    /// Its value in a game.
    pub fn of(&self, trace: &Trace) -> Value {
        (self.of)(trace)
    }
}

const fn known(value: f64) -> Value {
    Some((value, value))
}

fn yes(value: bool) -> Value {
    known(f64::from(u8::from(value)))
}

fn share(count: u32, of: u32) -> Value {
    (of > 0).then(|| f64::from(count) / f64::from(of)).and_then(known)
}

fn ended(trace: &Trace, ending: Ending) -> Value {
    yes(trace.ending == ending)
}

fn drama(trace: &Trace, number: fn(&Drama) -> f64) -> Value {
    trace.drama.as_ref().map(number).and_then(known)
}

fn score(trace: &Trace) -> Value {
    match trace.result {
        Some(result) => known(f64::from(result + 1) / 2.0),
        None if trace.ending == Ending::Truncated => known(0.5),
        None => Some((0.0, 1.0)),
    }
}

fn draws(trace: &Trace) -> Value {
    match (trace.result, trace.margin) {
        (None, Some((lo, hi))) if lo <= 0 && 0 <= hi => Some((0.0, 1.0)),
        (result, _) => yes(result == Some(0)),
    }
}

macro_rules! measures {
    ($($key:ident $kind:ident $compared:literal $label:literal $about:literal $of:expr;)*) => {
        /// All measures, in the order of the report.
        pub const MEASURES: &[Measure] = &[$(Measure {
            key: stringify!($key),
            label: $label,
            kind: Kind::$kind,
            about: $about,
            compared: $compared,
            of: $of,
        }),*];
    };
}

measures! {
    first_score Games true "first mover's score"
        "wins and half the draws; a truncated game counts half"
        score;
    first_margin Points true "first mover's margin"
        "exact points in games that the rules ended, whatever the variant counts"
        |t| t.margin.map(|(lo, hi)| (f64::from(lo), f64::from(hi)));
    distance_margin Points true "margin by distance"
        "the first mover's, at the end of every game, truncated games included"
        |t| known(f64::from(t.distance_margin));
    draws Games true "draws" "games that the rules call a draw" draws;
    finished Games true "ended by finishing" "a side came home" |t| ended(t, Ending::Finished);
    limit Games true "ended by the move limit" "the variant's own limit came first"
        |t| ended(t, Ending::Limit);
    no_move Games true "ended without a move"
        "the side to move had no legal move: the games that the blockade decides"
        |t| ended(t, Ending::NoMove);
    truncated Games true "truncated" "no result: the variant has no limit and the study's cap came first"
        |t| ended(t, Ending::Truncated);
    plies Number true "plies" "turns of both players, the random opening included"
        |t| known(f64::from(t.plies));
    freedom Number true "legal moves" "freedom: legal turns per ply, arithmetic mean over a game"
        |t| (t.played > 0).then(|| t.turns as f64 / f64::from(t.played)).and_then(known);
    branching Number false "branching factor" "legal turns per ply, geometric mean over a game"
        |t| (t.played > 0).then(|| 10f64.powf(t.log10_turns / f64::from(t.played))).and_then(known);
    tree Number false "game tree, log10"
        "decimal logarithm of the product of the branching factors along a game"
        |t| known(t.log10_turns);
    forced Plies false "forced plies" "plies with a single legal turn" |t| share(t.forced, t.played);
    compulsory Plies true "compulsory plies" "plies at which a jump had to be made"
        |t| share(t.compulsory, t.played);
    run Number false "compulsory run" "mean length of the runs of compulsory plies, both sides counted"
        |t| share(t.compulsory, t.runs);
    longest_run Number true "longest run" "compulsory plies in a row, the most in a game"
        |t| known(f64::from(t.longest_run));
    blockade_plies Plies false "blockade, plies" "plies at which the blockade rule took a turn away"
        |t| share(t.blockade?, t.played);
    blockade_games Games true "blockade, games" "games in which it did so"
        |t| yes(t.blockade? > 0);
    repeated Plies true "repeated positions" "plies that led to a position that had been there"
        |t| share(t.repeated, t.played);
    taken_back Plies false "moves taken back" "plies that undid the same side's last one"
        |t| share(t.taken_back, t.played);
    excess Points true "points above distance"
        "exact points less distance at the end, both sides together, where proven"
        |t| t.excess.and_then(|excess| known(f64::from(excess)));
    other_winner Games true "another winner by distance"
        "games whose winner, or draw, would be another if distance were counted"
        |t| t.other_winner().and_then(yes);
    lead_changes Number true "lead changes"
        "how often a lead of a point or more, as a search sees it, went over to the other side"
        |t| drama(t, |d| f64::from(d.lead_changes));
    settled Plies true "settled after"
        "share of the plies after which the sign of that margin did not change any more"
        |t| drama(t, |d| d.settled);
    swing Number false "swing" "mean change of that margin from ply to ply, in points"
        |t| drama(t, |d| d.swing);
}

/// The measure with this key.
///
/// # Panics
/// If there is none.
pub fn measure(key: &str) -> &'static Measure {
    MEASURES.iter().find(|measure| measure.key == key).expect("a measure of the list")
}

#[cfg(test)]
mod tests {
    use salta_core::{NodeBudget, Variant};

    use super::*;
    use crate::trace::tests::truncated;

    #[test]
    fn a_truncated_game_is_half_a_point_and_no_draw() {
        let variant = Variant::named("walker").unwrap();
        let trace = Trace::of(&variant, &truncated(Vec::new()), NodeBudget(10));
        let of = |key| measure(key).of(&trace);
        for (key, expected) in [("first_score", 0.5), ("draws", 0.0), ("truncated", 1.0)] {
            assert_eq!(of(key), known(expected), "{key}");
        }
        let drawn = Trace { result: Some(0), ending: Ending::Limit, ..trace };
        for (key, expected) in [("first_score", 0.5), ("draws", 1.0), ("truncated", 0.0)] {
            assert_eq!(measure(key).of(&drawn), known(expected), "{key}");
        }
        let open = |margin| Trace { result: None, margin: Some(margin), ..drawn.clone() };
        assert_eq!(measure("draws").of(&open((0, 2))), Some((0.0, 1.0)));
        assert_eq!(measure("draws").of(&open((1, 2))), known(0.0));
    }

    #[test]
    fn plies_are_shares_of_those_played() {
        let variant = Variant::named("walker").unwrap();
        let trace = Trace::of(&variant, &truncated(Vec::new()), NodeBudget(10));
        assert_eq!(measure("compulsory").of(&trace), None, "no ply was played");
        let trace = Trace { played: 12, compulsory: 6, runs: 4, repeated: 3, ..trace };
        for (key, expected) in [("compulsory", 0.5), ("run", 1.5), ("repeated", 0.25)] {
            assert_eq!(measure(key).of(&trace), known(expected), "{key}");
        }
    }
}
