//! `salta moves`: the legal moves of a position, or how the game ended.

use std::fmt::Write;

use serde::Serialize;

use salta_core::{Margin, Move, Position, Variant};
use salta_report::board_text;

use crate::args::{DEFAULT_NODES, Place};
use crate::error::Error;
use crate::output;
use crate::standing::{Outcome, margin_in_words, remaining};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Record {
    moves: Vec<String>,
    outcome: Option<Outcome>,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let (variant, position) = args.place.load()?;
    let moves = sorted(&variant, &position);
    let margin = || variant.margin_of(remaining(&variant, &position, DEFAULT_NODES));
    let margin = moves.is_empty().then(margin);
    if args.json {
        let moves = moves.into_iter().map(Move::salta_numbers).collect();
        return output::json(&Record { moves, outcome: margin.map(Outcome::from) });
    }
    output::text(&describe(&variant, &position, &moves, margin))
}

/// The legal moves in the square names of the board, sorted by their Salta numbers as text.
pub(crate) fn sorted(variant: &Variant, position: &Position) -> Vec<Move> {
    let moves = variant.moves(position).into_iter();
    let mut moves: Vec<Move> = moves.map(|mv| variant.to_local(mv)).collect();
    moves.sort_by_cached_key(|mv| mv.salta_numbers());
    moves
}

fn describe(variant: &Variant, p: &Position, moves: &[Move], margin: Option<Margin>) -> String {
    let mut text = format!("{}\n{}\n", board_text(variant.board(), p), variant.position_line(p));
    let _ = match margin {
        Some(margin) => writeln!(text, "The game is over: {}.", margin_in_words(variant, margin)),
        None => {
            let count = salta_report::counted(moves.len() as u64, "move");
            writeln!(text, "{} to move, {count}:", p.to_move().name())
        }
    };
    for mv in moves {
        let _ = writeln!(text, "  {:<8}{mv}", mv.salta_numbers());
    }
    text
}
