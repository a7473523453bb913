//! Rules 1.1 to 1.4: board, squares, pieces.

/// White (green, upper case) sits at rows 1–3, Black (red, lower case) at rows 8–10.
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

/// Row 1–10 from White's side and column 1–10 (a–j) from White's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    pub row: i32,
    pub column: i32,
}

impl Square {
    /// The square with this place number, 1–5 from White's left, in this row. `11` is a1, which is
    /// dark, so odd rows use the columns a c e g i and even rows b d f h j.
    pub fn at(row: i32, place: i32) -> Square {
        let column = if row % 2 == 1 { 2 * place - 1 } else { 2 * place };
        Square { row, column }
    }

    pub fn place(self) -> i32 {
        (self.column + 1) / 2
    }

    /// On the board and dark, as a1 is.
    pub fn is_dark(self) -> bool {
        let inside = (1..=10).contains(&self.row) && (1..=10).contains(&self.column);
        inside && (self.row + self.column) % 2 == 0
    }

    /// All fifty dark squares.
    pub fn all() -> Vec<Square> {
        let mut all = Vec::new();
        for row in 1..=10 {
            for place in 1..=5 {
                all.push(Square::at(row, place));
            }
        }
        all
    }

    /// `count` squares away in direction (rows, columns), or `None` off the board.
    pub fn away(self, direction: (i32, i32), count: i32) -> Option<Square> {
        let square = Square {
            row: self.row + count * direction.0,
            column: self.column + count * direction.1,
        };
        square.is_dark().then_some(square)
    }

    /// The same square on the board turned by 180°.
    pub fn turned(self) -> Square {
        Square { row: 11 - self.row, column: 11 - self.column }
    }

    /// The square as `side` sees it from its own chair; twice is the square itself again.
    pub fn seen_by(self, side: Side) -> Square {
        match side {
            Side::White => self,
            Side::Black => self.turned(),
        }
    }

    /// The Salta number: row × 10 + place.
    pub fn number(self) -> String {
        (self.row * 10 + self.place()).to_string()
    }

    /// The algebraic name: column letter and row.
    pub fn algebraic(self) -> String {
        format!("{}{}", (b'a' + self.column as u8 - 1) as char, self.row)
    }

    /// Reads either name, found by comparing with the names of all fifty squares.
    pub fn named(name: &str) -> Option<Square> {
        let name = name.to_lowercase();
        Square::all().into_iter().find(|s| s.number() == name || s.algebraic() == name)
    }
}

/// What stands on each square: the owner and the piece's name, always in upper case here.
/// Kept small, since boards are copied move by move: letters as bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board([[Option<(Side, u8)>; 10]; 10]);

impl Board {
    pub fn empty() -> Board {
        Board([[None; 10]; 10])
    }

    pub fn get(&self, square: Square) -> Option<(Side, char)> {
        let what = self.0[square.row as usize - 1][square.column as usize - 1];
        what.map(|(owner, name)| (owner, name as char))
    }

    pub fn set(&mut self, square: Square, what: Option<(Side, char)>) {
        let what = what.map(|(owner, name)| (owner, name as u8));
        self.0[square.row as usize - 1][square.column as usize - 1] = what;
    }

    /// This board after the piece on `from` has gone to `to`.
    pub fn moved(&self, from: Square, to: Square) -> Board {
        let mut board = self.clone();
        let piece = board.get(from);
        board.set(from, None);
        board.set(to, piece);
        board
    }

    /// The squares of one side's pieces.
    pub fn squares(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let all = (1..=10).flat_map(|row| (1..=5).map(move |place| Square::at(row, place)));
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
