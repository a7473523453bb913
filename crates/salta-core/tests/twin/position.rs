//! Rule 7.1: the position line; rule 4.5: with an even number of plies the
//! first mover is to move.

use super::board::{Board, Side, Square};
use super::rules::TwinRules;

/// A position between two turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    pub board: Board,
    pub to_move: Side,
    pub plies: u32,
}

impl Twin {
    /// The start of the game.
    pub fn start(rules: &TwinRules) -> Twin {
        let mut board = Board::empty();
        for side in [Side::White, Side::Black] {
            for (index, row) in rules.start.iter().enumerate() {
                for (place, name) in row.chars().enumerate() {
                    let own_view = Square::at(1 + index as i32, 1 + place as i32);
                    board.set(own_view.seen_by(side), Some((side, name)));
                }
            }
        }
        Twin { board, to_move: rules.first_mover, plies: 0 }
    }

    /// Reads a position line; panics on one that [`Twin::try_parse`] refuses.
    pub fn parse(rules: &TwinRules, line: &str) -> Twin {
        Twin::try_parse(rules, line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    /// Reads a position line: ten rows from row 10 down to row 1, each from White's left, digits for
    /// runs of empty squares; the side to move; the plies played.
    ///
    /// # Errors
    /// Two pieces of one name, a bad count of squares, or a ply count that does not fit the side to
    /// move; and whatever is no position line at all.
    pub fn try_parse(rules: &TwinRules, line: &str) -> Result<Twin, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [rows, to_move, plies] = words[..] else {
            return Err("not three words".to_string());
        };
        let to_move = match to_move {
            "w" => Side::White,
            "b" => Side::Black,
            other => return Err(format!("side to move {other:?}")),
        };
        let plies: u32 = plies.parse().map_err(|_| format!("plies {plies:?}"))?;
        if to_move_after(rules, plies) != to_move {
            return Err(format!("{plies} plies do not fit the side to move"));
        }
        let board = parse_board(rows)?;
        Ok(Twin { board, to_move, plies })
    }

    /// The position line of this position.
    pub fn line(&self) -> String {
        let mut rows = Vec::new();
        for row in (1..=10).rev() {
            let mut text = String::new();
            let mut empty = 0;
            for place in 1..=5 {
                match self.board.get(Square::at(row, place)) {
                    None => empty += 1,
                    Some((side, name)) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text.push(letter(side, name));
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            rows.push(text);
        }
        let to_move = match self.to_move {
            Side::White => "w",
            Side::Black => "b",
        };
        format!("{} {} {}", rows.join("/"), to_move, self.plies)
    }

    /// The board turned by 180° with the colours and the side to move swapped. It is the same game
    /// under the same rules with the other first mover.
    pub fn turned(&self) -> Twin {
        let mut board = Board::empty();
        for square in Square::all() {
            if let Some((side, name)) = self.board.get(square) {
                board.set(square.turned(), Some((side.other(), name)));
            }
        }
        Twin { board, to_move: self.to_move.other(), plies: self.plies }
    }
}

fn to_move_after(rules: &TwinRules, plies: u32) -> Side {
    if plies.is_multiple_of(2) { rules.first_mover } else { rules.first_mover.other() }
}

/// Upper case White, lower case Black.
fn letter(side: Side, name: char) -> char {
    match side {
        Side::White => name.to_ascii_uppercase(),
        Side::Black => name.to_ascii_lowercase(),
    }
}

fn parse_board(text: &str) -> Result<Board, String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 10 {
        return Err(format!("{} rows", rows.len()));
    }
    let mut board = Board::empty();
    let mut seen = Vec::new();
    for (index, row_text) in rows.iter().enumerate() {
        let row = 10 - index as i32;
        let mut place = 1;
        for sign in row_text.chars() {
            match sign {
                '1'..='5' => place += sign as i32 - '0' as i32,
                'A'..='O' | 'a'..='o' => {
                    if seen.contains(&sign) {
                        return Err(format!("two pieces {sign}"));
                    }
                    if place > 5 {
                        return Err(format!("row {row} is too long"));
                    }
                    seen.push(sign);
                    let side = if sign.is_ascii_uppercase() { Side::White } else { Side::Black };
                    board.set(Square::at(row, place), Some((side, sign.to_ascii_uppercase())));
                    place += 1;
                }
                other => return Err(format!("no piece {other:?}")),
            }
        }
        if place != 6 {
            return Err(format!("row {row} has {} squares", place - 1));
        }
    }
    Ok(board)
}
