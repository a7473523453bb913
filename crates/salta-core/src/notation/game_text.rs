//! Game files as they are written; [`GameFile`](super::GameFile) reads them.

use std::fmt::{self, Write};

use super::game_file::DEEPEST;
use crate::board::Board;
use crate::moves::Move;

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

impl fmt::Display for GameText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
        let (mut forks, mut depths) = (Vec::new(), vec![0]);
        for line in 1..lines.len() {
            let (from, after) = fork(&lines[..line], lines[line], &depths);
            depths.push(depths[from] + 1);
            forks.push((from, after));
        }
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

/// The earlier line that `line` branches from, which is the one it shares most moves with of those
/// at a depth where a branch is still read, and the number of these moves; without the last move of
/// a line that it goes on from, since a variation stands in place of a move.
fn fork(earlier: &[&[Move]], line: &[Move], depths: &[usize]) -> (usize, usize) {
    let shared = |other: &[Move]| {
        let shared = line.iter().zip(other).take_while(|(a, b)| a == b).count();
        let goes_on = shared == other.len() && shared < line.len();
        shared.saturating_sub(goes_on.into())
    };
    let lines = earlier.iter().map(|other| shared(other)).enumerate();
    let shallow = lines.filter(|(of, _)| depths[*of] < DEEPEST);
    shallow.rev().max_by_key(|(_, shared)| *shared).expect("the game is at depth 0")
}

#[cfg(test)]
mod tests {
    use super::super::GameFile;
    use super::*;

    fn line(moves: &str) -> Vec<Move> {
        moves.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn variations_are_written_no_deeper_than_they_are_read() {
        // Each line leaves the one before it a move later.
        let own: Vec<Move> = line("a1-b2 b2-a1").repeat(20);
        let other = line("c1-d2")[0];
        let mut lines: Vec<Vec<Move>> = vec![own.clone()];
        for at in 0..own.len() {
            let mut next = lines[at][..at].to_vec();
            next.extend([other, own[at]].iter().chain(&own[at..]));
            lines.push(next);
        }
        let (moves, variations) = (&*lines[0], &lines[1..]);
        let text = GameText { moves, variations, result: "*", ..GameText::default() }.to_string();
        let mut read = GameFile::parse(&text).unwrap().lines(100);
        read.sort();
        lines.sort();
        assert_eq!(read, lines);
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
