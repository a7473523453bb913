//! Connect four on a small board, with the search playing both sides: under best play it is a draw
//! (John Tromp, <https://tromp.github.io/c4/c4.html>, lists who wins on which board).
//!
//! ```sh
//! cargo run --release -p salta-search --example connect_four
//! ```

use rand::{SeedableRng, rngs::SmallRng};
use salta_search::{Game, Method, P0Value, Player, Search, SearchConfig};

/// Four rows and four columns; whoever has four in a row wins.
struct ConnectFour;

const SIZE: u16 = 4;
/// Bits of a column: its squares from the bottom up, and one that stays empty, so that no line runs
/// over the edge.
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
        board.discs[board.plies % 2] |= 1 << (column * COLUMN + height(board, column));
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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = SearchConfig { method: Method::Puct, simulations: 4000, ..Default::default() };
    let (config, mut rng) = (config.without_noise(), SmallRng::seed_from_u64(1));
    let mut board = Board::default();
    let mut search = Search::new(&ConnectFour, board.clone(), config, &mut rng)?;
    while ConnectFour.terminal(&board).is_none() {
        while search.gather(&ConnectFour).is_some() {
            // A real network would supply logits and a value here; these are uniform and 0.
            search.absorb(&[0.0; SIZE as usize], P0Value(0.0))?;
        }
        let report = search.report()?;
        println!("{:?} plays column {}; visits {:?}", report.mover, report.chosen, report.visits);
        ConnectFour.apply(&mut board, report.chosen);
        search.reset(&ConnectFour, board.clone(), config, &mut rng)?;
    }
    assert_eq!(ConnectFour.terminal(&board), Some(P0Value(0.0)), "a draw, as it should be");
    Ok(())
}

#[test]
fn the_game_is_a_draw() {
    main().unwrap();
}
