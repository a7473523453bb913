//! A position as a picture and as text, White at the bottom.

mod picture;
mod pieces;
mod text;

pub use picture::{Arrow, BoardPicture};
pub use text::board_text;
