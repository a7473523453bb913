//! Evaluations passed from a batch to a search.

use std::sync::Arc;

use rand::Rng;
use salta_core::{Variant, distance_margin, rules};
use salta_env::{Evaluations, Evaluator, Uniform};
use salta_game::{SaltaGame, Utility};
use salta_search::{AbsorbError, Game, P0Value, Player, Search};

use crate::{config, rng};

fn game() -> SaltaGame {
    let variant = Variant::named("nestor").unwrap();
    SaltaGame::new(Arc::new(variant), Utility { win_weight: 0.5, margin_scale: 40.0 }, 100)
}

/// Two rows, the second with a certain win and 20 points for the mover.
fn two_rows(game: &SaltaGame) -> Evaluations {
    let start = game.variant().start();
    let mut evaluations = Uniform.evaluate(game.variant(), &[start, start]);
    (evaluations.wdl[[1, 0]], evaluations.wdl[[1, 1]]) = (1.0, 0.0);
    evaluations.margin[1] = 20.0;
    evaluations
}

#[test]
fn a_row_becomes_the_value_that_its_mover_sees() {
    let game = game();
    for (row, expected) in [(0, 0.0), (1, 0.75)] {
        let start = game.variant().start();
        let mut search = Search::new(&game, start, config(0, 0.0), &mut rng(1)).unwrap();
        search.gather(&game).unwrap();
        game.absorb(&mut search, &two_rows(&game), row).unwrap();
        let report = search.report().unwrap();
        assert_eq!(report.network_value_for_mover().0, expected);
        assert_eq!(report.network_value.0, expected * report.mover.sign());
        assert_eq!(report.mover, Player::P0, "White begins");
    }
}

#[test]
fn what_the_search_refuses_is_said() {
    let game = game();
    let mut search =
        Search::new(&game, game.variant().start(), config(0, 0.0), &mut rng(1)).unwrap();
    let mut evaluations = two_rows(&game);
    evaluations.margin[0] = f32::NAN;
    let refused = game.absorb(&mut search, &evaluations, 0);
    assert!(matches!(refused, Err(AbsorbError::BadValue { .. })), "{refused:?}");
    game.absorb(&mut search, &evaluations, 1).unwrap();
    assert_eq!(game.absorb(&mut search, &evaluations, 1), Err(AbsorbError::NotWaiting));
}

#[test]
fn an_end_that_is_not_counted_out_is_a_win_and_no_more_where_wins_count() {
    let text = "base = \"checkerboard\"\nname = \"wins\"\nmove_limit = 5\npoints = \"win\"";
    let variant = Arc::new(Variant::new(rules::parse(text).unwrap()));
    let points = Utility { win_weight: 0.0, margin_scale: 10.0 };
    let game = SaltaGame::new(Arc::clone(&variant), points, 0);
    let mut further = 0;
    for seed in 0..20 {
        let (mut position, mut random) = (variant.start(), rng(seed));
        variant.playout(&mut position, 10, || random.next_u32());
        let P0Value(value) = game.terminal(&position).expect("the limit is reached");
        further += i32::from(distance_margin(&position).abs() > 1);
        assert!(value.abs() <= 0.1, "{value}");
    }
    assert!(further > 5, "{further}");
}
