//! An empty board of the solver: distances and the squares of short ways, as masks of 50 bits.

use std::sync::OnceLock;

use crate::board::Board;
use crate::square::Square;

pub(super) use crate::square::SQUARES;

/// Detours for which [`Geometry::lane`] has masks; a longer one may use any square.
const DETOURS: usize = 5;
/// How many boards there are.
pub(super) const BOARDS: usize = Board::KINDS.len();

/// Distances and masks of one board, built once.
pub(super) struct Geometry {
    /// Which board this is, below [`BOARDS`].
    pub(super) kind: usize,
    /// The squares of the board.
    pub(super) all: u64,
    /// `near[s]`: the diagonal neighbours of `s`.
    pub(super) near: [u64; SQUARES],
    /// `dist[s][g]`: steps from `s` to `g` on the empty board, max(|rows|, |columns|).
    pub(super) dist: [[u8; SQUARES]; SQUARES],
    /// `closer[s][g]`: the neighbours of `s` one step nearer to `g`.
    pub(super) closer: [[u64; SQUARES]; SQUARES],
    /// `lanes[k][s][g]`: the squares on ways from `s` to `g` with at most `k` steps away from it.
    lanes: Vec<[[u64; SQUARES]; SQUARES]>,
}

static GEOMETRIES: [OnceLock<Box<Geometry>>; BOARDS] = [const { OnceLock::new() }; BOARDS];

impl Geometry {
    /// That of `board`.
    pub(super) fn of(board: Board) -> &'static Geometry {
        GEOMETRIES[board.kind()].get_or_init(|| Box::new(Geometry::new(board)))
    }

    /// Squares a piece on `s` with goal `g` may stand on if it makes at most `away` steps away.
    pub(super) fn lane(&self, s: u8, g: u8, away: u32) -> u64 {
        self.lanes.get(away as usize).map_or(self.all, |lanes| lanes[s as usize][g as usize])
    }

    fn new(board: Board) -> Geometry {
        let all = board.squares().iter().fold(0, |mask: u64, square| mask | 1 << square.index());
        let mut geometry = Geometry {
            kind: board.kind(),
            all,
            near: [0; SQUARES],
            dist: [[0; SQUARES]; SQUARES],
            closer: [[0; SQUARES]; SQUARES],
            lanes: vec![[[0; SQUARES]; SQUARES]; DETOURS],
        };
        for (s, g) in geometry.pairs() {
            let distance = Square::new(s as u8).distance(Square::new(g as u8));
            geometry.dist[s][g] = distance;
            geometry.near[s] |= u64::from(distance == 1) << g;
        }
        for (s, g) in geometry.pairs() {
            for x in squares(geometry.near[s]) {
                geometry.closer[s][g] |= u64::from(geometry.dist[x][g] < geometry.dist[s][g]) << x;
            }
            for x in squares(geometry.all) {
                let over = geometry.dist[s][x] + geometry.dist[x][g] - geometry.dist[s][g];
                for lanes in geometry.lanes.iter_mut().skip(over as usize / 2) {
                    lanes[s][g] |= 1 << x;
                }
            }
        }
        geometry
    }

    /// All pairs of squares.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let all = self.all;
        squares(all).flat_map(move |s| squares(all).map(move |g| (s, g)))
    }
}

/// The squares of a mask, lowest first.
pub(super) fn squares(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (mask != 0).then_some(mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        square
    })
}
