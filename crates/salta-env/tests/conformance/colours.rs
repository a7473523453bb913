//! On the rotated board with the other first mover, the same actions play the same game for the
//! other colour, with negated rewards, which is what "zero-sum" means here.

use std::sync::Arc;

use salta_core::{Rules, Variant};

use crate::arrays::{observations, written_masks};
use crate::common::{capped, env, variants};

fn other_first_mover(variant: &Variant) -> Arc<Variant> {
    let rules = variant.rules().clone();
    Arc::new(Variant::new(Rules { first_mover: rules.first_mover.other(), ..rules }))
}

#[test]
fn the_other_colours_reward_is_the_negative() {
    let (config, mut paid) = (capped(50), 0);
    for variant in variants() {
        let (mut here, mut there) =
            (env(&variant, 4, config, 27), env(&other_first_mover(&variant), 4, config, 27));
        for _ in 0..120 {
            // What the movers see does not depend on colour.
            assert_eq!(written_masks(&here), written_masks(&there), "{}", variant.name());
            assert_eq!(observations(&here), observations(&there), "{}", variant.name());
            assert!(here.players().zip(there.players()).all(|(a, b)| a + b == 1));
            let actions = here.sample_actions();
            let (a, b) = (here.step(&actions).unwrap(), there.step(&actions).unwrap());
            assert_eq!((&a.terminated, &a.truncated), (&b.terminated, &b.truncated));
            for (white, black) in a.rewards.iter().zip(&b.rewards) {
                assert_eq!(*white, -*black, "{}", variant.name());
                paid += u32::from(*white != 0.0);
            }
        }
    }
    assert!(paid > 50, "{paid} games with a reward");
}
