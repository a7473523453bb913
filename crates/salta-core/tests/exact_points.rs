//! Compares `remaining` and `margin` with the twin's own search, which gives up when it grows too
//! large; such cases are skipped and counted.

mod random_rules;
mod twin;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use random_rules::{
    Pair, Record, draw_near_home, draw_record, draw_record_on, draw_scattered, generator,
    random_letters,
};
use salta_core::{Margin, Side, Solo};
use twin::{Board, Points, Size, Square, Twin};

const BUDGET: u64 = 1_000_000;

/// Numbers of cases compared, of those in which own pieces were in the way, and of cases skipped.
#[derive(Default, Debug)]
struct Tally {
    compared: u32,
    above_distance: u32,
    skipped: u32,
}

/// Compares one side's count and returns it; `None` if the twin's search gave up. Bounds within
/// smaller budgets must hold it.
fn compare_side(pair: &Pair, ours: Side, states: usize, tally: &mut Tally) -> Option<i32> {
    let theirs = if ours == Side::White { twin::Side::White } else { twin::Side::Black };
    let distance = pair.position.distance(ours);
    let exact = pair.twin.solo(&pair.rules, theirs, states);
    for budget in [0, 1, 10, 100, BUDGET] {
        let Solo { lo, hi } = pair.variant.remaining(&pair.position, ours, budget).solo;
        let holds = exact.is_none_or(|exact| (lo..=hi).contains(&exact));
        let even = (lo - distance).is_multiple_of(2) && (hi - lo).is_multiple_of(2);
        let case = || format!("{ours:?}, budget {budget}: {lo}-{hi} in {}", pair.describe());
        assert!(distance <= lo && holds && even, "{exact:?}: {}", case());
        assert!(budget < BUDGET || exact.is_none() || lo == hi, "{}", case());
    }
    match exact {
        Some(exact) => {
            tally.compared += 1;
            tally.above_distance += u32::from(exact > distance);
        }
        None => tally.skipped += 1,
    }
    exact.map(|exact| exact as i32)
}

/// Compares both sides' counts and the margin.
fn compare(pair: &Pair, states: usize, tally: &mut Tally) {
    let [white, black] = Side::BOTH.map(|side| compare_side(pair, side, states, tally));
    let distance = |side| pair.position.distance(side) as i32;
    let expected = match (pair.rules.points, white, black) {
        (Points::Distance, ..) => distance(Side::Black) - distance(Side::White),
        (Points::Solo, Some(white), Some(black)) => black - white,
        (Points::Win, Some(white), Some(black)) => (black - white).signum(),
        _ => return,
    };
    let margin = pair.variant.margin(&pair.position, BUDGET);
    assert_eq!(margin, Margin::Exact(expected), "{}", pair.describe());
    assert_eq!(margin.sign(), Some(expected.signum()));
}

/// Draws `cases` records, each with a board, and compares both.
fn compare_drawn(
    (stream, cases, states): (u64, u64, usize),
    record: fn(&mut ChaCha8Rng, u64) -> Record,
    mut board: impl FnMut(&mut ChaCha8Rng, &Record) -> Board,
) -> Tally {
    let (mut random, mut tally) = (generator(stream), Tally::default());
    for number in 0..cases {
        let record = record(&mut random, number);
        let board = board(&mut random, &record);
        let twin = Twin { board, to_move: record.twin.first_mover, plies: 40 };
        compare(&Pair::at(&record, twin), states, &mut tally);
    }
    println!("{tally:?}");
    tally
}

#[test]
fn few_pieces_anywhere() {
    let board = |random: &mut _, record: &Record| draw_scattered(random, &record.twin, 1..=6);
    let tally = compare_drawn((21, 300, 3_000), draw_record, board);
    assert!(tally.compared > 300, "{tally:?}");
}

#[test]
fn near_home() {
    let steps = [1, 5, 15, 30, 60];
    let board = |random: &mut _, record: &Record| draw_near_home(random, &record.twin, &steps);
    let tally = compare_drawn((22, 300, 2_000), draw_record, board);
    assert!(tally.compared > 300 && tally.above_distance > 5, "{tally:?}");
}

/// Squares on which a side's pieces obstruct each other most, as White sees them: the two far
/// corners, the left edge near its far end, and the near left corner.
const TIGHT: [&[&str]; 4] = [
    &["j10", "i9", "h8", "j8", "h10"],
    &["b10", "a9", "b8", "c9", "d10"],
    &["b8", "a9", "a7", "c7", "b6"],
    &["a1", "b2", "a3", "c1", "c3"],
];

/// Two to four pieces in random order on a few squares of a corner or an edge, with their goals
/// there if possible.
fn exchanged_pieces(random: &mut impl Rng, record: &Record) -> Board {
    let mut board = Board::empty(Size::FULL);
    for side in [twin::Side::White, twin::Side::Black] {
        let names = TIGHT.choose(random).unwrap();
        let square = |name: &&str| Size::FULL.seen_by(Size::FULL.named(name).unwrap(), side);
        let mut squares: Vec<Square> = names.iter().map(square).collect();
        let bound_for = |letter: &char| squares.contains(&record.twin.goal_square(side, *letter));
        let mut letters: Vec<char> = ('A'..='O').filter(bound_for).collect();
        if letters.is_empty() {
            letters = random_letters(random, &record.twin, 3);
        }
        squares.shuffle(random);
        letters.truncate(random.random_range(2..=4));
        for letter in letters {
            board.set(squares.pop().unwrap(), Some((side, letter)));
        }
    }
    board
}

#[test]
fn corners_and_walls() {
    let record = |random: &mut _, number| draw_record_on(random, number, Size::FULL, 3);
    let tally = compare_drawn((23, 200, 5_000), record, exchanged_pieces);
    assert!(tally.compared > 200 && tally.above_distance > 50, "{tally:?}");
}

/// Fourteen pieces at home, and the last one outside, which has to get past them.
fn last_piece_outside(random: &mut impl Rng, record: &Record) -> Board {
    let mut board = Board::empty(Size::FULL);
    for side in [twin::Side::White, twin::Side::Black] {
        let letters = random_letters(random, &record.twin, 15);
        for letter in &letters[1..] {
            board.set(record.twin.goal_square(side, *letter), Some((side, *letter)));
        }
        let rows = if random.random() { 7..=7 } else { 5..=6 };
        let outside: Vec<Square> = Size::FULL
            .all()
            .into_iter()
            .filter(|square| rows.contains(&square.row))
            .map(|square| Size::FULL.seen_by(square, side))
            .filter(|square| board.get(*square).is_none())
            .collect();
        board.set(*outside.choose(random).unwrap(), Some((side, letters[0])));
    }
    board
}

#[test]
fn through_the_home_wall() {
    let record = |random: &mut _, number| draw_record_on(random, number, Size::FULL, 3);
    let tally = compare_drawn((24, 60, 3_000), record, last_piece_outside);
    assert!(tally.compared > 40 && tally.above_distance > 20, "{tally:?}");
}
