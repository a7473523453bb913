//! Evaluations along games are the same when updated incrementally and when computed afresh, on
//! every instruction set.

use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use salta_core::isa::Isa;
use salta_core::rules::NAMED;
use salta_core::{Position, Side, Variant};
use salta_nnue::{Evaluation, Evaluator, Network};

fn afresh(network: &Arc<Network>, variant: &Variant, position: &Position) -> Evaluation {
    let mut evaluator = Evaluator::new(Arc::clone(network), variant, 1).on(Isa::PORTABLE);
    evaluator.reset(position);
    evaluator.evaluate(0, position)
}

#[test]
fn kept_up_to_date_is_made_afresh_on_every_instruction_set() {
    let network = Network::shipped();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for name in NAMED {
        let variant = Variant::named(name).unwrap();
        for isa in Isa::available() {
            let mut evaluator = Evaluator::new(Arc::clone(&network), &variant, 60).on(isa);
            let mut position = variant.start();
            evaluator.reset(&position);
            for ply in 1..=60 {
                // A turn that is taken back leaves nothing behind, evaluated or not.
                let moves = variant.moves(&position);
                for mv in moves.sample(&mut rng, 2) {
                    let (side, piece) = position.piece_at(mv.from).unwrap();
                    evaluator.push(ply, side, piece, *mv);
                    let next = variant.after(&position, *mv);
                    if ply % 3 > 0 {
                        let expected = afresh(&network, &variant, &next);
                        assert_eq!(evaluator.evaluate(ply, &next), expected, "{name} {isa:?}");
                    }
                }
                let mv = *moves.choose(&mut rng).unwrap();
                let (side, piece) = position.piece_at(mv.from).unwrap();
                evaluator.push(ply, side, piece, mv);
                variant.apply_move(&mut position, mv);
            }
        }
    }
}

#[test]
fn both_sides_are_judged_alike() {
    let variant = Variant::named("checkerboard").unwrap();
    let rules = "base = \"checkerboard\"\nname = \"black\"\nfirst_mover = \"black\"\n";
    let rotated = Variant::new(salta_core::rules::parse(rules).unwrap());
    let (network, mut rng) = (Network::shipped(), ChaCha8Rng::seed_from_u64(2));
    let mut position = variant.start();
    for _ in 0..60 {
        let other = variant.rotated(&position);
        assert_eq!(position.distance(Side::White), other.distance(Side::Black));
        assert_eq!(afresh(&network, &variant, &position), afresh(&network, &rotated, &other));
        let mv = *variant.moves(&position).choose(&mut rng).unwrap();
        variant.apply_move(&mut position, mv);
    }
}
