//! Compares the solo solver with breadth-first search, which shares no code with it, and pins how it
//! searches. `exact_points.rs` compares it with the twin's A*, with up to fifteen pieces.

use salta_core::solo::{self, Journey, Solo, Solution};
use salta_core::{Board, Move, Square};

/// SplitMix64: the same cases on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn distinct(&mut self, n: usize) -> Vec<u8> {
        let mut all: Vec<u8> = (0..50).collect();
        for i in 0..n {
            let j = i + self.below(50 - i);
            all.swap(i, j);
        }
        all.truncate(n);
        all
    }
}

fn place(square: u8) -> (i32, i32) {
    let row = i32::from(square / 5);
    (row, i32::from(square % 5) * 2 + row % 2)
}

fn distance(a: u8, b: u8) -> u32 {
    let ((row, column), (to_row, to_column)) = (place(a), place(b));
    (row - to_row).abs().max((column - to_column).abs()) as u32
}

fn neighbours(square: u8) -> Vec<u8> {
    let (row, column) = place(square);
    let mut all = Vec::new();
    for (r, c) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let (row, column) = (row + r, column + c);
        if (0..10).contains(&row) && (0..10).contains(&column) {
            all.push((row * 5 + column / 2) as u8);
        }
    }
    all
}

/// A piece's square and goal, as plain indices.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: u8,
    goal: u8,
}

fn pieces(at: &[u8], goals: &[u8]) -> Vec<Piece> {
    at.iter().zip(goals).map(|(&at, &goal)| Piece { at, goal }).collect()
}

fn solve(pieces: &[Piece], budget: u64) -> Solution {
    solve_on(Board::FULL, pieces, budget)
}

fn solve_on(board: Board, pieces: &[Piece], budget: u64) -> Solution {
    let square = Square::new;
    let journey = |piece: &Piece| Journey { at: square(piece.at), goal: square(piece.goal) };
    solo::solve(board, &pieces.iter().map(journey).collect::<Vec<_>>(), budget)
}

fn every(goals: &[u8]) -> Vec<u8> {
    every_on(&(0..50).collect::<Vec<u8>>(), goals)
}

/// The index of an arrangement in the tables of [`every`].
fn index(at: &[u8]) -> usize {
    at.iter().fold(0, |index, &square| index * 50 + square as usize)
}

/// Steps home from every arrangement on these squares, breadth-first from the goals (steps are
/// reversible).
fn every_on(squares: &[u8], goals: &[u8]) -> Vec<u8> {
    let on_board = |square| neighbours(square).into_iter().filter(|to| squares.contains(to));
    let near: Vec<Vec<u8>> = (0..50).map(|square| on_board(square).collect()).collect();
    let mut steps = vec![u8::MAX; 50usize.pow(goals.len() as u32)];
    let mut layer = vec![goals.to_vec()];
    steps[index(goals)] = 0;
    for depth in 1.. {
        let mut next = Vec::new();
        for at in &layer {
            for piece in 0..at.len() {
                for &to in near[at[piece] as usize].iter().filter(|to| !at.contains(to)) {
                    let mut moved = at.clone();
                    moved[piece] = to;
                    if steps[index(&moved)] == u8::MAX {
                        steps[index(&moved)] = depth;
                        next.push(moved);
                    }
                }
            }
        }
        if next.is_empty() {
            return steps;
        }
        layer = next;
    }
    unreachable!()
}

/// Checks the bounds within `budget` and the way home; without a limit the count must be proven.
fn assert_holds(board: Board, pieces: &[Piece], budget: u64, exact: u32) {
    let found = solve_on(board, pieces, budget);
    let (Solo { lo, hi }, case) = (found.solo, format!("{pieces:?} on {board}, budget {budget}"));
    assert_eq!(found.path.len() as u32, hi, "{case}");
    assert_leads_home(pieces, &found.path);
    let inside = |step: &Move| board.contains(step.from) && board.contains(step.to);
    assert!(found.path.iter().all(inside), "{case}");
    assert!(lo <= exact && exact <= hi, "{lo}..{hi}: {exact} for {case}");
    assert!(lo.abs_diff(exact) % 2 == 0 && hi.abs_diff(exact) % 2 == 0, "{case}");
    assert!(budget < u64::MAX || lo == hi, "{case}");
}

fn assert_exact(pieces: &[Piece], exact: u32) {
    for budget in [u64::MAX, 0, 1, 10, 100] {
        assert_holds(Board::FULL, pieces, budget, exact);
    }
}

fn assert_leads_home(pieces: &[Piece], path: &[Move]) {
    let mut at: Vec<u8> = pieces.iter().map(|piece| piece.at).collect();
    for step in path {
        let (from, to) = (step.from.index() as u8, step.to.index() as u8);
        assert!(neighbours(from).contains(&to) && !at.contains(&to), "{from}-{to} in {pieces:?}");
        let piece = at.iter().position(|s| *s == from).expect("a piece to move");
        at[piece] = to;
    }
    assert!(at.iter().zip(pieces).all(|(&at, piece)| at == piece.goal), "{pieces:?}");
}

/// All fifteen pieces on the goals of `shift`, seven rows further on.
fn at_home() -> Vec<Piece> {
    (35..50).map(|s| Piece { at: s, goal: s }).collect()
}

/// Makes `steps` random steps of random pieces.
fn scramble(pieces: &mut [Piece], steps: usize, random: &mut Random) {
    let mut done = 0;
    while done < steps {
        let piece = random.below(pieces.len());
        let near = neighbours(pieces[piece].at);
        let to = near[random.below(near.len())];
        if pieces.iter().all(|other| other.at != to) {
            pieces[piece].at = to;
            done += 1;
        }
    }
}

#[test]
fn few_pieces_match_brute_force() {
    let mut random = Random(1);
    for count in [1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3] {
        let goals = random.distinct(count);
        let steps = every(&goals);
        for _ in 0..100 {
            let at = random.distinct(count);
            assert_exact(&pieces(&at, &goals), steps[index(&at)].into());
        }
    }
}

fn squares_of(board: Board) -> Vec<u8> {
    board.squares().iter().map(|square| square.index() as u8).collect()
}

/// On every board from 4×4 on, the empty-board distance is max(|rows|, |columns|).
#[test]
fn one_piece_goes_the_distance_on_every_board() {
    for board in Board::ALL {
        let squares = squares_of(board);
        for &goal in &squares {
            let steps = every_on(&squares, &[goal]);
            for &at in &squares {
                assert_eq!(u32::from(steps[at as usize]), distance(at, goal), "{board}");
            }
        }
    }
}

/// Arrangements of two to four pieces, with any goals.
#[test]
fn smaller_boards_match_brute_force() {
    let mut random = Random(8);
    for board in Board::ALL.into_iter().filter(|board| !board.is_full()) {
        let squares = squares_of(board);
        let mut pick = |n: usize| -> Vec<u8> {
            let order = random.distinct(50).into_iter().filter(|s| squares.contains(s));
            order.take(n).collect()
        };
        for count in [2, 3, 3, 4] {
            let goals = pick(count);
            let steps = every_on(&squares, &goals);
            for _ in 0..150 {
                let at = pick(count);
                let exact = u32::from(steps[index(&at)]);
                assert_ne!(exact, 255, "{at:?} never comes home to {goals:?} on {board}");
                for budget in [u64::MAX, 0, 10] {
                    assert_holds(board, &pieces(&at, &goals), budget, exact);
                }
            }
        }
    }
}

/// The tightest board: four pieces on the eight squares of 4×4, two of them dead ends. Every
/// arrangement comes home.
#[test]
fn every_arrangement_of_the_smallest_board() {
    let board: Board = "4x4".parse().unwrap();
    let squares = squares_of(board);
    for goals in [[4, 5, 6, 7], [7, 6, 5, 4]].map(|goals| goals.map(|i: usize| squares[i])) {
        let steps = every_on(&squares, &goals);
        let distinct = |at: &[u8]| at.iter().all(|s| at.iter().filter(|t| *t == s).count() == 1);
        let any = |i: usize| (0..4).map(|piece| squares[i >> (3 * piece) & 7]).collect::<Vec<u8>>();
        for at in (0..8usize.pow(4)).map(any).filter(|at| distinct(at)) {
            assert_ne!(steps[index(&at)], 255, "{at:?} never comes home");
            let found = solve_on(board, &pieces(&at, &goals), u64::MAX);
            assert_eq!(found.solo.proven(), Some(u32::from(steps[index(&at)])), "{at:?}");
        }
    }
}

#[test]
fn crowded_goals_match_brute_force() {
    // Goals in the corners and starts close by: detours are the rule.
    let corner = [0u8, 5, 1, 6, 10, 11];
    let far = [49u8, 44, 48, 43, 39, 38];
    let mut random = Random(2);
    for squares in [corner, far, corner, far, corner, far] {
        let pick = |random: &mut Random, n: usize| -> Vec<u8> {
            let order = random.distinct(50);
            let mut near = order.iter().filter_map(|&s| squares.get(s as usize).copied());
            (0..n).map(|_| near.next().unwrap()).collect()
        };
        let goals = pick(&mut random, 3);
        let steps = every(&goals);
        for _ in 0..100 {
            let at = pick(&mut random, 3);
            assert_exact(&pieces(&at, &goals), steps[index(&at)].into());
        }
    }
}

#[test]
fn four_pieces_match_brute_force() {
    let mut random = Random(3);
    for goals in [vec![49, 44, 48, 43], vec![0, 5, 6, 10]] {
        let steps = every(&goals);
        for round in 0..400 {
            let at = if round % 2 == 0 {
                random.distinct(4)
            } else {
                let mut near = pieces(&goals, &goals);
                scramble(&mut near, 12, &mut random);
                near.iter().map(|piece| piece.at).collect()
            };
            assert_exact(&pieces(&at, &goals), steps[index(&at)].into());
        }
    }
}

#[test]
fn known_values() {
    assert_eq!(solve(&[], 0).solo.proven(), Some(0));
    assert_eq!(solve(&at_home(), 0).solo.proven(), Some(0));
    let start: Vec<Piece> = (0..15).map(|s| Piece { at: s, goal: s + 35 }).collect();
    assert_exact(&start, 105);
    // The corner has one neighbour: the piece there must make room for the other first.
    assert_exact(&pieces(&[0, 5], &[5, 0]), 6);
    assert_exact(&pieces(&[49, 44], &[44, 49]), 6);
    assert_exact(&pieces(&[5, 10], &[5, 0]), 4);
}

/// Fifteen pieces: some steps from home, on the far half of the board, or anywhere, by `number`.
fn crowd(number: usize, random: &mut Random) -> Vec<Piece> {
    if number.is_multiple_of(3) {
        let mut pieces = at_home();
        scramble(&mut pieces, 10 + number, random);
        return pieces;
    }
    let from = if number % 3 == 1 { 25 } else { 0 };
    let at: Vec<u8> = random.distinct(50).into_iter().filter(|s| *s >= from).take(15).collect();
    pieces(&at, &(35..50).collect::<Vec<u8>>())
}

const NODES: [u64; 48] = [
    5, 3001, 46, 5, 3001, 15, 8, 3001, 83, 12, 3001, 73, 10, 3001, 31, 5, 3001, 3001, 10, 3001, 13,
    6, 79, 28, 14, 3001, 50, 9, 61, 42, 10, 3001, 3001, 12, 1064, 54, 9, 41, 41, 13, 3001, 67, 15,
    3001, 31, 15, 3004, 15,
];
const WAYS: u64 = 17_038_533_523_226_949_413;

/// Pins the search itself: how many nodes it takes, what it proves, which way it finds.
#[test]
fn node_counts_are_pinned() {
    let mut random = Random(7);
    let mut nodes = Vec::new();
    let mut ways = 0u64;
    for number in 0..48 {
        let pieces = crowd(number, &mut random);
        assert_leads_home(&pieces, &solve(&pieces, 0).path);
        let found = solve(&pieces, 3_000);
        assert_leads_home(&pieces, &found.path);
        nodes.push(found.nodes);
        let Solo { lo, hi } = found.solo;
        let steps =
            found.path.iter().flat_map(|step| [step.from, step.to]).map(|s| s.index() as u32);
        for word in [lo, hi].into_iter().chain(steps) {
            ways = (ways ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert_eq!((nodes.as_slice(), ways), (&NODES[..], WAYS));
}
