//! docs/rules.md, "Notation": the position line; "End and points": with an even number of plies the
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
        let mut board = Board::empty(rules.size);
        for side in [Side::White, Side::Black] {
            for (index, row) in rules.start.iter().enumerate() {
                for (place, name) in row.chars().enumerate() {
                    let own_view = Square::at(1 + index as i32, 1 + place as i32);
                    board.set(rules.size.seen_by(own_view, side), Some((side, name)));
                }
            }
        }
        Twin { board, to_move: rules.first_mover, plies: 0 }
    }

    /// Parses a position line; panics on one that [`Twin::try_parse`] rejects.
    pub fn parse(rules: &TwinRules, line: &str) -> Twin {
        Twin::try_parse(rules, line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    /// Parses a position line: the rows from the last down to row 1, each from White's left, digits
    /// for runs of empty squares; the side to move; the plies played.
    ///
    /// # Errors
    /// A piece that occurs twice, a wrong number of squares, a ply count that does not match the
    /// side to move, or any other text that is not a position line.
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
        let board = parse_board(rules, rows)?;
        Ok(Twin { board, to_move, plies })
    }

    /// The position line of this position.
    pub fn line(&self) -> String {
        let mut rows = Vec::new();
        for row in (1..=self.board.size.rows).rev() {
            let mut text = String::new();
            let mut empty = 0;
            for place in 1..=self.board.size.places() {
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

fn parse_board(rules: &TwinRules, text: &str) -> Result<Board, String> {
    let (rows, places) = (rules.size.rows, rules.size.places());
    let texts: Vec<&str> = text.split('/').collect();
    if texts.len() != rows as usize {
        return Err(format!("{} rows", texts.len()));
    }
    let letters = rules.letters();
    let mut board = Board::empty(rules.size);
    let mut seen = Vec::new();
    for (index, row_text) in texts.iter().enumerate() {
        let row = rows - index as i32;
        let mut place = 1;
        for character in row_text.chars() {
            match character {
                '1'..='5' => place += character as i32 - '0' as i32,
                _ if letters.contains(&character.to_ascii_uppercase()) => {
                    if seen.contains(&character) {
                        return Err(format!("two pieces {character}"));
                    }
                    if place > places {
                        return Err(format!("row {row} is too long"));
                    }
                    seen.push(character);
                    let upper = character.is_ascii_uppercase();
                    let side = if upper { Side::White } else { Side::Black };
                    let piece = (side, character.to_ascii_uppercase());
                    board.set(Square::at(row, place), Some(piece));
                    place += 1;
                }
                other => return Err(format!("no piece {other:?}")),
            }
        }
        if place != places + 1 {
            return Err(format!("row {row} has {} squares", place - 1));
        }
    }
    Ok(board)
}
