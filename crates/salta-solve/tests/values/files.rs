//! Tables and unfinished work on disk, whole or damaged.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use salta_core::Variant;
use salta_solve::{Progress, SolveError, Summary, Table, estimate, solve, solve_until};

use tempfile::TempDir;

use crate::common::{solved, variant};

fn small(lines: &str) -> Variant {
    variant(&format!("board = \"8x4\"\nranks = 1\n{lines}"))
}

/// Solves a variant in one go and returns its table's bytes.
fn solved_in_one_go(variant: &Variant) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("whole");
    solve(variant, Some(&path), &mut |_| true).unwrap();
    fs::read(path).unwrap()
}

fn files_in(dir: &TempDir) -> usize {
    fs::read_dir(dir.path()).unwrap().count()
}

/// Work that is stopped after every ply ends with the same bytes.
#[test]
fn stopped_work_goes_on_to_the_same_table() {
    // With the last one, nothing changes long before the limit.
    let early = "board = \"4x4\"\nranks = 1\npoints = \"win\"\nmove_limit = 100";
    for variant in [small(""), small("move_limit = 12"), variant(early)] {
        let dir = tempfile::tempdir().unwrap();
        let parts = dir.path().join("parts");
        let mut stops = 0;
        let found = loop {
            match solve(&variant, Some(&parts), &mut |_| false) {
                Err(SolveError::Stopped) => stops += 1,
                other => break other.unwrap(),
            }
            assert!(!parts.exists(), "nothing half-written stays under the final name");
        };
        assert_eq!(found, *Table::open(&parts).unwrap().summary());
        assert!(stops >= 10, "{stops}");
        assert!(solved_in_one_go(&variant) == fs::read(&parts).unwrap());
        assert_eq!(files_in(&dir), 1);
    }
}

/// A ply that is stopped is repeated.
#[test]
fn work_stopped_within_a_ply_goes_on_to_the_same_table() {
    for variant in [small(""), small("move_limit = 12")] {
        let dir = tempfile::tempdir().unwrap();
        let parts = dir.path().join("parts");
        for last in 0..4 {
            let stop = AtomicBool::new(last == 0);
            let mut until = |progress: &Progress| {
                stop.store(progress.ply >= last, Ordering::Relaxed);
                true
            };
            let stopped = solve_until(&variant, Some(&parts), &stop, &mut until);
            assert!(matches!(stopped, Err(SolveError::Stopped)) && !parts.exists());
        }
        solve(&variant, Some(&parts), &mut |_| true).unwrap();
        assert!(solved_in_one_go(&variant) == fs::read(&parts).unwrap());
    }
}

/// With an equalising move, draws can be forced, so that their count takes more than one iteration.
#[test]
fn work_stopped_while_draws_are_counted_goes_on_there() {
    let (variant, dir) = (small("last_move = \"equalised\""), tempfile::tempdir().unwrap());
    let parts = dir.path().join("parts");
    let [mut first, mut second] = [Vec::new(), Vec::new()];
    let mut until_draws = |progress: &Progress| {
        first.push(progress.ply);
        first.len() < 2 || first[first.len() - 2] < progress.ply
    };
    let stopped = solve(&variant, Some(&parts), &mut until_draws);
    assert!(matches!(stopped, Err(SolveError::Stopped)) && !parts.exists());
    let mut go_on = |progress: &Progress| {
        second.push(progress.ply);
        true
    };
    solve(&variant, Some(&parts), &mut go_on).unwrap();
    assert!(second.iter().all(|ply| Some(ply) == first.last()), "{second:?}");
    assert!(solved_in_one_go(&variant) == fs::read(&parts).unwrap());
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let variant = small("chain = \"may-continue\"");
    let bytes = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solved_in_one_go(&variant))
    });
    assert!(bytes[0] == bytes[1]);
}

/// A table written by commit 9f67a4f, which lacks the fields added since.
#[test]
fn tables_of_earlier_versions_are_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/values/without-draws.table");
    let old = Table::open(&path).unwrap();
    let new = solved(old.variant());
    let without = Summary { drawn: None, total_plies: None, ..new.summary().clone() };
    assert_eq!(*old.summary(), without);
    assert!(new.summary().drawn.is_some() && new.summary().total_plies > Some(0));
    for number in 0..old.placements() {
        let position = old.position(number, 0);
        assert_eq!(old.value(&position).unwrap(), new.value(&position).unwrap());
    }
}

/// A flipped bit is found when the table is opened, whichever block it is in.
#[test]
fn damaged_tables_are_refused() {
    let (whole, dir) = (solved_in_one_go(&small("")), tempfile::tempdir().unwrap());
    let bad = dir.path().join("bad");
    let refused = |bytes: &[u8]| {
        fs::write(&bad, bytes).unwrap();
        Table::open(&bad).map(drop)
    };
    refused(&whole).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 200).chain([0, 8, whole.len() - 1]) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        let error = refused(&bytes).expect_err("a flipped bit").to_string();
        assert!(error.starts_with(&*bad.to_string_lossy()), "{error}");
    }
    for length in [0, 9, 49, whole.len() / 2, whole.len() - 1] {
        refused(&whole[..length]).unwrap_err();
    }
    refused(&[&whole[..], b"x"].concat()).unwrap_err();
}

/// Its checksum is right, but its counts are not those of the rules.
#[test]
fn an_index_with_impossible_counts_is_refused() {
    for lines in ["", "move_limit = 3"] {
        let (variant, dir) = (small(lines), tempfile::tempdir().unwrap());
        let path = dir.path().join("table");
        let right = solve(&variant, Some(&path), &mut |_| true).unwrap();
        let whole = fs::read(&path).unwrap();
        let (rest, end) = whole.split_at(whole.len() - 40);
        let length = u64::from_le_bytes(end[..8].try_into().unwrap()) as usize;
        let (blocks, index) = rest.split_at(rest.len() - length);
        let stored = |of: &Summary| {
            let counts = (of.placements, of.terminal, of.positive, of.negative, of.zero);
            postcard::to_stdvec(&(of.value, counts)).unwrap()
        };
        let counts = stored(&right);
        let at = index.windows(counts.len()).position(|part| part == counts).unwrap();
        let refused = |wrong: Summary| {
            let (before, after) = (&index[..at], &index[at + counts.len()..]);
            let index = [before, &stored(&wrong)[..], after].concat();
            let (length, hash) = ((index.len() as u64).to_le_bytes(), blake3::hash(&index));
            let bytes = [blocks, &index[..], &length[..], &hash.as_bytes()[..]].concat();
            fs::write(&path, bytes).unwrap();
            let error = Table::open(&path).err().unwrap().to_string();
            assert!(error.ends_with("table: a malformed index"), "{error}");
        };
        refused(Summary { placements: right.placements + 1, ..right.clone() });
        refused(Summary { terminal: 3 * right.placements, ..right.clone() });
        refused(Summary { positive: 0, negative: 0, zero: 0, ..right.clone() });
        refused(Summary { zero: u64::MAX, ..right.clone() });
        // More draws than positions of value 0.
        let Summary { positive, zero, .. } = right;
        refused(Summary { positive: positive + zero, zero: 0, ..right.clone() });
    }
}

#[test]
fn tables_of_other_rules_are_refused() {
    let (variant, dir) = (small(""), tempfile::tempdir().unwrap());
    let path = dir.path().join("table");
    solve(&variant, Some(&path), &mut |_| true).unwrap();
    assert!(Table::open_for(&path, &small("name = \"renamed\"")).is_ok());
    let other = small("points = \"win\"");
    let error = Table::open_for(&path, &other).err().unwrap().to_string();
    assert!(error.ends_with(": `points` differs"), "{error}");
    // Unfinished work on other rules is not resumed either.
    let work = dir.path().join("second");
    assert!(solve(&variant, Some(&work), &mut |_| false).is_err());
    let error = solve(&other, Some(&work), &mut |_| true).unwrap_err().to_string();
    assert!(error.contains("whose rules are not those of"), "{error}");
}

/// If unfinished work cannot be resumed, the error says what to delete.
#[test]
fn unfinished_work_that_cannot_be_read_may_be_deleted() {
    for lines in ["", "move_limit = 12"] {
        let (variant, dir) = (small(lines), tempfile::tempdir().unwrap());
        let [path, work] = ["t", "t.work"].map(|name| dir.path().join(name));
        assert!(solve(&variant, Some(&path), &mut |_| false).is_err());
        let refused = |variant: &Variant| {
            let error = solve(variant, Some(&path), &mut |_| true).unwrap_err().to_string();
            let what = format!("delete {} to start over", work.display());
            assert!(error.contains(&what) && !path.exists(), "{error}");
        };
        refused(&small("points = \"win\""));
        let state = work.join("00000");
        let mut bytes = fs::read(&state).unwrap();
        bytes[100] ^= 1;
        fs::write(&state, bytes).unwrap();
        refused(&variant);
        fs::write(&state, "no table").unwrap();
        refused(&variant);
        fs::remove_dir_all(&work).unwrap();
        fs::write(&work, "").unwrap();
        let error = solve(&variant, Some(&path), &mut |_| true).unwrap_err().to_string();
        assert!(error.contains("t.work: not a folder"), "{error}");
        fs::remove_file(&work).unwrap();
        solve(&variant, Some(&path), &mut |_| true).unwrap();
    }
}

/// A process killed while it removes the work may leave only some of the layers.
#[test]
fn work_without_its_first_layer_starts_over() {
    let (variant, dir) = (small("move_limit = 12"), tempfile::tempdir().unwrap());
    let parts = dir.path().join("parts");
    assert!(solve(&variant, Some(&parts), &mut |progress| progress.ply < 5).is_err());
    fs::remove_file(dir.path().join("parts.work/00000")).unwrap();
    assert!(dir.path().join("parts.work/00005").exists());
    solve(&variant, Some(&parts), &mut |_| true).unwrap();
    assert!(solved_in_one_go(&variant) == fs::read(&parts).unwrap());
}

#[test]
fn a_table_at_work_is_not_solved_twice() {
    for lines in ["", "move_limit = 12"] {
        let (variant, dir) = (small(lines), tempfile::tempdir().unwrap());
        let path = dir.path().join("t");
        let mut watch = |_: &Progress| {
            let error = solve(&variant, Some(&path), &mut |_| true).unwrap_err().to_string();
            assert!(error.contains("t.work: another process"), "{error}");
            true
        };
        solve(&variant, Some(&path), &mut watch).unwrap();
        assert_eq!(files_in(&dir), 1);
    }
}

/// A killed process may leave its work beside a whole table; that of a running one stays.
#[test]
fn work_on_a_table_that_is_written_is_removed() {
    let (variant, dir) = (small(""), tempfile::tempdir().unwrap());
    let [path, work] = ["t", "t.work"].map(|name| dir.path().join(name));
    fs::write(&path, solved_in_one_go(&variant)).unwrap();
    let mut watch = |_: &Progress| {
        Table::open_solved(&path, &variant).unwrap();
        assert!(work.exists());
        true
    };
    solve(&variant, Some(&path), &mut watch).unwrap();
    fs::create_dir(&work).unwrap();
    for name in ["t.work/00000", "t.work.lock"] {
        fs::write(dir.path().join(name), "").unwrap();
    }
    Table::open_solved(&path, &variant).unwrap();
    assert_eq!(files_in(&dir), 1);
}

/// A file deleted by somebody else during the work.
#[test]
fn a_lost_layer_is_an_error() {
    let (variant, dir) = (small("move_limit = 12"), tempfile::tempdir().unwrap());
    let lost = dir.path().join("t.work/00003");
    let mut watch = |progress: &Progress| {
        if progress.ply == 10 {
            fs::remove_file(&lost).unwrap();
        }
        true
    };
    let error = solve(&variant, Some(&dir.path().join("t")), &mut watch).unwrap_err().to_string();
    assert!(error.contains("00003: no such file") && error.contains("to start over"), "{error}");
}

#[test]
fn what_does_not_fit_is_refused_with_its_size() {
    let full = Variant::named("buettgenbach-1899-free").unwrap();
    assert_eq!(estimate(full.rules()), Duration::MAX);
    for (variant, part) in [
        (full, "placements; solving it takes"),
        (variant("board = \"8x8\"\nranks = 1"), "424097856000 placements"),
        (variant("board = \"6x6\"\nranks = 2"), "8892185702400 placements"),
    ] {
        let error = solve(&variant, None, &mut |_| true).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let dir = tempfile::tempdir().unwrap();
    let limited = variant("board = \"8x4\"\nranks = 2\nmove_limit = 120");
    let error = solve(&limited, Some(&dir.path().join("t")), &mut |_| true).unwrap_err();
    assert!(error.to_string().contains("a layer for each of 240 plies"), "{error}");
}

#[test]
fn positions_without_all_pieces_have_no_value() {
    let variant = small("chain = \"may-continue\"");
    let table = solved(&variant);
    let line = variant.position_line(&variant.start());
    let fewer = variant.parse_position(&line.replace('A', "1")).unwrap();
    assert!(table.value(&fewer).unwrap_err().to_string().contains("all pieces"));
}

/// Four pieces a side fill a 4×4 board: nobody has a move, so every position is over.
#[test]
fn a_full_board_is_over_everywhere() {
    let variant = variant("board = \"4x4\"\nranks = 2");
    let summary = solve(&variant, None, &mut |_| true).unwrap();
    assert_eq!(summary.terminal, 2 * summary.placements);
}
