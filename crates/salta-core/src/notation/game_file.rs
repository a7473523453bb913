//! Game files as they are read: `[Key "value"]` lines and numbered moves, as in draughts and chess
//! files. [`GameText`](super::GameText) writes them.

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
pub(super) const DEEPEST: usize = 32;

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
    /// A result other than that of the header.
    #[error("the result `{found}` differs from the header Result, `{header}`")]
    Result {
        /// The result after the moves.
        found: String,
        /// That of the header.
        header: String,
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
    /// If a header, comment, move number or move is malformed, or the result after the moves is not
    /// that of the header `Result`, which it stands for if there is none.
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
        let mut words = Words { rest: text, line: first_line };
        let mut keys = FxHashSet::default();
        let (mut numbers, mut result) = (Vec::new(), None);
        while let Some((line, word)) = words.read()? {
            match word {
                Word::Header(key, _) if !keys.insert(key) => {
                    return Err(GameError::new(line, GameFault::HeaderTwice(key.into())));
                }
                Word::Header(key, value) => game.headers.push((key.into(), value)),
                Word::Variation(text) => game.add_variation((0, 0), text, line, DEEPEST),
                Word::Text(text) if result.is_some() => {
                    return Err(GameError::new(line, GameFault::AfterResult(text.into())));
                }
                Word::Text(text) if is_result(text) => result = Some((line, text)),
                Word::Text(text) => {
                    let (number, word) = split_number(text);
                    numbers.extend(number.map(|number| (line, number, game.plies.len())));
                    if !word.is_empty() {
                        let mv = word.parse::<Move>();
                        let mv = mv.map_err(|error| GameError::new(line, error))?;
                        game.plies.push(Ply { mv, line });
                    }
                }
            }
        }
        game.check_numbers(&numbers)?;
        game.check_result(result.filter(|(_, found)| *found != "*"))?;
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
        let mut words = Words { rest: text, line };
        let mut place = None;
        // A malformed word ends the variation, as any other word that is not a move.
        while let Ok(Some((line, word))) = words.read() {
            match word {
                Word::Header(..) => {}
                Word::Variation(text) => {
                    let Some(place) = place else { continue };
                    self.add_variation((place, after), text, line, depth - 1);
                }
                Word::Text(text) => {
                    let (_, word) = split_number(text);
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

    /// Checks move numbers, each with its line and the number of the file's moves before it.
    fn check_numbers(&self, numbers: &[(usize, &str, usize)]) -> Result<(), GameError> {
        let played = self.header("Position").and_then(|line| line.split_whitespace().nth(2));
        let first: u32 = played.and_then(|plies| plies.parse().ok()).unwrap_or(0);
        for (line, number, before) in numbers {
            let expected = first.saturating_add(*before as u32) / 2 + 1;
            if number.parse() != Ok(expected) {
                let found = (*number).into();
                return Err(GameError::new(*line, GameFault::Number { found, expected }));
            }
        }
        Ok(())
    }

    fn check_result(&mut self, result: Option<(usize, &str)>) -> Result<(), GameError> {
        let Some((line, found)) = result else { return Ok(()) };
        match self.header("Result") {
            Some(header) if header.parse() != found.parse::<i32>() => {
                let (found, header) = (found.into(), header.into());
                Err(GameError::new(line, GameFault::Result { found, header }))
            }
            Some(_) => Ok(()),
            None => {
                self.headers.push(("Result".into(), found.into()));
                Ok(())
            }
        }
    }
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

enum Word<'a> {
    Header(&'a str, String),
    Text(&'a str),
    Variation(&'a str),
}

struct Words<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Words<'a> {
    /// The next word with its line, or `None` at the end.
    fn read(&mut self) -> Result<Option<(usize, Word<'a>)>, GameError> {
        while let Some(c) = self.rest.chars().next() {
            let line = self.line;
            match c {
                '{' => self.skip_comment()?,
                ';' => self.skip_line(),
                '(' => return Ok(Some((line, self.read_variation()?))),
                '[' => return Ok(Some((line, self.read_header()?))),
                _ if c.is_whitespace() => self.advance(c.len_utf8()),
                _ => {
                    if let Some(word) = self.read_word() {
                        return Ok(Some((line, word)));
                    }
                }
            }
        }
        Ok(None)
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

    fn read_variation(&mut self) -> Result<Word<'a>, GameError> {
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
                        return Ok(Word::Variation(text));
                    }
                }
            }
        }
        Err(never_closed(line, '('))
    }

    fn skip_line(&mut self) {
        self.advance(self.rest.find('\n').unwrap_or(self.rest.len()));
    }

    fn read_header(&mut self) -> Result<Word<'a>, GameError> {
        let error = || {
            let first_line = self.rest.lines().next().unwrap_or_default();
            GameError::new(self.line, GameFault::Header(first_line.into()))
        };
        let (header, bytes) = parse_header(self.rest).ok_or_else(error)?;
        self.advance(bytes);
        Ok(header)
    }

    fn read_word(&mut self) -> Option<Word<'a>> {
        let ends = |c: char| c.is_whitespace() || "{;([".contains(c);
        let word = &self.rest[..self.rest.find(ends).unwrap_or(self.rest.len())];
        self.advance(word.len());
        (!word.starts_with('$')).then_some(Word::Text(word))
    }
}

fn never_closed(line: usize, opening: char) -> GameError {
    GameError::new(line, GameFault::NeverClosed(opening))
}

/// Parses `[Key "value"]` on the first line of the text; returns it with its length in bytes. `\"`
/// and `\\` are escapes.
fn parse_header(text: &str) -> Option<(Word<'_>, usize)> {
    let inside = text.strip_prefix('[')?;
    let quote = inside.find(['"', '\n']).filter(|at| inside[*at..].starts_with('"'))?;
    let (key, value) = (inside[..quote].trim(), &inside[quote + 1..]);
    if key.is_empty() || !key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return None;
    }
    let mut read = String::new();
    let mut characters = value.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '\n' => return None,
            '\\' => read.push(characters.next().filter(|(_, c)| *c != '\n')?.1),
            '"' => {
                let tail = &value[at + 1..];
                let close = tail.find(|c: char| c == '\n' || !c.is_whitespace());
                let close = close.filter(|at| tail[*at..].starts_with(']'))?;
                let bytes = text.len() - tail.len() + close + 1;
                return Some((Word::Header(key, read), bytes));
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
    fn the_result_after_the_moves_is_that_of_the_header() {
        let result = |text: &str| {
            let game = GameFile::parse(text).map_err(|error| error.to_string())?;
            Ok::<_, String>(game.header("Result").map(str::to_owned))
        };
        assert_eq!(result("1. e3f4 -27"), Ok(Some("-27".into())));
        assert_eq!(result("1. e3f4 *"), Ok(None));
        assert_eq!(result("[Result \"+5\"]\n1. e3f4 5"), Ok(Some("+5".into())));
        assert_eq!(result("[Result \"5\"]\n1. e3f4 *"), Ok(Some("5".into())));
        for header in ["*", "4"] {
            let error = result(&format!("[Result \"{header}\"]\n1. e3f4\n5")).unwrap_err();
            let expected =
                format!("line 3: the result `5` differs from the header Result, `{header}`");
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn errors_name_the_line() {
        for (text, part) in [
            ("[Event x]\n", "line 1"),
            ("[Event\n\"]\n", "line 1"),
            ("[Event \"x\n\"]\n", "line 1"),
            ("[Event \"x\\\n\"]\n", "line 1"),
            ("[Event \"x\"\n]\n", "line 1"),
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
}
