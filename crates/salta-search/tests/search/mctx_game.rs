//! The game of `tests/golden/mctx_golden.py`, reimplemented: a tree of hashes.

use salta_search::{Game, P0Value, Player};

use crate::toy::Evaluation;

pub(crate) const ACTIONS: u32 = 24;

/// A tree, by its seed. `kind` says who moves: 0 always player 0, 1 the players in turn, 2 the one
/// that the hash names, so that a player may move several times in a row.
pub(crate) struct HashTree {
    pub(crate) kind: u32,
    pub(crate) depth: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    hash: u32,
    ply: u32,
}

fn mix(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7FEB_352D);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846C_A68B);
    x ^ (x >> 16)
}

fn fraction(x: u32) -> f32 {
    ((x & 0xFFFF) as f32 - 32768.0) / 32768.0
}

pub(crate) fn root(seed: u32) -> Spot {
    Spot { hash: mix(seed + 1), ply: 0 }
}

/// The evaluator: logits of all actions and a value for player 0.
pub(crate) fn evaluate(spot: &Spot) -> Evaluation {
    let logit =
        |action: u32| 2.0 * fraction(mix(spot.hash ^ (action + 1).wrapping_mul(0x0100_0193)));
    ((0..ACTIONS).map(logit).collect(), P0Value(fraction(mix(spot.hash ^ 0x3333_3333))))
}

impl Game for HashTree {
    type State = Spot;

    fn player(&self, spot: &Spot) -> Player {
        let second = match self.kind {
            0 => 0,
            1 => spot.ply & 1,
            _ => spot.hash & 1,
        };
        if second == 0 { Player::P0 } else { Player::P1 }
    }

    fn legal_actions(&self, spot: &Spot, out: &mut Vec<u16>) {
        let thin = if spot.ply == 0 { u32::MAX } else { mix(spot.hash ^ 0x2222_2222) };
        let mask = mix(spot.hash ^ 0x1111_1111) & thin | 1 << (spot.hash % ACTIONS);
        out.extend((0..ACTIONS as u16).filter(|action| mask >> action & 1 == 1));
    }

    fn apply(&self, spot: &mut Spot, action: u16) {
        let hash = mix(spot.hash ^ (u32::from(action) + 1).wrapping_mul(0x9E37_79B9));
        *spot = Spot { hash, ply: spot.ply + 1 };
    }

    fn terminal(&self, spot: &Spot) -> Option<P0Value> {
        let over = spot.ply > 0 && (spot.ply == self.depth || spot.hash >> 8 & 15 == 0);
        over.then(|| P0Value(fraction(mix(spot.hash ^ 0x4444_4444))))
    }
}
