//! The moments of a game that teach most.

use salta_core::{Move, Position, Side, Variant};
use serde::Serialize;

use super::ply::ReviewedPly;
use crate::centipoints::Centipoints;
use crate::game::Game;
use crate::say;
use crate::sentence::Sentence;
use crate::view::MoveView;
use crate::words::blocked;

/// Moments of a side, at most.
const MOST: usize = 3;
/// What a move loses at least to be one.
const LEAST: Centipoints = Centipoints::LEAD;

/// A move that lost much, and the better one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// Its number in the game, from 1.
    pub ply: u32,
    /// Who moved.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveView,
    /// The better one.
    pub best: MoveView,
    /// What it would have been worth more.
    pub lost: Centipoints,
    /// What is the matter with the move, in a few words.
    pub why: Sentence,
}

impl Moment {
    /// The costliest moves of each side, three at most, in the order of the game. Moves that lost less
    /// than a point are none.
    ///
    /// # Panics
    /// If the plies are of another game.
    pub fn of(game: &Game, plies: &[ReviewedPly]) -> Vec<Moment> {
        let costliest = |side| {
            let own = plies.iter().filter(move |ply| ply.side == side && ply.lost >= LEAST);
            let mut own: Vec<&ReviewedPly> = own.collect();
            own.sort_by_key(|ply| (-ply.lost, ply.ply));
            own.truncate(MOST);
            own
        };
        let mut chosen: Vec<&ReviewedPly> = Side::BOTH.into_iter().flat_map(costliest).collect();
        chosen.sort_by_key(|ply| ply.ply);
        chosen.into_iter().map(|ply| Moment::at(game, ply)).collect()
    }

    fn at(game: &Game, ply: &ReviewedPly) -> Moment {
        let (variant, index) = (&game.variant, ply.ply as usize - 1);
        let (mv, position) = (game.moves[index], &game.positions[index]);
        let best = variant.parse_move(&ply.best).expect("a review writes moves");
        let local = |mv| variant.to_local(mv).into();
        Moment {
            ply: ply.ply,
            side: ply.side,
            mv: local(mv),
            best: local(best),
            lost: ply.lost,
            why: why(variant, position, mv, best),
        }
    }
}

/// What tells a move from the better one, the most telling first.
fn why(variant: &Variant, position: &Position, mv: Move, best: Move) -> Sentence {
    let side = position.to_move();
    let opponent = side.other();
    if best.is_jump() && !mv.is_jump() {
        return say!("why.missed-jump");
    }
    let after = |mv| {
        let mut after = *position;
        variant.apply_move(&mut after, mv);
        after
    };
    let (own, better) = (after(mv), after(best));
    if let (Some(walled_in), None) =
        (blocked(variant, position, &own, side), blocked(variant, position, &better, side))
    {
        return say!("why.blocks", side = side, piece = walled_in);
    }
    let jumps = |position| variant.moves(position).iter().filter(|mv| mv.is_jump()).count();
    if jumps(&own) > jumps(&better) {
        return say!("why.lets-jump", side = opponent);
    }
    if own.distance(side) > better.distance(side) {
        return say!("why.less-ground");
    }
    if variant.moves(&own).len() > variant.moves(&better).len() {
        return say!("why.gives-room", side = opponent);
    }
    say!("why.later")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str, mv: &str, best: &str) -> String {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let position = variant.parse_position(line).unwrap();
        let [mv, best] = [mv, best].map(|text| variant.parse_move(text).unwrap());
        why(&variant, &position, mv, best).to_string()
    }

    #[test]
    fn what_is_the_matter_is_said_in_a_few_words() {
        let met = "5/5/5/5/2a2/5/2D2/5/5/4B w 0";
        assert_eq!(said(met, "f4-g3", "f4-g5"), "the move played gains less ground");
        let met = "5/5/5/2a2/5/1C3/5/5/5/5 w 0";
        assert_eq!(said(met, "c5-d6", "c5-b6"), "the move played lets Black jump");
        let walled = "4o/5/5/5/5/5/5/1F3/5/A4 w 0";
        assert_eq!(said(walled, "c3-b2", "c3-d4"), "the move played blocks White's own star 1");
        let both = "5/5/5/5/5/5/2a2/2A2/5/4B w 0";
        assert_eq!(said(both, "i1-j2", "e3:g5"), "the move played misses a jump");
    }
}
