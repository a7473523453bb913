//! Distances on an empty board, and the sets of squares on short ways.

use std::sync::OnceLock;

use crate::board::Board;
use crate::square::Square;

use super::sets::SquareSet;

pub(super) use crate::square::SQUARES;

/// [`Geometry::lane`] has sets for fewer steps away than this; otherwise it allows any square.
const DETOURS: usize = 5;

/// `pair[a * 50 + b]`: the fewest steps away that a first piece on `a` and a second on `b` need.
pub(super) type Pair = [u8; SQUARES * SQUARES];

/// Distances and sets of squares of one board, built once.
pub(super) struct Geometry {
    /// The squares of the board.
    pub(super) all: SquareSet,
    /// `near[s]`: the diagonal neighbours of `s`.
    pub(super) near: [SquareSet; SQUARES],
    /// `dist[s][g]`: steps from `s` to `g` on the empty board, max(|rows|, |columns|).
    pub(super) dist: [[u8; SQUARES]; SQUARES],
    /// `closer[s][g]`: the neighbours of `s` one step nearer to `g`.
    pub(super) closer: [[SquareSet; SQUARES]; SQUARES],
    /// `lanes[k][s][g]`: the squares on ways from `s` to `g` with at most `k` steps away from `g`.
    lanes: Vec<[[SquareSet; SQUARES]; SQUARES]>,
    /// Pairs of pieces by their goals, `first * 50 + second`; each is solved on first use.
    pub(super) pairs: Vec<OnceLock<Box<Pair>>>,
}

static GEOMETRIES: [OnceLock<Box<Geometry>>; Board::ALL.len()] =
    [const { OnceLock::new() }; Board::ALL.len()];

impl Geometry {
    pub(super) fn of(board: Board) -> &'static Geometry {
        GEOMETRIES[board.index()].get_or_init(|| Box::new(Geometry::new(board)))
    }

    /// Squares that a piece on `s` with goal `g` may visit if it makes at most `away` steps away.
    pub(super) fn lane(&self, s: u8, g: u8, away: u32) -> SquareSet {
        self.lanes.get(away as usize).map_or(self.all, |lanes| lanes[s as usize][g as usize])
    }

    fn new(board: Board) -> Geometry {
        let all = board.squares().iter().map(|square| square.index() as u8).collect();
        let mut geometry = Geometry {
            all,
            near: [SquareSet::EMPTY; SQUARES],
            dist: [[0; SQUARES]; SQUARES],
            closer: [[SquareSet::EMPTY; SQUARES]; SQUARES],
            lanes: vec![[[SquareSet::EMPTY; SQUARES]; SQUARES]; DETOURS],
            pairs: vec![OnceLock::new(); SQUARES * SQUARES],
        };
        for (s, g) in geometry.square_pairs() {
            let distance = Square::new(s).distance(Square::new(g));
            geometry.dist[s as usize][g as usize] = distance;
            geometry.near[s as usize] |= SquareSet::when(distance == 1, g);
        }
        for (s, g) in geometry.square_pairs() {
            let (from, to) = (s as usize, g as usize);
            let dist = &geometry.dist;
            let is_closer = |x: &u8| dist[usize::from(*x)][to] < dist[from][to];
            geometry.closer[from][to] = geometry.near[from].iter().filter(is_closer).collect();
            for x in geometry.all.iter() {
                let over = dist[from][x as usize] + dist[x as usize][to] - dist[from][to];
                for lanes in geometry.lanes.iter_mut().skip(over as usize / 2) {
                    lanes[from][to] |= SquareSet::of(x);
                }
            }
        }
        geometry
    }

    fn square_pairs(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let all = self.all;
        all.iter().flat_map(move |s| all.iter().map(move |g| (s, g)))
    }
}
