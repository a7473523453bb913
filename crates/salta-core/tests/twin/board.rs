//! docs/rules.md, "Board, squares, pieces".

/// The four diagonals as (rows, columns): forward left, forward right, back left, back right.
pub const DIAGONALS: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

/// White (green, upper case) sits at the first rows, Black (red, lower case) at the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    White,
    Black,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// Row from White's side and column (a, b, …) from White's left, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    pub row: i32,
    pub column: i32,
}

impl Square {
    /// The square with this place number, from 1 at White's left, in this row. `11` is a1, which is
    /// dark, so odd rows use the columns a c e g i and even rows b d f h j.
    pub fn at(row: i32, place: i32) -> Square {
        let column = if row % 2 == 1 { 2 * place - 1 } else { 2 * place };
        Square { row, column }
    }

    pub fn place(self) -> i32 {
        (self.column + 1) / 2
    }

    /// The Salta number: row × 10 + place.
    pub fn number(self) -> String {
        (self.row * 10 + self.place()).to_string()
    }

    /// The algebraic name: column letter and row.
    pub fn algebraic(self) -> String {
        format!("{}{}", (b'a' + self.column as u8 - 1) as char, self.row)
    }
}

/// Rows and columns of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub rows: i32,
    pub columns: i32,
}

impl Size {
    pub const FULL: Size = Size { rows: 10, columns: 10 };

    /// All boards, as (rows, columns).
    pub const BOARDS: [(i32, i32); 8] =
        [(4, 4), (4, 8), (6, 6), (6, 10), (8, 4), (8, 8), (10, 6), (10, 10)];

    /// Dark squares in a row.
    pub fn places(self) -> i32 {
        self.columns / 2
    }

    /// Whether the square is on the board and dark, as a1 is.
    pub fn has(self, square: Square) -> bool {
        let inside =
            (1..=self.rows).contains(&square.row) && (1..=self.columns).contains(&square.column);
        inside && (square.row + square.column) % 2 == 0
    }

    /// All dark squares.
    pub fn all(self) -> Vec<Square> {
        let mut all = Vec::new();
        for row in 1..=self.rows {
            for place in 1..=self.places() {
                all.push(Square::at(row, place));
            }
        }
        all
    }

    /// `count` squares away in direction (rows, columns), or `None` off the board.
    pub fn away(self, from: Square, direction: (i32, i32), count: i32) -> Option<Square> {
        let square = Square {
            row: from.row + count * direction.0,
            column: from.column + count * direction.1,
        };
        self.has(square).then_some(square)
    }

    /// The same square on the board rotated by 180°.
    pub fn rotated(self, square: Square) -> Square {
        Square { row: self.rows + 1 - square.row, column: self.columns + 1 - square.column }
    }

    /// The square as `side` sees it from its own end of the board; its own inverse.
    pub fn seen_by(self, square: Square, side: Side) -> Square {
        match side {
            Side::White => square,
            Side::Black => self.rotated(square),
        }
    }

    /// Parses either name, by comparing with the names of all squares.
    pub fn named(self, name: &str) -> Option<Square> {
        let name = name.to_lowercase();
        self.all().into_iter().find(|s| s.number() == name || s.algebraic() == name)
    }

    /// The square of the full board that is this one; a small board is centred on the full one.
    pub fn on_full(self, square: Square) -> Square {
        let (rows, columns) = self.margins();
        Square { row: square.row + rows, column: square.column + columns }
    }

    /// The square of this board that is this one of the full board.
    pub fn of_full(self, square: Square) -> Square {
        let (rows, columns) = self.margins();
        Square { row: square.row - rows, column: square.column - columns }
    }

    /// Rows below and columns left of the board on the full one.
    fn margins(self) -> (i32, i32) {
        ((10 - self.rows) / 2, (10 - self.columns) / 2)
    }
}

/// The contents of each square: the owner and the piece's name, always in upper case here. Kept
/// small, with letters as bytes, since boards are copied for each move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub size: Size,
    on: [[Option<(Side, u8)>; 10]; 10],
}

impl Board {
    pub fn empty(size: Size) -> Board {
        Board { size, on: [[None; 10]; 10] }
    }

    pub fn get(&self, square: Square) -> Option<(Side, char)> {
        let what = self.on[square.row as usize - 1][square.column as usize - 1];
        what.map(|(owner, name)| (owner, name as char))
    }

    pub fn set(&mut self, square: Square, what: Option<(Side, char)>) {
        let what = what.map(|(owner, name)| (owner, name as u8));
        self.on[square.row as usize - 1][square.column as usize - 1] = what;
    }

    /// This board after the piece on `from` has moved to `to`.
    pub fn moved(&self, from: Square, to: Square) -> Board {
        let mut board = self.clone();
        let piece = board.get(from);
        board.set(from, None);
        board.set(to, piece);
        board
    }

    /// The squares of one side's pieces.
    pub fn squares(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let places = self.size.places();
        let row = move |row| (1..=places).map(move |place| Square::at(row, place));
        let all = (1..=self.size.rows).flat_map(row);
        all.filter(move |square| self.get(*square).is_some_and(|(owner, _)| owner == side))
    }

    /// The pieces of one side, each with its square, in order of names.
    pub fn pieces(&self, side: Side) -> Vec<(char, Square)> {
        let mut pieces = Vec::new();
        for square in self.squares(side) {
            if let Some((_, name)) = self.get(square) {
                pieces.push((name, square));
            }
        }
        pieces.sort();
        pieces
    }
}
