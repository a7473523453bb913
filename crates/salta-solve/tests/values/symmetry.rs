//! Rotation by a half turn, and play by the table itself.

use salta_core::Side;
use salta_solve::solve;

use crate::common::{positions, solved, variant};

/// Rule 1.4, for rules under which it does not matter who moves first.
#[test]
fn rotated_positions_have_the_other_value() {
    for lines in ["", "jump_direction = \"any\"\nchain = \"may-continue\"\npoints = \"win\""] {
        let variant = variant(&format!("board = \"8x4\"\nranks = 1\n{lines}"));
        let table = solved(&variant);
        for position in positions(&table).step_by(11) {
            let mut words = variant.rotated(&position).bitboards();
            words.plies ^= 1;
            let rotated = variant.position_from(&words);
            let (here, there) = (table.value(&position).unwrap(), table.value(&rotated).unwrap());
            assert_eq!((here.value, here.plies), (-there.value, there.plies));
        }
        assert_eq!(table.summary().positive, table.summary().negative);
    }
}

/// Every line of best moves from a decided position ends with the table's margin, after at most
/// the table's number of plies.
#[test]
fn perfect_play_forces_the_value_in_time() {
    for lines in ["", "last_move = \"equalised\"\njump_direction = \"any\""] {
        let variant = variant(&format!("board = \"8x4\"\nranks = 1\n{lines}"));
        let table = solved(&variant);
        let mut won = 0;
        for position in positions(&table).step_by(101) {
            let exact = table.value(&position).unwrap();
            won += u32::from(exact.value != 0);
            let mut end = position;
            for mv in table.line(&position, 200).unwrap() {
                variant.play(&mut end, mv).unwrap();
            }
            let margin = variant.margin(&end, 100_000).exact();
            match exact.value {
                0 => assert!(!variant.is_over(&end) || margin == Some(0)),
                value => {
                    assert_eq!((variant.is_over(&end), margin), (true, Some(value)));
                    assert!(end.plies() - position.plies() <= exact.plies);
                }
            }
        }
        assert!(won > 50, "{won}");
    }
}

/// Whatever the loser does, every best turn of the winner brings the end one ply nearer.
#[test]
fn the_winner_comes_nearer() {
    let variant = variant("board = \"8x4\"\nranks = 1");
    let table = solved(&variant);
    for position in positions(&table).step_by(97) {
        let exact = table.value(&position).unwrap();
        let winner = if exact.value > 0 { Side::White } else { Side::Black };
        if exact.value == 0 || variant.is_over(&position) {
            continue;
        }
        let (moves, best) = (table.moves(&position).unwrap(), table.best(&position).unwrap());
        let kept = |value: i32| (value - exact.value) * exact.value.signum() >= 0;
        for (mv, after) in moves {
            if position.to_move() != winner {
                assert!(
                    kept(after.value) && (after.value != exact.value || after.plies < exact.plies)
                );
            } else if best.contains(&mv) {
                assert_eq!((after.value, after.plies), (exact.value, exact.plies - 1));
            }
        }
    }
}

/// Values that two other solvers found for 6×6 with one rank.
#[test]
#[ignore = "solves 13 million placements twice: cargo xtask nightly solve"]
fn six_by_six_has_known_values() {
    for (lines, value, without_winner) in [("", 1, 9), ("jump_direction = \"any\"", 0, 68)] {
        let variant = variant(&format!("board = \"6x6\"\nranks = 1\n{lines}"));
        let summary = solve(&variant, None, &mut |_| true).unwrap();
        let percent = 100.0 * summary.zero as f64 / (2 * summary.placements) as f64;
        assert_eq!((summary.value, percent.round() as i32), (value, without_winner), "{lines}");
    }
}
