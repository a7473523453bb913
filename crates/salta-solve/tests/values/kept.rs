//! Tables in memory, as a web page uses them.

use std::time::Duration;

use salta_core::{Variant, rules};
use salta_solve::{Progress, SolveError, Summary, Table, solve_in_memory};

use crate::common::{SWITCHED, positions, solved, variant};

const MOST: u64 = 500_000_000;

fn kept(variant: &Variant, watch: &mut dyn FnMut(&Progress) -> bool) -> Result<Table, SolveError> {
    solve_in_memory(variant, MOST, &|| Duration::ZERO, watch)
}

#[test]
fn a_table_in_memory_has_the_values_of_one_in_a_file() {
    for lines in SWITCHED.iter().flat_map(|lines| ["", "move_limit = 9\n"].map(|l| [l, lines])) {
        let variant = variant(&format!("board = \"4x4\"\nranks = 1\n{}", lines.concat()));
        let (kept, file) = (kept(&variant, &mut |_| true).unwrap(), solved(&variant));
        let drawn = kept.summary().drawn;
        assert_eq!(*kept.summary(), Summary { drawn, ..file.summary().clone() });
        for position in positions(&file) {
            assert_eq!(kept.value(&position).unwrap(), file.value(&position).unwrap(), "{lines:?}");
        }
        // What either table writes can be read back, but only complete and for its own rules.
        for told in [&kept, &file] {
            let mut bytes = Vec::new();
            told.write(&mut |part| bytes.extend_from_slice(part)).unwrap();
            let read = Table::read(&variant, MOST, &bytes).unwrap();
            assert_eq!(read.summary(), told.summary());
            for position in positions(&file).step_by(97) {
                assert_eq!(read.value(&position).unwrap(), file.value(&position).unwrap());
            }
            let wrong = Summary { placements: 0, ..told.summary().clone() };
            let [right, wrong] =
                [told.summary(), &wrong].map(|of| postcard::to_stdvec(of).unwrap());
            let at = bytes.windows(right.len()).position(|part| part == right).unwrap();
            let forged = [&bytes[..at], &wrong[..], &bytes[at + right.len()..]].concat();
            assert!(Table::read(&variant, MOST, &forged).is_err());
            let renamed = crate::common::variant("name = \"other\"\nboard = \"4x4\"\nranks = 1");
            assert!(Table::read(&renamed, MOST, &bytes).is_err());
            for cut in [0, 1, bytes.len() / 2 + 1, bytes.len() - 1] {
                assert!(Table::read(&variant, MOST, &bytes[..cut]).is_err(), "{cut}");
            }
        }
        let other = Variant::named("walker").unwrap();
        assert!(kept.check_rules(&variant).is_ok() && kept.check_rules(&other).is_err());
    }
}

#[test]
fn what_is_stopped_or_too_large_has_no_table() {
    let small = variant("board = \"8x4\"\nranks = 1");
    let mut plies = 0;
    let mut three = |_: &Progress| {
        plies += 1;
        plies < 3
    };
    assert!(matches!(kept(&small, &mut three), Err(SolveError::Stopped)));
    assert_eq!(plies, 3);
    for lines in ["board = \"8x4\"\nranks = 2", "board = \"8x8\"\nranks = 1"] {
        let Err(SolveError::TooLarge { placements, bytes, most, .. }) =
            kept(&variant(lines), &mut |_| true)
        else {
            panic!("{lines} is not too large");
        };
        assert!(placements > 5e8 && bytes > most && most == MOST as f64);
    }
    let full = Variant::new(rules::parse("base = \"nestor\"").unwrap());
    let error = kept(&full, &mut |_| true).err().unwrap().to_string();
    assert!(error.contains("placements; solving it takes"), "{error}");
}
