//! The training samples of a recorded game.

use salta_core::Side;
use salta_record::{DecisionFlags, Ending, Margin, WdlMargin};
use salta_train::{is_sample, samples_of};

use crate::common::{game, variant};

#[test]
fn margins_are_for_the_mover_and_plies_count_down() {
    for base in ["buettgenbach-1899", "walker"] {
        let variant = variant(base, 10);
        let mut game = game(&variant, 1);
        game.outcome.margin = Margin::Exact(7);
        let samples = samples_of(&variant, &game).unwrap();
        assert_eq!(samples.len(), game.decisions.len() - 2);
        for (sample, decision) in samples.iter().zip(&game.decisions[2..]) {
            let white = sample.position.to_move() == Side::White;
            assert_eq!(sample.value, Some(WdlMargin::of_margin(if white { 7 } else { -7 })));
            assert_eq!(sample.plies, 20 - sample.position.plies());
            assert_eq!(*sample.policy, *decision.policy);
        }
        let movers: Vec<Side> = samples.iter().map(|sample| sample.position.to_move()).collect();
        assert!(movers.contains(&Side::White) && movers.contains(&Side::Black));
        assert_eq!(samples.last().unwrap().plies, 1);
    }
}

#[test]
fn the_hops_of_a_chain_are_decisions_of_one_turn() {
    let variant = variant("walker", 40);
    let chain = (0..50)
        .map(|number| game(&variant, number))
        .find(|game| game.decisions.len() > game.outcome.plies as usize);
    let game = chain.expect("jumps come up in forty moves");
    let samples = samples_of(&variant, &game).unwrap();
    let hop = samples.windows(2).find(|pair| pair[1].position.hopper().is_some()).unwrap();
    assert_eq!(hop[0].plies, hop[1].plies);
    assert_eq!(hop[0].value, hop[1].value);
}

#[test]
fn decisions_not_for_training_are_left_out() {
    let variant = variant("buettgenbach-1899", 6);
    let mut game = game(&variant, 2);
    game.decisions[5].flags = DecisionFlags::NO_TRAINING.with(DecisionFlags::REDUCED_SEARCH);
    game.decisions[7].flags = DecisionFlags::REDUCED_SEARCH;
    let samples = samples_of(&variant, &game).unwrap();
    let plies: Vec<u32> = samples.iter().map(|sample| sample.position.plies()).collect();
    assert_eq!(plies, [2, 3, 4, 6, 7, 8, 9, 10, 11]);
    assert_eq!(game.decisions.iter().filter(|decision| is_sample(decision)).count(), samples.len());
}

#[test]
fn a_game_without_a_proven_result_by_the_rules_has_no_margin() {
    let variant = variant("buettgenbach-1899", 6);
    let game = game(&variant, 3);
    let with = |ending, margin| {
        let mut game = game.clone();
        (game.outcome.ending, game.outcome.margin) = (ending, margin);
        samples_of(&variant, &game).unwrap()
    };
    let margins = |samples: &[salta_train::Sample]| {
        samples.iter().filter(|sample| sample.value.is_some()).count()
    };
    let proven = with(Ending::Limit, Margin::Exact(3));
    assert_eq!(margins(&proven), 10);
    for (ending, margin) in [
        (Ending::Truncated, Margin::Exact(3)),
        (Ending::Forfeit, Margin::Exact(3)),
        (Ending::Adjudicated, Margin::Exact(3)),
        (Ending::Limit, Margin::Bounds { lo: 2, hi: 4 }),
        (Ending::Truncated, Margin::Bounds { lo: 2, hi: 4 }),
    ] {
        let open = with(ending, margin);
        assert_eq!(margins(&open), 0);
        // The policy is learned all the same.
        assert!(open.iter().zip(&proven).all(|(open, proven)| open.policy == proven.policy));
    }
}

#[test]
fn a_record_that_does_not_play_through_is_refused() {
    let variant = variant("buettgenbach-1899", 6);
    let good = game(&variant, 4);
    let mut illegal = good.clone();
    illegal.decisions[3].action = 200;
    let mut nowhere = good.clone();
    nowhere.position = "nowhere".into();
    for (bad, said) in [(illegal, "game 4, decision 4: "), (nowhere, "game 4: a position is ")] {
        let error = samples_of(&variant, &bad).unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
    }
}
