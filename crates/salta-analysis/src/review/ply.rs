//! A ply of a reviewed game: what it lost, and whether it turned the game.

use salta_core::Side;
use serde::Serialize;

use super::judge::Judged;
use crate::centipoints::Centipoints;
use crate::game::Game;
use crate::margin::seen_by;

/// A loss that turns a game, whoever leads.
const MUCH: Centipoints = Centipoints(400);

/// A ply as the engine sees it. Margins are White's, under best play from there on, and they add up:
/// `after = before - lost + drift` if White moved, `before + lost + drift` if Black did.
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
    /// The engine's move.
    pub best: String,
    /// The margin after that.
    pub after_best: Centipoints,
    /// What the mover lost: how much better for it the position after the engine's move is than that
    /// after its own, both searched alike. 0 if its own is as good or better.
    pub lost: Centipoints,
    /// What the engine changed its mind by: the change of the margin with the better of the two moves,
    /// now that it looks a turn further.
    pub drift: Centipoints,
    /// Whether the move turned the game: it lost four points or more, or it lost the lead, the mover
    /// being at least a point ahead after the engine's move and at least a point behind after its
    /// own. A list of the worst plies would name some in every game, even in one without a mistake.
    pub turning: bool,
    /// Turns that the engine looked ahead; by a network, those of the line that it expects.
    pub depth: u32,
}

impl ReviewedPly {
    /// The ply with this index, from the judgements of the positions before and after it.
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
