//! `hint`: a turn worth playing, and why, in words.

use salta_analysis::{MoveView, Sentence, say, words};
use serde::Serialize;

use super::query::Query;
use crate::analyst::Effort;
use crate::desk::Desk;
use crate::refused::Refused;

#[derive(Serialize)]
pub(crate) struct Hint {
    #[serde(rename = "move")]
    mv: MoveView,
    words: Vec<Sentence>,
}

pub(super) fn answer(ask: &Query, desk: &Desk) -> Result<Hint, Refused> {
    let (analyst, game) = ask.resolve(desk)?;
    let (variant, position) = (&game.variant, game.last());
    if variant.is_over(position) {
        return Err(Refused::Bad(say!("refused.over")));
    }
    let opinion = analyst.engine(variant, Effort::HINT).settle(position, &mut || false)?;
    let mv = opinion.expect("it was not stopped").best();
    let moves = variant.moves(position);
    let forced = words::must_jump(variant, &moves).then(|| match moves.len() {
        1 => say!("move.forced"),
        jumps => say!("move.forced-one-of", count = jumps),
    });
    let said = words::remarks(variant, position, mv);
    let words = forced.into_iter().chain(said).collect();
    Ok(Hint { mv: variant.to_local(mv).into(), words })
}
