//! Compares the solo solver, on final positions of games, with the counts of an earlier solver (it
//! spread slack over all pieces at once and kept whole arrangements): `data/ends/*.counts`.

use std::fs;

use salta_core::{Side, Solo, Variant};

const POSITIONS: usize = 60;
const NODES: u64 = 3_000;

fn set(name: &str) -> Vec<(String, String)> {
    let read = |ending: &str| {
        let path = format!("{}/../../data/ends/{name}.{ending}", env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let (positions, counts) = (read("txt"), read("counts"));
    assert_eq!(positions.lines().count(), counts.lines().count());
    positions.lines().map(String::from).zip(counts.lines().map(String::from)).collect()
}

fn interval(text: &str) -> (u32, u32) {
    let (lo, hi) = text.split_once('-').unwrap_or((text, text));
    (lo.parse().unwrap(), hi.parse().unwrap())
}

/// Checks that every interval overlaps the earlier one, and that most counts are proven.
fn compare(name: &str) {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let (mut proven, mut all) = (0, 0);
    for (line, counts) in set(name).iter().take(POSITIONS) {
        let position = variant.parse_position(line).unwrap();
        for (side, text) in Side::BOTH.into_iter().zip(counts.split_whitespace()) {
            let remaining = variant.remaining(&position, side, NODES);
            let (Solo { lo, hi }, (least, most)) = (remaining.solo, interval(text));
            assert!(lo <= most && least <= hi, "{side:?} in {line}: {lo}-{hi}, earlier {text}");
            assert!(
                remaining.distance <= lo && (lo - remaining.distance).is_multiple_of(2),
                "{line}"
            );
            assert!((hi - lo).is_multiple_of(2), "{line}");
            proven += usize::from(lo == hi);
            all += 1;
        }
    }
    assert!(all == 2 * POSITIONS && 10 * proven > 6 * all, "{proven} of {all} proven");
}

#[test]
fn ends_of_alphabeta() {
    compare("alphabeta2");
}

#[test]
fn ends_of_random_play() {
    compare("random");
}
