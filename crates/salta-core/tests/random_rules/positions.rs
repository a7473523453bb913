//! Random positions to which the rarely relevant paragraphs of the rules apply.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use crate::twin::{Board, DIAGONALS, Side, Size, Square, Twin, TwinRules};

/// A position of any kind, with a side to move and a ply count that match.
pub fn draw_position(random: &mut impl Rng, rules: &TwinRules) -> Twin {
    let board = match random.random_range(0..4) {
        0 => Twin::start(rules).board,
        1 | 2 => draw_scattered(random, rules, 2..=rules.letters().len()),
        _ => draw_cluster(random, rules),
    };
    let to_move = any_side(random);
    with_plies(random, rules, board, to_move)
}

/// A position in which the side to move can shut the other in, or is shut in itself.
pub fn draw_tight(random: &mut impl Rng, rules: &TwinRules) -> Twin {
    let (board, to_move) = draw_shut_in(random, rules);
    with_plies(random, rules, board, to_move)
}

/// A position in which one side or both are home or a few steps off.
pub fn draw_late(random: &mut impl Rng, rules: &TwinRules) -> Twin {
    let (board, to_move) =
        (draw_near_home(random, rules, &[0, 0, 0, 1, 1, 2, 4, 12]), any_side(random));
    with_plies(random, rules, board, to_move)
}

fn with_plies(random: &mut impl Rng, rules: &TwinRules, board: Board, to_move: Side) -> Twin {
    let end = 2 * rules.move_limit;
    let plies = match (random.random_range(0..4), end) {
        (0, 1..) => random.random_range(end.saturating_sub(8)..end + 2),
        (1 | 2, 1..) => random.random_range(0..end),
        _ => random.random_range(0..6),
    };
    let fits = plies % 2 == u32::from(to_move != rules.first_mover);
    Twin { board, to_move, plies: plies + u32::from(!fits) }
}

fn any_side(random: &mut impl Rng) -> Side {
    if random.random() { Side::White } else { Side::Black }
}

/// `count` different letters, in random order.
pub fn random_letters(random: &mut impl Rng, rules: &TwinRules, count: usize) -> Vec<char> {
    let mut letters = rules.letters();
    letters.shuffle(random);
    letters.truncate(count);
    letters
}

/// A random number of pieces per side, within `pieces`, anywhere on the board.
pub fn draw_scattered(
    random: &mut impl Rng,
    rules: &TwinRules,
    pieces: RangeInclusive<usize>,
) -> Board {
    let mut squares = rules.size.all();
    squares.shuffle(random);
    let mut board = Board::empty(rules.size);
    for side in [Side::White, Side::Black] {
        let count = random.random_range(pieces.clone()).min(rules.letters().len());
        place(random, rules, &mut board, side, &squares.split_off(squares.len() - count));
    }
    board
}

/// Both sides packed into a part of the board, with a few holes.
fn draw_cluster(random: &mut impl Rng, rules: &TwinRules) -> Board {
    let (size, most) = (rules.size, 2 * rules.letters().len());
    let rows = random.random_range(3..=size.rows.min(8));
    let columns = random.random_range(4..=size.columns);
    let row = random.random_range(1..=size.rows + 1 - rows);
    let column = random.random_range(1..=size.columns + 1 - columns);
    let inside = |s: &Square| {
        (row..row + rows).contains(&s.row) && (column..column + columns).contains(&s.column)
    };
    let mut squares: Vec<Square> = size.all().into_iter().filter(inside).collect();
    squares.shuffle(random);
    let holes = random.random_range(0..=5).max(squares.len().saturating_sub(most));
    squares.truncate(squares.len().saturating_sub(holes).max(2));
    let mut board = Board::empty(size);
    let (white, black) = squares.split_at(squares.len() / 2);
    place(random, rules, &mut board, Side::White, white);
    place(random, rules, &mut board, Side::Black, black);
    board
}

fn place(
    random: &mut impl Rng,
    rules: &TwinRules,
    board: &mut Board,
    side: Side,
    squares: &[Square],
) {
    let letters = random_letters(random, rules, squares.len());
    for (square, letter) in squares.iter().zip(letters) {
        board.set(*square, Some((side, letter)));
    }
}

/// A few pieces of one side, mostly at the edge, walled in by the other except for at most two
/// squares.
fn draw_shut_in(random: &mut impl Rng, rules: &TwinRules) -> (Board, Side) {
    let (size, most) = (rules.size, rules.letters().len());
    let (victim, count) = (any_side(random), *[1, 1, 1, 2, 3].choose(random).unwrap());
    let inside = connected(random, size, count.min(most));
    let mut walls = around(size, &inside, 1);
    walls.shuffle(random);
    let holes = *[0, 1, 1, 1, 2].choose(random).unwrap();
    let holes = walls.split_off(walls.len().saturating_sub(holes));
    let occupied = [&inside[..], &walls, &holes].concat();
    let jumpers = jumpers(random, size, &holes);
    walls.extend(
        jumpers.into_iter().filter(|s| !occupied.contains(s)).collect::<BTreeSet<Square>>(),
    );
    let mut behind = around(size, &[&inside[..], &walls, &holes].concat(), 2);
    behind.shuffle(random);
    behind.truncate(*[0, 0, 0, 1, 2, 4, 8].choose(random).unwrap());
    walls.extend(behind);
    walls.truncate(most);

    let mut board = Board::empty(size);
    place(random, rules, &mut board, victim, &inside);
    place(random, rules, &mut board, victim.other(), &walls);
    (board, if random.random_bool(0.85) { victim.other() } else { victim })
}

/// Squares from which a jump leads into the first hole, with the squares it goes over; sometimes
/// also other squares next to the hole, for a chain to go over.
fn jumpers(random: &mut impl Rng, size: Size, holes: &[Square]) -> Vec<Square> {
    let mut squares = Vec::new();
    let Some(hole) = holes.first() else { return squares };
    for distance in [2, 2, 1, 1].into_iter().take(random.random_range(0..=4)) {
        let direction = *DIAGONALS.choose(random).unwrap();
        squares.extend((1..=distance).filter_map(|count| size.away(*hole, direction, count)));
    }
    squares
}

/// `count` connected squares, usually starting at the edge.
fn connected(random: &mut impl Rng, size: Size, count: usize) -> Vec<Square> {
    let edge =
        |s: &Square| [1, size.rows].contains(&s.row) || [1, size.columns].contains(&s.column);
    let mut squares = size.all();
    if random.random_bool(0.9) {
        squares.retain(edge);
    }
    let mut chosen = vec![*squares.choose(random).unwrap()];
    while chosen.len() < count {
        chosen.push(*around(size, &chosen, 1).choose(random).unwrap());
    }
    chosen
}

/// Squares at most `steps` steps away from one of these, excluding these.
fn around(size: Size, squares: &[Square], steps: u32) -> Vec<Square> {
    let apart = |a: &Square, b: &Square| a.row.abs_diff(b.row).max(a.column.abs_diff(b.column));
    let near = |s: &Square| squares.iter().any(|t| apart(s, t) <= steps);
    size.all().into_iter().filter(|s| near(s) && !squares.contains(s)).collect()
}

/// Some pieces of each side, placed on their goal squares and then moved by random steps; the
/// number of steps per side is drawn from `steps`.
pub fn draw_near_home(random: &mut impl Rng, rules: &TwinRules, steps: &[u32]) -> Board {
    let mut board = Board::empty(rules.size);
    for side in [Side::White, Side::Black] {
        let count = random.random_range(1..=rules.letters().len());
        for letter in random_letters(random, rules, count) {
            board.set(rules.goal_square(side, letter), Some((side, letter)));
        }
    }
    for side in [Side::White, Side::Black] {
        for _ in 0..*steps.choose(random).unwrap() {
            stray(random, &mut board, side);
        }
    }
    board
}

/// Makes a random step of a random piece, if the target square is empty and on the board.
fn stray(random: &mut impl Rng, board: &mut Board, side: Side) {
    let from = board.pieces(side).choose(random).unwrap().1;
    if let Some(to) = board.size.away(from, *DIAGONALS.choose(random).unwrap(), 1)
        && board.get(to).is_none()
    {
        *board = board.moved(from, to);
    }
}
