//! Plain minimax under a move limit, which plays out every line.

use salta_core::{Position, Side, Variant};

use crate::common::{SWITCHED, solved, variant};

/// The margin at the end of perfect play.
fn minimax(variant: &Variant, position: &Position) -> i32 {
    let after = |mv| minimax(variant, &variant.after(position, mv));
    let values = variant.moves(position).into_iter().map(after);
    let best = if position.to_move() == Side::White { values.max() } else { values.min() };
    best.unwrap_or_else(|| variant.margin(position, 100_000).exact().unwrap())
}

#[test]
fn tables_with_a_limit_are_minimax() {
    for lines in SWITCHED {
        let variant = variant(&format!("board = \"4x4\"\nranks = 1\nmove_limit = 3\n{lines}"));
        let table = solved(&variant);
        for (number, ply) in (0..table.placements()).step_by(7).flat_map(|n| [(n, 0), (n, 3)]) {
            let position = table.position(number, ply);
            let found = table.value(&position).unwrap();
            let line = variant.position_line(&position);
            assert_eq!(found.value, minimax(&variant, &position), "{lines}\n{line}");
        }
        assert_eq!(table.summary().value, minimax(&variant, &variant.start()), "{lines}");
    }
}

/// Counts are those of ply 0.
#[test]
fn with_a_limit_positions_of_ply_0_are_counted() {
    let variant = variant("board = \"4x4\"\nranks = 1\nmove_limit = 4\nfirst_mover = \"black\"");
    let table = solved(&variant);
    let at_0 = || (0..table.placements()).map(|number| table.position(number, 0));
    let values: Vec<i32> = at_0().map(|p| table.value(&p).unwrap().value).collect();
    let count = |sign: i32| values.iter().filter(|value| value.signum() == sign).count() as u64;
    let over = at_0().filter(|position| variant.is_over(position)).count() as u64;
    let summary = table.summary();
    assert_eq!([summary.positive, summary.negative, summary.zero], [1, -1, 0].map(count));
    assert_eq!((summary.terminal, summary.plies), (over, None));
}

/// Far from a long limit, values stop changing, and the table then repeats its last two layers.
#[test]
fn a_long_limit_is_read_at_every_ply() {
    let limited = variant("board = \"4x4\"\nranks = 1\nmove_limit = 200");
    let table = solved(&limited);
    for (number, ply) in (0..table.placements()).step_by(31).zip((0..398).cycle().step_by(5)) {
        let position = table.position(number, ply);
        let next = table.moves(&position).unwrap();
        let values = next.iter().map(|(_, exact)| exact.value);
        let best = if position.to_move() == Side::White { values.max() } else { values.min() };
        let found = table.value(&position).unwrap().value;
        let end = || limited.margin(&position, 100_000).exact().unwrap();
        assert_eq!(found, best.unwrap_or_else(end), "{}", limited.position_line(&position));
    }
}
