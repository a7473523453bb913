//! Positions, games and perft tables as text (rules 7.1 to 7.3); moves are read and written by
//! [`Move`](crate::Move) itself.

mod game_file;
mod game_text;
mod perft_table;
mod position_line;
mod split_games;

pub use game_file::{GameError, GameFault, GameFile, Ply, Variation};
pub use game_text::GameText;
pub use perft_table::{PerftCase, PerftTableError};
pub use position_line::{MAX_PLIES, PositionError};
pub use split_games::split_games;

pub use crate::square::number;
