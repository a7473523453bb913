//! A ply of a reviewed game: what it lost, and whether it turned the game.

use salta_core::Side;
use serde::Serialize;

use super::judge::Judged;
use crate::centipoints::Centipoints;
use crate::game::Game;
use crate::margin::seen_by;

/// A loss that makes a ply a turning point, whoever leads.
const MUCH: Centipoints = Centipoints(400);

/// A ply with the engine's evaluations. Margins are White's, under best play from there on, and
/// they add up: `after = before - lost + drift` if White moved, `before + lost + drift` if Black
/// did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedPly {
    /// Its number in the game, from 1.
    pub ply: u32,
    /// Who moved.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position before it.
    pub position: String,
    /// Legal turns.
    pub turns: u32,
    /// The margin of the position.
    pub before: Centipoints,
    /// The margin after the move.
    pub after: Centipoints,
    /// The engine's choice.
    pub best: String,
    /// The margin after the engine's choice.
    pub after_best: Centipoints,
    /// Points that the mover lost: how much better for it the position after the engine's choice is
    /// than the position after the move played, both searched in the same way. 0 if the move played
    /// is as good or better.
    pub lost: Centipoints,
    /// The drift: the change of the margin under the better of the two moves when the engine looks
    /// one turn further.
    pub drift: Centipoints,
    /// Whether the move is a turning point: it lost four points or more, or it lost the lead (the
    /// mover would be at least a point ahead after the engine's choice, and is at least a point
    /// behind after its own). A list of the worst plies would instead name some in every game, even
    /// in a game without mistakes.
    pub turning: bool,
    /// Search depth in turns; for a network, the length of the expected line.
    pub depth: u32,
}

impl ReviewedPly {
    /// The ply with this index, from the evaluations of the positions before and after it.
    ///
    /// # Panics
    /// If the game has no such ply, or `before` is of a position in which the game is over.
    pub fn of(game: &Game, index: usize, before: &Judged, after: &Judged) -> ReviewedPly {
        let (variant, position, mv) = (&game.variant, &game.positions[index], game.moves[index]);
        let side = position.to_move();
        let best = before.best.as_ref().expect("there was a move to make");
        let after_best = best.margin.unwrap_or(after.margin);
        let own = |margin| seen_by(side, margin);
        let lost = (own(after_best) - own(after.margin)).max(Centipoints::ZERO);
        let lead_lost =
            own(after_best) >= Centipoints::LEAD && own(after.margin) <= -Centipoints::LEAD;
        ReviewedPly {
            ply: index as u32 + 1,
            side,
            mv: variant.move_text(mv),
            position: variant.position_line(position),
            turns: variant.moves(position).len() as u32,
            before: before.margin,
            after: after.margin,
            best: variant.move_text(best.mv),
            after_best,
            lost,
            drift: after.margin - before.margin + own(lost),
            turning: lost >= MUCH || lead_lost,
            depth: before.depth,
        }
    }
}
