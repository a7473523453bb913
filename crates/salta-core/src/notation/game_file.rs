//! Game files: `[Key "value"]` lines and numbered moves, as in draughts and chess files.

use std::fmt::Write;

use rustc_hash::FxHashSet;
use thiserror::Error;

use crate::board::Board;
use crate::moves::{Move, MoveError};
use crate::square::number;

/// A parsed game file; its moves are not yet checked against the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFile {
    /// Header lines, in order.
    pub headers: Vec<(String, String)>,
    /// The turns, in local coordinates until [`GameFile::into_full`].
    pub plies: Vec<Ply>,
    /// The variations in brackets, each after the one that it branches from.
    pub variations: Vec<Variation>,
}

/// A variation of a game file: moves in brackets in place of the move before them. It ends at the
/// first word that is not a move, since people write remarks there too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// What it branches from: 0 for the game, `n` for the `n`th variation of the file.
    pub parent: usize,
    /// How many moves both have in common, from the first move of the game.
    pub after: usize,
    /// Its own moves; at least one.
    pub plies: Vec<Ply>,
}

/// Levels of brackets that are read (rule 7.3); deeper variations are skipped.
const DEEPEST: usize = 32;

/// One turn of a game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The turn.
    pub mv: Move,
    /// Its text line in the file, from 1.
    pub line: usize,
}

/// Why a text is not a game file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct GameError {
    /// The text line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: GameFault,
}

/// What is wrong with a line of a game file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameFault {
    /// A malformed header.
    #[error("a header is [Key \"value\"], not `{0}`")]
    Header(String),
    /// A repeated header.
    #[error("header `{0}` occurs twice")]
    HeaderTwice(String),
    /// A bracket or brace that is never closed.
    #[error("the `{0}` that opens here is never closed")]
    NeverClosed(char),
    /// A move number that does not match the move.
    #[error("move number `{found}`, expected {expected}")]
    Number {
        /// The number in the file.
        found: String,
        /// The right one.
        expected: u32,
    },
    /// Text after the result.
    #[error("`{0}` is after the result")]
    AfterResult(String),
    /// A word that is not a move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl GameError {
    fn new(line: usize, what: impl Into<GameFault>) -> GameError {
        GameError { line, what: what.into() }
    }
}

impl GameFile {
    /// Value of a header.
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// Parses a game file (rule 7.3), such as the game of 1901 (rule 9.2). Moves are not checked
    /// against the rules here.
    ///
    /// ```
    /// use salta_core::notation::GameFile;
    ///
    /// let game = GameFile::parse("[White \"Krone\"]\n\n1. e3-f4 f8-e7 2. 25-35 *\n")?;
    /// assert_eq!((game.header("White"), game.plies.len()), (Some("Krone"), 3));
    /// assert_eq!(game.plies[2].mv.to_string(), "j2-i3");
    /// # Ok::<(), salta_core::notation::GameError>(())
    /// ```
    ///
    /// # Errors
    /// If a header, comment, move number or move is malformed.
    pub fn parse(text: &str) -> Result<GameFile, GameError> {
        GameFile::parse_at(text, 1)
    }

    /// Parses a game whose text begins at the line `first_line` of a file.
    ///
    /// # Errors
    /// As [`GameFile::parse`], with the lines of the file.
    pub fn parse_at(text: &str, first_line: usize) -> Result<GameFile, GameError> {
        let mut game = GameFile::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (words, whole) = Words::read(text, first_line);
        whole?;
        let mut keys = FxHashSet::default();
        let mut ended = false;
        for (line, word) in &words {
            match word {
                Word::Header(key, _) if !keys.insert(key) => {
                    return Err(GameError::new(*line, GameFault::HeaderTwice(key.clone())));
                }
                Word::Header(key, value) => game.headers.push((key.clone(), value.clone())),
                Word::Variation(text) => game.add_variation((0, 0), text, *line, DEEPEST),
                Word::Text(text) if ended => {
                    return Err(GameError::new(*line, GameFault::AfterResult(text.clone())));
                }
                Word::Text(text) if is_result(text) => ended = true,
                Word::Text(text) => {
                    let (_, word) = split_number(text);
                    if !word.is_empty() {
                        let mv = word.parse::<Move>();
                        let mv = mv.map_err(|error| GameError::new(*line, error))?;
                        game.plies.push(Ply { mv, line: *line });
                    }
                }
            }
        }
        game.check_numbers(&words)?;
        Ok(game)
    }

    /// Adds a variation that branches from `parent`, which itself shares its first `before` moves
    /// with its own parent.
    fn add_variation(
        &mut self,
        (parent, before): (usize, usize),
        text: &str,
        line: usize,
        depth: usize,
    ) {
        let own = parent.checked_sub(1).map_or(&self.plies, |of| &self.variations[of].plies);
        let Some(after) = (before + own.len()).checked_sub(1).filter(|_| depth > 0) else {
            return;
        };
        // A malformed word ends the variation, as any other word that is not a move.
        let (words, _) = Words::read(text, line);
        let mut place = None;
        for (line, word) in words {
            match word {
                Word::Header(..) => {}
                Word::Variation(text) => {
                    let Some(place) = place else { continue };
                    self.add_variation((place, after), &text, line, depth - 1);
                }
                Word::Text(text) => {
                    let (_, word) = split_number(&text);
                    if word.is_empty() {
                        continue;
                    }
                    let Ok(mv) = word.parse() else { break };
                    let place = *place.get_or_insert_with(|| {
                        self.variations.push(Variation { parent, after, plies: Vec::new() });
                        self.variations.len()
                    });
                    self.variations[place - 1].plies.push(Ply { mv, line });
                }
            }
        }
    }

    /// The game and its variations, each with all its turns from the first; the game comes first.
    /// Returns at most `most` lines.
    pub fn lines(&self, most: usize) -> Vec<Vec<Move>> {
        let moves = |plies: &[Ply]| plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
        let mut lines = vec![moves(&self.plies)];
        for Variation { parent, after, plies } in self.variations.iter().take(most.max(1) - 1) {
            let line = [lines[*parent][..*after].to_vec(), moves(plies)].concat();
            lines.push(line);
        }
        lines.truncate(most);
        lines
    }

    /// The game with its turns converted from the local coordinates of `board` to the full board.
    ///
    /// # Errors
    /// If a turn leaves the board.
    pub fn into_full(mut self, board: Board) -> Result<GameFile, GameError> {
        let variations = self.variations.iter_mut().flat_map(|variation| &mut variation.plies);
        for Ply { mv, line } in self.plies.iter_mut().chain(variations) {
            let outside = || MoveError::Outside { text: mv.to_string(), board };
            let full = mv.to_full(board).ok_or_else(outside);
            *mv = full.map_err(|error| GameError::new(*line, error))?;
        }
        Ok(self)
    }

    fn check_numbers(&self, words: &[(usize, Word)]) -> Result<(), GameError> {
        let played = self.header("Position").and_then(|line| line.split_whitespace().nth(2));
        let mut ply: u32 = played.and_then(|plies| plies.parse().ok()).unwrap_or(0);
        for (line, word) in words {
            let Word::Text(word) = word else { continue };
            let (number, rest) = split_number(word);
            let expected = ply / 2 + 1;
            if number.is_some_and(|n| n.parse() != Ok(expected)) {
                let found = number.unwrap_or_default().into();
                return Err(GameError::new(*line, GameFault::Number { found, expected }));
            }
            ply = ply.saturating_add((!rest.is_empty() && !is_result(rest)) as u32);
        }
        Ok(())
    }
}

/// A game to write as a game file.
#[derive(Clone, Debug, Default)]
pub struct GameText<'a> {
    /// The board, which names the squares.
    pub board: Board,
    /// Header lines, in order; a line break in a value is written as a space.
    pub headers: &'a [(String, String)],
    /// Plies played before the first move.
    pub first_ply: u32,
    /// The turns.
    pub moves: &'a [Move],
    /// Variations to write in brackets, each with all its turns from the first. One that goes on
    /// where the game ends repeats the last turn; a game without turns has none.
    pub variations: &'a [Vec<Move>],
    /// White's margin, or `*`.
    pub result: &'a str,
}

impl std::fmt::Display for GameText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (key, value) in self.headers {
            let value = value.replace(['\r', '\n'], " ").replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{key} \"{value}\"]")?;
        }
        f.write_char('\n')?;
        let mut column = 0;
        for word in self.words() {
            let width = word.len() + (column > 0) as usize;
            if column + width > 100 {
                f.write_char('\n')?;
                column = 0;
            }
            write!(f, "{}{word}", if column > 0 { " " } else { "" })?;
            column += word.len() + (column > 0) as usize;
        }
        f.write_char('\n')
    }
}

impl GameText<'_> {
    fn words(&self) -> Vec<String> {
        let mut lines = vec![self.moves];
        lines.extend(self.variations.iter().map(Vec::as_slice));
        let forks: Vec<(usize, usize)> = (1..lines.len()).map(|line| fork(&lines, line)).collect();
        let mut words = Vec::with_capacity(self.moves.len() * 3 / 2 + 1);
        self.write_variation(&lines, &forks, (0, 0), &mut words);
        words.push(self.result.into());
        words
    }

    /// Writes a variation, or the game, from its move `from` on, with the variations that branch
    /// from it.
    fn write_variation(
        &self,
        lines: &[&[Move]],
        forks: &[(usize, usize)],
        (line, from): (usize, usize),
        words: &mut Vec<String>,
    ) {
        let mut numbered = false;
        for (i, mv) in lines[line].iter().enumerate().skip(from) {
            let ply = self.first_ply + i as u32;
            match (ply % 2, numbered) {
                (0, _) => words.push(format!("{}.", ply / 2 + 1)),
                (_, false) => words.push(format!("{}...", ply / 2 + 1)),
                _ => {}
            }
            words.push(mv.to_local(self.board).to_string());
            numbered = true;
            for child in (1..lines.len()).filter(|child| forks[child - 1] == (line, i)) {
                let first = words.len();
                self.write_variation(lines, forks, (child, i), words);
                if let [first, ..] = &mut words[first..] {
                    first.insert(0, '(');
                    words.last_mut().expect("the first one").push(')');
                    numbered = false;
                }
            }
        }
    }
}

/// The earlier line that `line` branches from, which is the one it shares most moves with, and the
/// number of these moves; without the last move of a line that it goes on from, since a variation
/// stands in place of a move.
fn fork(lines: &[&[Move]], line: usize) -> (usize, usize) {
    let shared = |other: &[Move]| {
        let shared = lines[line].iter().zip(other).take_while(|(a, b)| a == b).count();
        let goes_on = shared == other.len() && shared < lines[line].len();
        shared.saturating_sub(goes_on.into())
    };
    let earlier = lines[..line].iter().map(|other| shared(other)).enumerate();
    earlier.rev().max_by_key(|(_, shared)| *shared).expect("there is an earlier line")
}

/// Splits `12.`, `12...` or `12.e3f4` into number and rest; `None` for a word without a number.
fn split_number(word: &str) -> (Option<&str>, &str) {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match (digits, word[digits..].strip_prefix('.')) {
        (1.., Some(rest)) => (Some(&word[..digits]), rest.trim_start_matches('.')),
        _ => (None, word),
    }
}

fn is_result(word: &str) -> bool {
    let points = word.strip_prefix(['+', '-']).unwrap_or(word);
    word == "*" || number::<u16>(points).is_some()
}

enum Word {
    Header(String, String),
    Text(String),
    Variation(String),
}

struct Words<'a> {
    rest: &'a str,
    line: usize,
    found: Vec<(usize, Word)>,
}

impl<'a> Words<'a> {
    /// The words of a text, each with its line, counted from `line`; a malformed one ends them and
    /// is the error.
    fn read(rest: &'a str, line: usize) -> (Vec<(usize, Word)>, Result<(), GameError>) {
        let mut words = Words { rest, line, found: Vec::new() };
        let whole = words.read_all();
        (words.found, whole)
    }

    fn read_all(&mut self) -> Result<(), GameError> {
        while let Some(c) = self.rest.chars().next() {
            match c {
                '{' => self.skip_comment()?,
                '(' => self.read_variation()?,
                ';' => self.skip_line(),
                '[' => self.read_header()?,
                _ if c.is_whitespace() => self.advance(c.len_utf8()),
                _ => self.read_word(),
            }
        }
        Ok(())
    }

    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }

    fn skip_comment(&mut self) -> Result<(), GameError> {
        let end = self.rest.find('}').ok_or_else(|| never_closed(self.line, '{'))?;
        self.advance(end + 1);
        Ok(())
    }

    fn read_variation(&mut self) -> Result<(), GameError> {
        let (line, whole) = (self.line, self.rest);
        let mut depth = 0;
        while let Some(c) = self.rest.chars().next() {
            match c {
                '{' => self.skip_comment()?,
                ';' => self.skip_line(),
                _ => {
                    depth += (c == '(') as u32;
                    depth -= (c == ')') as u32;
                    self.advance(c.len_utf8());
                    if depth == 0 {
                        let text = &whole[1..whole.len() - self.rest.len() - 1];
                        self.found.push((line, Word::Variation(text.into())));
                        return Ok(());
                    }
                }
            }
        }
        Err(never_closed(line, '('))
    }

    fn skip_line(&mut self) {
        self.advance(self.rest.find('\n').unwrap_or(self.rest.len()));
    }

    fn read_header(&mut self) -> Result<(), GameError> {
        let first_line = self.rest.lines().next().unwrap_or_default();
        let error = || GameError::new(self.line, GameFault::Header(first_line.into()));
        let (header, bytes) = parse_header(first_line).ok_or_else(error)?;
        self.found.push((self.line, header));
        self.advance(bytes);
        Ok(())
    }

    fn read_word(&mut self) {
        let ends = |c: char| c.is_whitespace() || "{;([".contains(c);
        let word = &self.rest[..self.rest.find(ends).unwrap_or(self.rest.len())];
        if !word.starts_with('$') {
            self.found.push((self.line, Word::Text(word.into())));
        }
        self.advance(word.len());
    }
}

fn never_closed(line: usize, opening: char) -> GameError {
    GameError::new(line, GameFault::NeverClosed(opening))
}

/// Parses `[Key "value"]` at the start of the text; returns it with its length in bytes. `\"` and
/// `\\` are escapes.
fn parse_header(text: &str) -> Option<(Word, usize)> {
    let inside = text.strip_prefix('[')?;
    let (key, value) = inside.split_once('"')?;
    let key = key.trim();
    if key.is_empty() || !key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return None;
    }
    let mut read = String::new();
    let mut characters = value.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => read.push(characters.next()?.1),
            '"' => {
                let tail = &value[at + 1..];
                let close = tail.find(']').filter(|end| tail[..*end].trim().is_empty())?;
                let bytes = text.len() - tail.len() + close + 1;
                return Some((Word::Header(key.into(), read), bytes));
            }
            _ => read.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(moves: &str) -> Vec<Move> {
        moves.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn lenient_game_files_parse() {
        let text = "[Event \"A \\\"small\\\" match\"]\n[Variant \"walker\"]\n\n\
            1. e3f4 {a comment\nover two lines} f8-e7 ; the rest is silence 2. x\n2.c3-d4 $1 \
            (2. g3h4 (x) {)}) 2... 94-83 *";
        let game = GameFile::parse(text).unwrap();
        assert_eq!(game.header("Event"), Some("A \"small\" match"));
        assert_eq!(game.lines(1), [line("e3-f4 f8-e7 c3-d4 g9-f8")]);
        assert_eq!(game.plies[2].line, 6);
    }

    #[test]
    fn variations_are_written_and_read() {
        let lines = [
            line("e3-f4 f8-e7 c3-d4 d8-c7"),
            line("e3-f4 d8-c7 g3-h4"),
            line("c3-d4 f8-e7"),
            line("e3-f4 d8-e7 a3-b4"),
        ];
        let (moves, variations) = (&*lines[0], &lines[1..]);
        let text = GameText { moves, variations, result: "*", ..GameText::default() };
        let written = text.to_string();
        let expected = "1. e3-f4 (1. c3-d4 f8-e7) 1... f8-e7 (1... d8-c7 2. g3-h4) (1... d8-e7 2. a3-b4) \
            2. c3-d4 d8-c7 *";
        assert_eq!(written.trim(), expected);
        let game = GameFile::parse(&written).unwrap();
        let mut read = game.lines(10);
        assert_eq!(read.remove(0), lines[0]);
        assert!(read.iter().all(|line| lines.contains(line)) && read.len() == 3, "{read:?}");
        let nested = "1. e3f4 f8e7 (1... d8c7 2. c3d4 (2. g3h4 a remark) h8g7) 2. a3b4 *";
        let nested = GameFile::parse(nested).unwrap();
        for most in 0..3 {
            assert_eq!(nested.lines(most).len(), most);
        }
        let nested = nested.lines(10);
        let expected = ["e3f4 f8e7 a3b4", "e3f4 d8c7 c3d4 h8g7", "e3f4 d8c7 g3h4"].map(line);
        assert_eq!(nested, expected);
        let remark = "1. e3f4 f8e7 (1... d8c7 2. c3d4 (2. g3h4 [a remark] h8g7) 2... h8g7 [?] x) *";
        let remark = GameFile::parse(remark).unwrap().lines(10);
        let expected = ["e3f4 f8e7", "e3f4 d8c7 c3d4 h8g7", "e3f4 d8c7 g3h4"].map(line);
        assert_eq!(remark, expected);
        let deep = format!("1. e3f4 {}{}", "(1. c3d4 ".repeat(2000), ")".repeat(2000));
        assert_eq!(GameFile::parse(&deep).unwrap().variations.len(), DEEPEST);
    }

    #[test]
    fn variations_go_on_where_a_line_ends() {
        let lines = [
            line("a3-b4"),
            line("a3-b4 b8-a7"),
            line("c3-d4"),
            line("a3-b4 b8-a7 c3-d4"),
            line("a3-b4 b8-a7"),
        ];
        let (moves, variations) = (&*lines[0], &lines[1..]);
        let text = GameText { moves, variations, result: "*", ..GameText::default() }.to_string();
        let expected = "1. a3-b4 (1. a3-b4 b8-a7 (1... b8-a7 2. c3-d4)) (1. c3-d4) *";
        assert_eq!(text.trim(), expected);
        let read = GameFile::parse(&text).unwrap().lines(10);
        let expected = [&lines[0], &lines[1], &lines[3], &lines[2]].map(Vec::clone);
        assert_eq!(read, expected);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, part) in [
            ("[Event x]\n", "line 1"),
            ("[Event \"x\"]\n[Event \"y\"]\n", "line 2: header `Event` occurs twice"),
            ("1. e3f4\n{open", "line 2: the `{`"),
            ("1. e3f4\n(2. open", "line 2: the `(`"),
            ("1. e3f4 f8e7\n3. c3d4", "line 2: move number `3`, expected 2"),
            ("1. e3f4\n e4f5", "line 2: `e4` is a light square"),
            ("1. e3f4\n hello", "line 2: `hello`"),
            ("1. e3f4 * f8e7", "is after the result"),
        ] {
            let error = GameFile::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn games_have_the_names_of_their_board() {
        let board: Board = "6x6".parse().unwrap();
        let moves = line("c3-d4 f8-e7");
        let text = GameText { board, moves: &moves, result: "*", ..GameText::default() };
        let written = text.to_string();
        assert!(written.contains("1. a1-b2 d6-c5 *"), "{written}");
        let game = GameFile::parse(&written).unwrap().into_full(board).unwrap();
        assert_eq!(game.lines(1), [moves]);
        let error = GameFile::parse("1. a1-b2\ng7-f8").unwrap().into_full(board).unwrap_err();
        assert_eq!(error.to_string(), "line 2: `g7-f8` leaves the 6x6 board");
    }
}
