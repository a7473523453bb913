//! Connect four on a small board: the search plays both sides, and an exhaustive solver checks that
//! no move gives anything away.
//!
//! ```sh
//! cargo run --release -p salta-search --example connect_four
//! ```

use rand::{RngExt, SeedableRng, rngs::SmallRng};
use salta_search::{Game, Method, P0Value, Player, Search, SearchConfig};
use std::collections::HashMap;

/// Four rows and four columns; whoever has four in a row wins. Under best play nobody does (John
/// Tromp, <https://tromp.github.io/c4/c4.html>, lists who wins on which board).
struct ConnectFour;

const SIZE: u16 = 4;
/// Bits of a column: its squares from below, and one that stays empty, so that no line runs over
/// the edge.
const COLUMN: u16 = SIZE + 1;

#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Board {
    discs: [u32; 2],
    plies: usize,
}

impl Game for ConnectFour {
    type State = Board;

    fn player(&self, board: &Board) -> Player {
        [Player::P0, Player::P1][board.plies % 2]
    }

    fn legal_actions(&self, board: &Board, columns: &mut Vec<u16>) {
        columns.extend((0..SIZE).filter(|column| height(board, *column) < SIZE));
    }

    fn apply(&self, board: &mut Board, column: u16) {
        let square = column * COLUMN + height(board, column);
        board.discs[board.plies % 2] |= 1 << square;
        board.plies += 1;
    }

    fn terminal(&self, board: &Board) -> Option<P0Value> {
        match board.discs.map(has_four) {
            [true, _] => Some(P0Value(1.0)),
            [_, true] => Some(P0Value(-1.0)),
            _ => (board.plies == usize::from(SIZE * SIZE)).then_some(P0Value(0.0)),
        }
    }
}

fn height(board: &Board, column: u16) -> u16 {
    let discs = (board.discs[0] | board.discs[1]) >> (column * COLUMN);
    (discs & ((1 << SIZE) - 1)).count_ones() as u16
}

fn has_four(discs: u32) -> bool {
    // Upwards, to the right, and the two diagonals.
    [1, COLUMN, COLUMN + 1, COLUMN - 1].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The value under best play, for player 0: minimax over the whole game.
fn solve(board: &Board, known: &mut HashMap<Board, f32>) -> f32 {
    if let Some(value) = ConnectFour.terminal(board) {
        return value.0;
    }
    if let Some(value) = known.get(board) {
        return *value;
    }
    let (mut columns, sign) = (Vec::new(), ConnectFour.player(board).sign());
    ConnectFour.legal_actions(board, &mut columns);
    let values = columns.into_iter().map(|column| {
        let mut next = board.clone();
        ConnectFour.apply(&mut next, column);
        sign * solve(&next, known)
    });
    let value = sign * values.fold(-1.0, f32::max);
    known.insert(board.clone(), value);
    value
}

/// Stands in for a network: how a game of random moves from here comes out, for player 0.
fn playout(mut board: Board, rng: &mut SmallRng) -> P0Value {
    loop {
        if let Some(value) = ConnectFour.terminal(&board) {
            return value;
        }
        let mut columns = Vec::new();
        ConnectFour.legal_actions(&board, &mut columns);
        ConnectFour.apply(&mut board, columns[rng.random_range(0..columns.len())]);
    }
}

fn main() {
    let (mut board, mut known) = (Board::default(), HashMap::new());
    let value = solve(&board, &mut known);
    assert_eq!(value, 0.0, "a draw");

    let method = Method::Puct;
    let config = SearchConfig { method, simulations: 4000, ..SearchConfig::default() };
    let (config, mut rng) = (config.without_noise(), SmallRng::seed_from_u64(1));
    while ConnectFour.terminal(&board).is_none() {
        let mut search =
            Search::new(&ConnectFour, board.clone(), config, &mut rng).expect("a valid config");
        while let Some(leaf) = search.gather(&ConnectFour).cloned() {
            let value = playout(leaf, &mut rng);
            search.absorb(&[0.0; SIZE as usize], value).expect("finite numbers");
        }
        let report = search.report().expect("an evaluated root");
        println!("{:?} plays column {}; visits {:?}", report.mover, report.chosen, report.visits);
        ConnectFour.apply(&mut board, report.chosen);
        assert_eq!(solve(&board, &mut known), value, "the search gave the game away");
    }
    println!("a draw, as it should be");
}

#[test]
fn the_search_plays_connect_four_as_the_solver_does() {
    main();
}
