//! What is proven once the sides have parted: every piece has passed every enemy piece.

use std::sync::Arc;

use salta_core::{Position, Side, Variant};
use salta_game::{SaltaGame, Utility};
use salta_search::Game;
use serde::Serialize;

use crate::needs::Needs;

/// Node budget, per side, of the exact count: a second or two if it does not suffice.
const NODES: u64 = 200_000;
/// A utility from which the margin can be read back.
const WIDE: Utility = Utility { win_weight: 0.0, margin_scale: 1024.0 };

/// A race: every piece has passed every enemy piece.
#[derive(Clone, Debug, Serialize)]
pub struct Race {
    need: [Needs; 2],
    /// White's margin under best play, if the sides provably cannot meet again.
    decided: Option<i32>,
}

/// The race of a position whose sides have parted; `None` for any other.
pub fn race(variant: &Variant, position: &Position) -> Option<Race> {
    if !parted(position) {
        return None;
    }
    let need = Side::BOTH.map(|side| variant.remaining(position, side, NODES));
    let decided = decided(variant, position);
    Some(Race { need: need.map(Needs::from), decided })
}

/// Whether White's last piece is above Black's last piece, so that no piece has to pass another.
fn parted(position: &Position) -> bool {
    let rows = |side| position.occupied(side).iter().map(|square| square.row());
    match (rows(Side::White).min(), rows(Side::Black).max()) {
        (Some(white), Some(black)) => white > black,
        _ => false,
    }
}

/// White's margin under best play, if it is proven.
pub fn decided(variant: &Variant, position: &Position) -> Option<i32> {
    let game = SaltaGame::new(Arc::new(variant.clone()), WIDE, NODES).with_exact_ends(true);
    let known = game.terminal(position).is_none().then(|| game.decided(position)).flatten()?;
    Some((known.0 * WIDE.margin_scale).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_race_is_proven_and_decided() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        // Each star 1 has gone two rows too far.
        let line = "A4/5/5/5/5/5/5/5/5/4a w 100";
        let position = variant.parse_position(line).unwrap();
        let race = race(&variant, &position).unwrap();
        assert!(race.need.iter().all(|need| need.proven), "{race:?}");
        assert!(race.decided.is_some(), "{race:?}");
        assert_eq!(race.need[0].solo, (2, 2));
    }

    #[test]
    fn the_start_is_no_race() {
        let variant = Variant::named("nestor").unwrap();
        assert!(race(&variant, &variant.start()).is_none());
    }
}
