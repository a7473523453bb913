//! Compares the solo solver with breadth-first search, which shares no code with it, and pins how
//! it searches. `exact_points.rs` compares it with the twin's A*, with up to fifteen pieces.

use salta_core::solo::{Journey, Solo, solve};
use salta_core::{Board, Direction, Move, Square};

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

    /// `n` of these squares, in random order.
    fn pick(&mut self, squares: &[Square], n: usize) -> Vec<Square> {
        let mut all: Vec<Square> = Square::all().collect();
        for i in 0..50 {
            let j = i + self.below(50 - i);
            all.swap(i, j);
        }
        all.retain(|square| squares.contains(square));
        all.truncate(n);
        all
    }
}

fn neighbours(square: Square) -> Vec<Square> {
    use Direction::{BackLeft, BackRight, ForwardLeft, ForwardRight};
    let directions = [ForwardRight, ForwardLeft, BackRight, BackLeft];
    directions.into_iter().filter_map(|direction| square.step(direction)).collect()
}

fn squares(indices: impl IntoIterator<Item = u8>) -> Vec<Square> {
    indices.into_iter().map(Square::new).collect()
}

fn squares_of(board: Board) -> Vec<Square> {
    board.squares().iter().collect()
}

fn journeys(at: &[Square], goals: &[Square]) -> Vec<Journey> {
    at.iter().zip(goals).map(|(&at, &goal)| Journey { at, goal }).collect()
}

/// The index of an arrangement in the tables of [`every`].
fn index(at: &[Square]) -> usize {
    at.iter().fold(0, |index, square| index * 50 + square.index())
}

/// Steps home from every arrangement on these squares, breadth-first from the goals (steps are
/// reversible).
fn every(squares: &[Square], goals: &[Square]) -> Vec<u8> {
    let on_board = |square| neighbours(square).into_iter().filter(|to| squares.contains(to));
    let near: Vec<Vec<Square>> = Square::all().map(|square| on_board(square).collect()).collect();
    let mut steps = vec![u8::MAX; 50usize.pow(goals.len() as u32)];
    let mut layer = vec![goals.to_vec()];
    steps[index(goals)] = 0;
    for depth in 1.. {
        let mut next = Vec::new();
        for at in &layer {
            for piece in 0..at.len() {
                for &to in near[at[piece].index()].iter().filter(|to| !at.contains(to)) {
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

/// Checks bounds and way home within several budgets; without a limit the count must be proven.
fn assert_exact(board: Board, pieces: &[Journey], exact: u32) {
    for budget in [u64::MAX, 0, 1, 10, 100] {
        let found = solve(board, pieces, budget);
        let Solo { lo, hi } = found.solo;
        let case = format!("{pieces:?} on {board}, budget {budget}");
        assert_eq!(found.path.len() as u32, hi, "{case}");
        assert_leads_home(board, pieces, &found.path);
        assert!(lo <= exact && exact <= hi, "{lo}..{hi}: {exact} for {case}");
        assert!(lo.abs_diff(exact) % 2 == 0 && hi.abs_diff(exact) % 2 == 0, "{case}");
        assert!(budget < u64::MAX || lo == hi, "{case}");
    }
}

fn assert_leads_home(board: Board, pieces: &[Journey], path: &[Move]) {
    let mut at: Vec<Square> = pieces.iter().map(|piece| piece.at).collect();
    for &Move { from, to } in path {
        let is_step = neighbours(from).contains(&to) && board.contains(to) && !at.contains(&to);
        assert!(is_step, "{from}-{to} in {pieces:?} on {board}");
        let piece = at.iter().position(|square| *square == from).expect("a piece to move");
        at[piece] = to;
    }
    assert!(at.iter().zip(pieces).all(|(at, piece)| *at == piece.goal), "{pieces:?}");
}

/// Compares arrangements of `count` pieces that have their squares and their goals among `squares`.
fn compare(random: &mut Random, board: Board, squares: &[Square], count: usize, cases: usize) {
    let goals = random.pick(squares, count);
    let steps = every(&squares_of(board), &goals);
    for _ in 0..cases {
        let at = random.pick(squares, count);
        let exact = steps[index(&at)];
        assert_ne!(exact, u8::MAX, "{at:?} never comes home to {goals:?} on {board}");
        assert_exact(board, &journeys(&at, &goals), exact.into());
    }
}

#[test]
fn few_pieces_match_brute_force() {
    let mut random = Random(1);
    for count in [1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4] {
        compare(&mut random, Board::FULL, &squares_of(Board::FULL), count, 100);
    }
}

#[test]
fn smaller_boards_match_brute_force() {
    let mut random = Random(8);
    for board in Board::ALL.into_iter().filter(|board| !board.is_full()) {
        for count in [2, 3, 3, 4] {
            compare(&mut random, board, &squares_of(board), count, 150);
        }
    }
}

/// Goals in the corners and starts close by: detours are the rule.
#[test]
fn crowded_goals_match_brute_force() {
    let mut random = Random(2);
    let corners = [[0, 5, 1, 6, 10, 11], [49, 44, 48, 43, 39, 38]].map(squares);
    for (corner, count) in corners.iter().flat_map(|corner| [3, 3, 3, 4].map(|n| (corner, n))) {
        compare(&mut random, Board::FULL, corner, count, 100);
    }
}

/// On every board from 4×4 on, the empty-board distance is max(|rows|, |columns|).
#[test]
fn one_piece_goes_the_distance_on_every_board() {
    for board in Board::ALL {
        for goal in board.squares() {
            let steps = every(&squares_of(board), &[goal]);
            for at in board.squares() {
                assert_eq!(steps[at.index()], at.distance(goal), "{board}: {at} to {goal}");
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
        let steps = every(&squares, &goals);
        let distinct = |at: &[Square]| (1..4).all(|i| !at[..i].contains(&at[i]));
        let any = |i: usize| [0, 1, 2, 3].map(|piece| squares[i >> (3 * piece) & 7]);
        for at in (0..8usize.pow(4)).map(any).filter(|at| distinct(at)) {
            assert_ne!(steps[index(&at)], u8::MAX, "{at:?} never comes home");
            let found = solve(board, &journeys(&at, &goals), u64::MAX);
            assert_eq!(found.solo.proven(), Some(u32::from(steps[index(&at)])), "{at:?}");
        }
    }
}

#[test]
fn known_values() {
    for (at, goals, count) in [
        (vec![], vec![], 0),
        (squares(35..50), squares(35..50), 0),
        (squares(0..15), squares(35..50), 105),
        // The corner has one neighbour: the piece there must make room for the other first.
        (squares([0, 5]), squares([5, 0]), 6),
        (squares([49, 44]), squares([44, 49]), 6),
        (squares([5, 10]), squares([5, 0]), 4),
    ] {
        assert_exact(Board::FULL, &journeys(&at, &goals), count);
    }
}

/// Makes `steps` random steps of random pieces.
fn scramble(pieces: &mut [Journey], steps: usize, random: &mut Random) {
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

/// Fifteen pieces bound for the goals of `shift`: some steps from home, on the far half of the
/// board, or anywhere, by `number`.
fn crowd(number: usize, random: &mut Random) -> Vec<Journey> {
    let goals = squares(35..50);
    if number.is_multiple_of(3) {
        let mut pieces = journeys(&goals, &goals);
        scramble(&mut pieces, 10 + number, random);
        return pieces;
    }
    let from = if number % 3 == 1 { 25 } else { 0 };
    journeys(&random.pick(&squares(from..50), 15), &goals)
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
        assert_leads_home(Board::FULL, &pieces, &solve(Board::FULL, &pieces, 0).path);
        let found = solve(Board::FULL, &pieces, 3_000);
        assert_leads_home(Board::FULL, &pieces, &found.path);
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
