//! The board as SVG, with heat and arrows on it.

use maud::{Markup, html};
use salta_core::{Board, Position, Square};

use super::pieces::piece;

const CELL: f64 = 44.0;
/// Margins: row numbers are on the left, column letters below.
const LEFT: f64 = 30.0;
const TOP: f64 = 10.0;

/// How an arrow is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arrow {
    /// A full line: a move.
    Full,
    /// A dashed line: an alternative.
    Dashed,
    /// A line whose width and opacity show a share from 0 to 1.
    Share(f64),
}

/// A position and what is drawn on it.
///
/// ```
/// use salta_core::Variant;
/// use salta_report::{Arrow, BoardPicture};
///
/// let variant = Variant::named("walker").unwrap();
/// let start = variant.start();
/// let mut picture = BoardPicture::new(variant.board(), &start);
/// let mv = variant.moves(&start)[0];
/// picture.arrows.push((mv.from, mv.to, Arrow::Full));
/// assert!(picture.svg().into_string().contains("aria-label=\"board\""));
/// ```
pub struct BoardPicture<'a> {
    /// Size of the board.
    pub board: Board,
    /// Where the pieces stand.
    pub position: &'a Position,
    /// Squares coloured by a share from 0 to 1.
    pub heat: Vec<(Square, f64)>,
    /// Arrows from the middle of a square to that of another.
    pub arrows: Vec<(Square, Square, Arrow)>,
}

impl<'a> BoardPicture<'a> {
    /// The position alone.
    pub const fn new(board: Board, position: &'a Position) -> BoardPicture<'a> {
        BoardPicture { board, position, heat: Vec::new(), arrows: Vec::new() }
    }

    /// The picture as a self-contained SVG.
    pub fn svg(&self) -> Markup {
        let [width, height] = self.size();
        let (full_width, full_height) = (width + LEFT + 10.0, height + TOP + 26.0);
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {full_width} {full_height}"))
                width=(full_width) role="img" aria-label="board" font-family="sans-serif"
                text-anchor="middle" {
                rect width=(full_width) height=(full_height) fill="#fff" {}
                rect x=(LEFT) y=(TOP) width=(width) height=(height) fill="#f1e6cf" stroke="#5a4630" {}
                (self.names())
                @for square in self.board.squares().iter() { (self.square(square)) }
                @for (from, to, kind) in &self.arrows { (self.arrow(*from, *to, *kind)) }
            }
        }
    }

    fn size(&self) -> [f64; 2] {
        [self.board.columns(), self.board.rows()].map(|squares| CELL * f64::from(squares))
    }

    fn middle(&self, square: Square) -> (f64, f64) {
        let local = self.board.to_local(square);
        let [column, row] = [local.column(), local.row()].map(|place| f64::from(place) + 0.5);
        (LEFT + CELL * column, TOP + self.size()[1] - CELL * row)
    }

    /// Numbers of the rows and letters of the columns.
    fn names(&self) -> Markup {
        let bottom = TOP + self.size()[1];
        html! {
            g font-size="12" fill="#444" {
                @for row in 0..self.board.rows() {
                    text x="15" y=(bottom - CELL * (f64::from(row) + 0.5) + 4.0) { (row + 1) }
                }
                @for column in 0..self.board.columns() {
                    text x=(LEFT + CELL * (f64::from(column) + 0.5)) y=(bottom + 18.0) {
                        (char::from(b'a' + column))
                    }
                }
            }
        }
    }

    fn square(&self, square: Square) -> Markup {
        let (x, y) = self.middle(square);
        html! {
            rect x=(x - CELL / 2.0) y=(y - CELL / 2.0) width=(CELL) height=(CELL) fill="#a98a66" {}
            @for (_, share) in self.heat.iter().filter(|(heated, _)| *heated == square) {
                rect x=(x - CELL / 2.0) y=(y - CELL / 2.0) width=(CELL) height=(CELL) fill="#2244cc"
                    fill-opacity=(format!("{share:.3}")) {}
            }
            @if let Some((side, found)) = self.position.piece_at(square) {
                (piece(side, found, (x, y)))
            }
        }
    }

    fn arrow(&self, from: Square, to: Square, kind: Arrow) -> Markup {
        let ((x0, y0), (x1, y1)) = (self.middle(from), self.middle(to));
        let length = (x1 - x0).hypot(y1 - y0).max(1.0);
        let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
        let back = |by: f64, aside: f64| {
            format!("{:.1},{:.1}", x1 - by * dx - aside * dy, y1 - by * dy + aside * dx)
        };
        let line = format!("M{:.1},{:.1}L{}", x0 + 12.0 * dx, y0 + 12.0 * dy, back(20.0, 0.0));
        let head = [back(6.0, 0.0), back(20.0, 9.0), back(20.0, -9.0)].join(" ");
        let (colour, width, dashes, opacity) = match kind {
            Arrow::Full => ("#1f6fb8", "7".into(), None, "0.9".into()),
            Arrow::Dashed => ("#222", "4".into(), Some("7 5"), "0.9".into()),
            Arrow::Share(share) => {
                let [width, opacity] = [2.0 + 6.0 * share, 0.25 + 0.75 * share];
                ("#113", format!("{width:.1}"), None, format!("{opacity:.2}"))
            }
        };
        html! {
            g fill=(colour) stroke=(colour) opacity=(opacity) {
                path d=(line) stroke-width=(width) stroke-dasharray=[dashes] {}
                polygon points=(head) {}
            }
        }
    }
}
