//! Positions, games and perft tables as text (docs/rules.md, "Notation"); moves are read and written by
//! [`Move`](crate::Move) itself.

mod game_file;
mod perft_table;
mod position_line;

pub use game_file::{GameError, GameFile, GameText, Ply};
pub use perft_table::{PerftCase, PerftTableError};
pub use position_line::{MAX_PLIES, PositionError};
