//! Compares the inner loops with `salta-core`, game by game and step by step, on every instruction
//! set of this processor, for the named variants, some custom ones and every combination of the
//! fields that decide legality.

use std::sync::Arc;

use ndarray::Array2;
use rand::RngExt;
use salta_core::{Bitboards, Piece, Position, Side, Square, Variant, distance_margin};
use salta_env::{BatchEnv, EnvConfig, Generator, Isa, PLANES, generator};

use crate::common::{self, custom, opened};
use crate::shadow::{is_opening, play_by_the_rules};

const MAX_PLIES: u32 = 70;

fn variants() -> Vec<Arc<Variant>> {
    common::variants().into_iter().chain((0..32).map(combined).map(Arc::new)).collect()
}

/// One of the 32 combinations of the fields that decide legality, with the other fields varied.
fn combined(number: u32) -> Variant {
    let either = |bit: u32, off, on| if number >> bit & 1 == 0 { off } else { on };
    let text = format!(
        "base = \"{}\"\nname = \"combination-{number}\"\n\
         jump_direction = \"{}\"\njump_over = \"{}\"\njumping = \"{}\"\nchain = \"{}\"\n\
         blockade = \"{}\"\nfirst_mover = \"{}\"\nmove_limit = {}\npoints = \"{}\"",
        either(0, "nestor", "meyers-1908"),
        either(0, "forward", "any"),
        either(1, "enemy", "either"),
        either(2, "compulsory", "optional"),
        either(3, "single", "may-continue"),
        either(4, "forbidden", "allowed"),
        either(1, "white", "black"),
        either(2, "0", "30"),
        either(3, "win", "distance"),
    );
    custom(&text)
}

fn config(opening_plies: u32) -> EnvConfig {
    EnvConfig { reward_scale: 0.25, ..opened(MAX_PLIES, opening_plies) }
}

fn env(variant: &Arc<Variant>, games: usize, opening_plies: u32, isa: Isa) -> BatchEnv {
    common::env(variant, games, config(opening_plies), 11).with_isa(isa)
}

fn assert_legal_masks(env: &BatchEnv) {
    for (game, position) in env.positions().enumerate() {
        let legal = env.variant().legal(&position);
        assert_eq!(env.mask(game), legal, "game {game} of {}", env.variant().name());
    }
}

#[test]
fn every_game_follows_the_rules() {
    for variant in variants() {
        for isa in Isa::available() {
            // More than one block, and not a multiple of one.
            let mut env = env(&variant, 131, 4, isa);
            assert_eq!(env.isa(), isa);
            assert!(env.positions().all(|start| is_opening(&start, config(4))));
            let ends = play_by_the_rules(&mut env, config(4), 150);
            assert!(ends > 0, "{}", variant.name());
        }
    }
}

#[test]
fn every_instruction_set_plays_the_same_games() {
    for variant in variants() {
        let play = |isa| {
            let mut env = env(&variant, 300, 2, isa);
            let tally = env.play_random(200);
            (tally, env.positions().collect::<Vec<_>>(), env.masks().collect::<Vec<_>>())
        };
        let portable = play(Isa::PORTABLE);
        assert!(portable.0.terminated + portable.0.truncated >= 300);
        for isa in Isa::available() {
            assert!(play(isa) == portable, "{} on {isa:?}", variant.name());
        }
    }
}

#[test]
fn play_random_is_sampling_and_stepping() {
    for variant in variants() {
        let (mut fast, mut slow) =
            (env(&variant, 130, 3, Isa::best()), env(&variant, 130, 3, Isa::best()));
        let (mut terminated, mut truncated, mut margins) = (0, 0, 0);
        for _ in 0..150 {
            let actions = slow.sample_actions();
            for end in &slow.step(&actions).unwrap().finals {
                truncated += u64::from(end.truncated);
                terminated += u64::from(!end.truncated);
                let margin = i64::from(distance_margin(&end.position));
                margins += if end.truncated { 0 } else { margin };
            }
        }
        let tally = fast.play_random(150);
        assert_eq!((tally.terminated, tally.truncated), (terminated, truncated));
        assert_eq!(tally.margins, margins);
        assert!(fast.positions().eq(slow.positions()));
    }
}

/// A position with up to 15 pieces per side on part of the board, so that blockades are near.
fn scattered(variant: &Variant, rng: &mut Generator) -> Position {
    let mut words = Bitboards { plies: rng.random_range(0..4), ..Bitboards::default() };
    let rows = rng.random_range(2..=10);
    for side in Side::BOTH {
        for piece in Piece::all().take(rng.random_range(1..=15_usize)) {
            let square = Square::new(rng.random_range(0..5 * rows));
            if !(words.occupied[0] | words.occupied[1]).contains(square) {
                words.put(side, piece, square);
            }
        }
    }
    variant.position_from(&words)
}

#[test]
fn placed_positions_have_the_masks_of_the_rules() {
    for variant in variants() {
        let mut rng = generator(5, "scattered", 0);
        for isa in Isa::available() {
            let mut env = env(&variant, 256, 0, isa);
            for game in 0..env.len() {
                let placed =
                    (0..50).any(|_| env.place(game, &scattered(&variant, &mut rng)).is_ok());
                assert!(placed, "no random position can be played on");
            }
            env.refresh_masks();
            assert_legal_masks(&env);
            play_by_the_rules(&mut env, config(0), 12);
        }
    }
}

/// The squares of a plane's word, as White sees them.
fn squares_of(word: u64, position: &Position) -> Vec<Square> {
    let squares = Square::all().filter(|square| word >> square.index() & 1 == 1);
    let turn = |square: Square| match position.to_move() {
        Side::White => square,
        Side::Black => square.rotated(),
    };
    let mut seen: Vec<Square> = squares.map(turn).collect();
    seen.sort();
    seen
}

#[test]
fn planes_match_the_position() {
    for variant in variants() {
        for isa in Isa::available() {
            let mut env = env(&variant, 150, 0, isa);
            env.play_random(33);
            let mut planes = Array2::zeros((PLANES, env.len()));
            env.observe_planes(planes.view_mut());
            for (position, words) in env.positions().zip(planes.columns()) {
                let (mover, boards) = (position.to_move(), position.bitboards());
                let sides = [mover, mover.other()].map(|side| position.occupied(side));
                let chain = [boards.landed, boards.hopper];
                let sets = sides.into_iter().chain(boards.planes).chain(chain);
                for (word, set) in words.iter().zip(sets) {
                    let expected: Vec<Square> = set.iter().collect();
                    assert_eq!(squares_of(*word, &position), expected, "{}", variant.name());
                }
                let legal = variant.legal(&position).mover_words(mover);
                assert_eq!(words.to_vec()[8..], legal);
            }
        }
    }
}

#[test]
fn sampled_actions_are_uniform() {
    let games = 40_000;
    let walker = Arc::new(Variant::named("walker").unwrap());
    let mut env = env(&walker, games, 0, Isa::best());
    let mut counts = [0_u32; 201];
    env.sample_actions().iter().for_each(|action| counts[usize::from(*action)] += 1);
    let legal = env.mask(0).len();
    let expected = games as f64 / f64::from(legal);
    let drawn = counts.iter().filter(|count| **count > 0);
    let chi2: f64 = drawn.map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    // 16 degrees of freedom: 0.1 % lies above 39.3.
    assert!(legal == 17 && chi2 < 39.3, "{legal} actions, chi-square {chi2}");
}
