//! The moments of a game that teach most.

use salta_core::Side;
use serde::Serialize;

use super::judge::Judged;
use super::ply::ReviewedPly;
use super::why::why;
use crate::centipoints::Centipoints;
use crate::game::Game;
use crate::sentence::Sentence;
use crate::view::MoveView;

/// Maximum number of moments per side.
const MOST: usize = 3;
/// Smallest loss that makes a move a moment.
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
    /// How much better it would have been.
    pub lost: Centipoints,
    /// What is wrong with the move, in a few words.
    pub why: Sentence,
}

impl Moment {
    /// The costliest moves of each side, three at most, in the order of the game. Moves that lost
    /// less than a point do not count.
    ///
    /// # Panics
    /// If the evaluations (shape `[moves + 1]`) or the plies are of another game.
    pub fn of(game: &Game, judged: &[Judged], plies: &[ReviewedPly]) -> Vec<Moment> {
        let costliest = |side| {
            let own = plies.iter().filter(move |ply| ply.side == side && ply.lost >= LEAST);
            let mut own: Vec<&ReviewedPly> = own.collect();
            own.sort_by_key(|ply| (-ply.lost, ply.ply));
            own.truncate(MOST);
            own
        };
        let mut chosen: Vec<&ReviewedPly> = Side::BOTH.into_iter().flat_map(costliest).collect();
        chosen.sort_by_key(|ply| ply.ply);
        chosen.into_iter().map(|ply| Moment::at(game, judged, ply)).collect()
    }

    fn at(game: &Game, judged: &[Judged], ply: &ReviewedPly) -> Moment {
        let (variant, index) = (&game.variant, ply.ply as usize - 1);
        let mv = game.moves[index];
        let line = |at: usize| judged[at].best.as_ref().map_or(&[][..], |best| &best.line[..]);
        let played = [&[mv][..], line(index + 1)].concat();
        let better = line(index);
        let local = |mv| variant.to_local(mv).into();
        Moment {
            ply: ply.ply,
            side: ply.side,
            mv: local(mv),
            best: local(better[0]),
            lost: ply.lost,
            why: why(variant, &game.positions[index], &played, better),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::tests::{game_of_1901, judged};
    use crate::say;
    use salta_core::{Move, NodeBudget, Variant};
    use salta_opponents::alphabeta2::Limit;

    fn moments(game: &Game) -> Vec<Moment> {
        let judged = judged(game, Limit::nodes(2000), NodeBudget(1000));
        let plies = judged.windows(2).enumerate();
        let plies: Vec<ReviewedPly> =
            plies.map(|(at, two)| ReviewedPly::of(game, at, &two[0], &two[1])).collect();
        Moment::of(game, &judged, &plies)
    }

    /// A random game: on average, two of three turns gain as much ground as possible, and the
    /// others are any legal turns.
    fn beginners_game(seed: u64) -> Game {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let mut state = seed;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let (mut position, mut moves) = (variant.start(), Vec::new());
        while !variant.is_over(&position) && moves.len() < 120 {
            let side = position.to_move();
            let mut legal: Vec<Move> = variant.moves(&position);
            if random(3) > 0 {
                let left = |mv: &Move| variant.after(&position, *mv).distance(side);
                let least = legal.iter().map(left).min().unwrap();
                legal.retain(|mv| left(mv) == least);
            }
            let mv = legal[random(legal.len())];
            variant.apply_move(&mut position, mv);
            moves.push(mv);
        }
        Game::new(variant.clone(), variant.start(), moves).unwrap()
    }

    #[test]
    fn most_moments_have_a_reason() {
        let games = (0..4).map(beginners_game).chain([game_of_1901()]);
        let moments: Vec<Moment> = games.flat_map(|game| moments(&game)).collect();
        assert!(moments.len() >= 20, "{}", moments.len());
        let later = say!("why.later");
        let without = moments.iter().filter(|moment| moment.why == later).count();
        assert!(3 * without <= moments.len(), "{without} of {}", moments.len());
    }
}
