//! A rule text as data: every point on which the texts differ is a field (rules 2.1 to 2.12 and
//! 5.1; the quotes are there and in `configs/variants/`).

mod arrangement;
mod named;
mod parse;

pub use arrangement::{Goal, Rows, Start};
pub(crate) use named::named_text;
pub use named::{NAMED, UnknownVariant};
pub(crate) use parse::misfits;
pub use parse::{MAX_MOVE_LIMIT, named, parse};

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::piece::Piece;
use crate::side::Side;
use crate::square::Square;

/// Version of the rules as this crate plays them, stored in every record and checkpoint.
/// Incremented when a position's legal moves, ending or points change, never for a refactor.
pub const RULES_VERSION: u32 = 1;

/// Which way a jump may go (rule 2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JumpDirection {
    /// Away from one's own first row only (B1899, Züge 4).
    Forward,
    /// Any of the four diagonals (C; N; W2011 rule 6).
    Any,
}

/// Over whose pieces a jump may go (rule 2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JumpOver {
    /// Enemy pieces only (B1899, Züge 2; M1908; C; N).
    Enemy,
    /// Pieces of either colour (W2011 rule 6).
    Either,
}

/// Whether jumps are compulsory (rule 2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Jumping {
    /// A jump anywhere forbids every step (B1899, Züge 2 and 4; M1908; C; N).
    Compulsory,
    /// Jumps and steps are both allowed (W2011 rule 6).
    Optional,
}

/// Whether one turn may hold several jumps (rule 2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chain {
    /// One jump per turn (B1899, Züge 4; M1908; C; N).
    Single,
    /// The same piece may continue jumping, any number of times (W2011 rule 7).
    MayContinue,
}

/// Whether a move may leave the opponent no move (rule 2.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blockade {
    /// No (B1899, footnote; M1908; C; N).
    Forbidden,
    /// Yes (W2011, which is silent).
    Allowed,
}

/// Whether the second mover answers a finish by the first (rule 2.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastMove {
    /// Yes: both make the same number of moves (B1899, tournament rule).
    Equalised,
    /// No: the first to be home wins (M1908, C, N).
    Immediate,
}

/// What the margin counts (rule 2.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Points {
    /// The least moves that each side still needs, alone on the board (B1899).
    Solo,
    /// The sum of the pieces' distances.
    Distance,
    /// The sign of the margin by `solo` (W2011 rule 10 makes a score optional).
    Win,
}

/// A complete rule record.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Rules {
    /// Name under which records and results show the variant.
    pub name: String,
    /// Size of the board (rule 5.1); the full one is omitted from files.
    #[serde(skip_serializing_if = "Board::is_full")]
    pub board: Board,
    /// Rows of pieces per side, 1 to 3; three are omitted from files.
    #[serde(skip_serializing_if = "is_three")]
    pub ranks: u8,
    /// The starting arrangement (rule 2.2).
    pub start: Start,
    /// The goal square of each piece.
    pub goal: Goal,
    /// Who makes the first move (rule 2.4).
    pub first_mover: Side,
    /// Which way jumps go.
    pub jump_direction: JumpDirection,
    /// What jumps go over.
    pub jump_over: JumpOver,
    /// Whether jumps are compulsory.
    pub jumping: Jumping,
    /// Whether jumps chain.
    pub chain: Chain,
    /// Whether the opponent may be shut in.
    pub blockade: Blockade,
    /// Moves of each player after which the game ends (rule 2.10); 0 for no limit.
    pub move_limit: u32,
    /// Whether the second mover answers a finish.
    pub last_move: LastMove,
    /// What the margin counts.
    pub points: Points,
}

/// Rows of pieces per side on the full board.
pub(crate) const RANKS: u8 = 3;

fn is_three(ranks: &u8) -> bool {
    *ranks == RANKS
}

impl Rules {
    /// The pieces of each side (rule 5.3): one suit per rank, numbered from 1 to the places of a
    /// row.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        arrangement::pieces(self.board, self.ranks)
    }

    /// White's pieces with their squares at the start (rules 2.2 and 5.3).
    pub fn starts(&self) -> Vec<(Piece, Square)> {
        self.start.rows(self.board, self.ranks).placed(self.board, 0)
    }

    /// White's pieces with their goal squares (rules 2.3 and 5.4).
    pub fn goals(&self) -> Vec<(Piece, Square)> {
        let last_rows = self.board.rows() - self.ranks;
        match self.goal {
            Goal::Shift => self.start.rows(self.board, self.ranks).placed(self.board, last_rows),
            Goal::Opponent => {
                let rotated = |(piece, square): (Piece, Square)| (piece, square.rotated());
                self.starts().into_iter().map(rotated).collect()
            }
            Goal::Rows(rows) => rows.placed(self.board, last_rows),
        }
    }

    /// The record as a variant file that `parse` reads back.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a rule record is a flat table of strings and one number")
    }

    /// All fields with their values as variant files have them, those omitted there included.
    ///
    /// ```
    /// let rules = salta_core::rules::named("walker").unwrap();
    /// assert!(rules.fields().contains(&("board", "10x10".into())));
    /// ```
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        macro_rules! fields {
            ($($field:ident)*) => {{
                let Rules { $($field),* } = self;
                vec![$((stringify!($field), value_text($field))),*]
            }};
        }
        fields![
            name board ranks start goal first_mover jump_direction jump_over jumping chain blockade
            move_limit last_move points
        ]
    }

    /// The side that moves second.
    pub const fn second_mover(&self) -> Side {
        self.first_mover.other()
    }
}

fn value_text(of: &impl Serialize) -> String {
    match toml::Value::try_from(of).expect("a string or a number") {
        toml::Value::String(text) => text,
        other => other.to_string(),
    }
}
