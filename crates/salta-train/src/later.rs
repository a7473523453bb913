//! Targets that depend on what happened after a decision, other than the game's result: which
//! pieces end at home, the opponent's reply, and the short-term value.

use salta_core::{PIECES, Position, Side, Variant};
use salta_net::{AuxiliaryTargets, SQUARES};
use salta_record::Decision;

/// Maximum number of following decisions that the short-term value averages over.
const MOST_DECISIONS: usize = 8;
/// Weight of each of these decisions relative to the one before it.
const FADING: f32 = 0.8;
/// The indices of an action as seen by the two players add up to this.
const ROTATED: u8 = 199;

/// Targets for the auxiliary heads, from the rest of the game after a decision. An unknown target
/// is `None`, never zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LaterTargets {
    /// Pieces that end at home, one bit per piece, for White and for Black; `None` if the game was
    /// truncated.
    pub home: Option<[u16; 2]>,
    /// The next decision, if the opponent makes it, as the player to move sees it, 0 to 199.
    pub reply: Option<u8>,
    /// The short-term value: the search's values of the next decisions for the player to move,
    /// nearer ones with more weight.
    pub short_term_value: Option<f32>,
}

impl LaterTargets {
    /// The targets for decision `at`. `movers`: the side that made each decision, one entry per
    /// decision.
    pub(crate) fn after(
        at: usize,
        decisions: &[Decision],
        movers: &[Side],
        home: Option<[u16; 2]>,
    ) -> LaterTargets {
        let mover = movers[at];
        let next = decisions.get(at + 1).filter(|_| movers[at + 1] != mover);
        let reply = next.and_then(|decision| ROTATED.checked_sub(decision.action));
        LaterTargets {
            home,
            reply,
            short_term_value: short_term_value(mover, &decisions[at + 1..], &movers[at + 1..]),
        }
    }

    /// Writes the targets of a sample into row `row`.
    pub(crate) fn write(&self, position: &Position, row: usize, targets: &mut AuxiliaryTargets) {
        targets.reply[row] = self.reply;
        targets.short_term_value[row] = self.short_term_value;
        let Some(home) = self.home else { return };
        let rotated = position.to_move() == Side::Black;
        for side in Side::BOTH {
            for (piece, square) in position.pieces(side) {
                let seen = if rotated { square.rotated() } else { square };
                let at_home = home[side.index()] >> piece.index() & 1 == 1;
                targets.home[row * SQUARES + seen.index()] = Some(at_home);
            }
        }
    }
}

/// Pieces at home, one bit per piece, for White and for Black.
pub(crate) fn at_home(variant: &Variant, position: &Position) -> [u16; 2] {
    const { assert!(PIECES <= 16) };
    Side::BOTH.map(|side| {
        let home = position.pieces(side).filter(|(piece, at)| variant.goal(side, *piece) == *at);
        home.fold(0, |set, (piece, _)| set | 1 << piece.index())
    })
}

fn short_term_value(mover: Side, decisions: &[Decision], movers: &[Side]) -> Option<f32> {
    let searched = decisions.iter().zip(movers).filter(|(decision, _)| !decision.policy.is_empty());
    let (mut sum, mut weights, mut weight) = (0.0, 0.0, 1.0);
    for (decision, side) in searched.take(MOST_DECISIONS) {
        sum += weight * if *side == mover { decision.root_value } else { -decision.root_value };
        weights += weight;
        weight *= FADING;
    }
    (weights > 0.0).then(|| (sum / weights).clamp(-1.0, 1.0))
}
