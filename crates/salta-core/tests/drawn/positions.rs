//! Positions in which the rare paragraphs of the rules come up.

use std::collections::BTreeSet;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use crate::twin::{Board, Side, Square, Twin, TwinRules};

const DIAGONALS: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

/// A position of any kind, with a side to move and a ply count that fit each other.
pub fn draw_position(random: &mut impl Rng, rules: &TwinRules) -> Twin {
    let board = match random.random_range(0..4) {
        0 => Twin::start(rules).board,
        1 | 2 => draw_scattered(random),
        _ => draw_cluster(random),
    };
    let to_move = any_side(random);
    with_plies(random, rules, board, to_move)
}

/// A position in which the side to move can shut the other in, or is shut in itself.
pub fn draw_tight(random: &mut impl Rng, rules: &TwinRules) -> Twin {
    let (board, to_move) = draw_shut_in(random);
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

/// So many different letters, in any order.
pub fn random_letters(random: &mut impl Rng, count: usize) -> Vec<char> {
    let mut letters: Vec<char> = ('A'..='O').collect();
    letters.shuffle(random);
    letters.truncate(count);
    letters
}

/// Two to fifteen men a side anywhere on the board.
pub fn draw_scattered(random: &mut impl Rng) -> Board {
    let mut squares = Square::all();
    squares.shuffle(random);
    let mut board = Board::empty();
    for side in [Side::White, Side::Black] {
        let count = random.random_range(2..=15);
        stand(random, &mut board, side, &squares.split_off(squares.len() - count));
    }
    board
}

/// Both sides packed into a part of the board, with a few holes.
fn draw_cluster(random: &mut impl Rng) -> Board {
    let (rows, columns) = (random.random_range(3..=8), random.random_range(4..=10));
    let row = random.random_range(1..=11 - rows);
    let column = random.random_range(1..=11 - columns);
    let inside = |s: &Square| {
        (row..row + rows).contains(&s.row) && (column..column + columns).contains(&s.column)
    };
    let mut squares: Vec<Square> = Square::all().into_iter().filter(inside).collect();
    squares.shuffle(random);
    let holes = random.random_range(0..=5).max(squares.len().saturating_sub(30));
    squares.truncate(squares.len().saturating_sub(holes).max(2));
    let mut board = Board::empty();
    let (white, black) = squares.split_at(squares.len() / 2);
    stand(random, &mut board, Side::White, white);
    stand(random, &mut board, Side::Black, black);
    board
}

fn stand(random: &mut impl Rng, board: &mut Board, side: Side, squares: &[Square]) {
    let letters = random_letters(random, squares.len());
    for (square, letter) in squares.iter().zip(letters) {
        board.set(*square, Some((side, letter)));
    }
}

/// A few men of one side, mostly at the edge, walled in by the other but for at most two squares.
fn draw_shut_in(random: &mut impl Rng) -> (Board, Side) {
    let (victim, count) = (any_side(random), *[1, 1, 1, 2, 3].choose(random).unwrap());
    let inside = huddle(random, count);
    let mut walls = around(&inside, 1);
    walls.shuffle(random);
    let holes = *[0, 1, 1, 1, 2].choose(random).unwrap();
    let holes = walls.split_off(walls.len().saturating_sub(holes));
    let taken = [&inside[..], &walls, &holes].concat();
    walls.extend(
        jumpers(random, &holes).into_iter().filter(|s| !taken.contains(s)).collect::<BTreeSet<_>>(),
    );
    let mut behind = around(&[&inside[..], &walls, &holes].concat(), 2);
    behind.shuffle(random);
    behind.truncate(*[0, 0, 0, 1, 2, 4, 8].choose(random).unwrap());
    walls.extend(behind);
    walls.truncate(15);

    let mut board = Board::empty();
    stand(random, &mut board, victim, &inside);
    stand(random, &mut board, victim.other(), &walls);
    (board, if random.random_bool(0.85) { victim.other() } else { victim })
}

/// Squares from which a jump leads into the first hole, and the squares it goes over; now and then
/// one to jump on over.
fn jumpers(random: &mut impl Rng, holes: &[Square]) -> Vec<Square> {
    let mut squares = Vec::new();
    let Some(hole) = holes.first() else { return squares };
    for distance in [2, 2, 1, 1].into_iter().take(random.random_range(0..=4)) {
        let direction = *DIAGONALS.choose(random).unwrap();
        squares.extend((1..=distance).filter_map(|count| hole.away(direction, count)));
    }
    squares
}

/// Squares that hang together.
fn huddle(random: &mut impl Rng, count: usize) -> Vec<Square> {
    let edge = |s: &Square| [1, 10].contains(&s.row) || [1, 10].contains(&s.column);
    let mut squares = Square::all();
    if random.random_bool(0.9) {
        squares.retain(edge);
    }
    let mut chosen = vec![*squares.choose(random).unwrap()];
    while chosen.len() < count {
        chosen.push(*around(&chosen, 1).choose(random).unwrap());
    }
    chosen
}

/// Squares at most `steps` steps away from one of these, themselves left out.
fn around(squares: &[Square], steps: u32) -> Vec<Square> {
    let apart = |a: &Square, b: &Square| a.row.abs_diff(b.row).max(a.column.abs_diff(b.column));
    let near = |s: &Square| squares.iter().any(|t| apart(s, t) <= steps);
    Square::all().into_iter().filter(|s| near(s) && !squares.contains(s)).collect()
}

/// Each side with one to fifteen men that have strayed from their goal squares by one of these numbers
/// of steps.
pub fn draw_near_home(random: &mut impl Rng, rules: &TwinRules, steps: &[u32]) -> Board {
    let mut board = Board::empty();
    for side in [Side::White, Side::Black] {
        let count = random.random_range(1..=15);
        for letter in random_letters(random, count) {
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

/// One random step of one man, if the one drawn has one.
fn stray(random: &mut impl Rng, board: &mut Board, side: Side) {
    let from = board.pieces(side).choose(random).unwrap().1;
    if let Some(to) = from.away(*DIAGONALS.choose(random).unwrap(), 1)
        && board.get(to).is_none()
    {
        *board = board.moved(from, to);
    }
}
