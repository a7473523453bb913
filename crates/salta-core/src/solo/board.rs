//! The empty board of the solver: distances and the squares of short ways, as masks of 50 bits.

use std::sync::LazyLock;

/// Squares of the board.
pub(super) const SQUARES: usize = 50;
/// Detours for which [`Board::lanes`] has masks; a longer one may use any square.
const DETOURS: usize = 5;
const ALL: u64 = (1 << SQUARES) - 1;

/// Distances and masks, built once.
pub(super) struct Board {
    /// `near[s]`: the diagonal neighbours of `s`.
    pub(super) near: [u64; SQUARES],
    /// `dist[s][g]`: steps from `s` to `g` on the empty board, max(|rows|, |columns|).
    pub(super) dist: [[u8; SQUARES]; SQUARES],
    /// `closer[s][g]`: the neighbours of `s` one step nearer to `g`.
    pub(super) closer: [[u64; SQUARES]; SQUARES],
    /// `lanes[k][s][g]`: the squares on ways from `s` to `g` with at most `k` steps away from it.
    lanes: Vec<[[u64; SQUARES]; SQUARES]>,
}

static BOARD: LazyLock<Board> = LazyLock::new(Board::new);

impl Board {
    /// The one board.
    pub(super) fn get() -> &'static Board {
        &BOARD
    }

    /// Squares a man on `s` with goal `g` may stand on if it makes at most `away` steps away.
    pub(super) fn lane(&self, s: u8, g: u8, away: u32) -> u64 {
        self.lanes.get(away as usize).map_or(ALL, |lanes| lanes[s as usize][g as usize])
    }

    fn new() -> Board {
        let mut board = Board {
            near: [0; SQUARES],
            dist: [[0; SQUARES]; SQUARES],
            closer: [[0; SQUARES]; SQUARES],
            lanes: vec![[[0; SQUARES]; SQUARES]; DETOURS],
        };
        for (s, g) in pairs() {
            board.dist[s][g] = distance(s, g);
            board.near[s] |= u64::from(distance(s, g) == 1) << g;
        }
        for (s, g) in pairs() {
            for x in squares(board.near[s]) {
                board.closer[s][g] |= u64::from(board.dist[x][g] < board.dist[s][g]) << x;
            }
            for x in 0..SQUARES {
                let over = board.dist[s][x] + board.dist[x][g] - board.dist[s][g];
                for lanes in board.lanes.iter_mut().skip(over as usize / 2) {
                    lanes[s][g] |= 1 << x;
                }
            }
        }
        board
    }
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..SQUARES * SQUARES).map(|i| (i / SQUARES, i % SQUARES))
}

fn distance(s: usize, g: usize) -> u8 {
    let (row, column) = (s / 5, s % 5 * 2 + s / 5 % 2);
    let (goal_row, goal_column) = (g / 5, g % 5 * 2 + g / 5 % 2);
    row.abs_diff(goal_row).max(column.abs_diff(goal_column)) as u8
}

/// The squares of a mask, lowest first.
pub(super) fn squares(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (mask != 0).then_some(mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        square
    })
}
