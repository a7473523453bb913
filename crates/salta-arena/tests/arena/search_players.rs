use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use salta_arena::{GameResult, MatchConfig};
use salta_core::{Move, Position, Side, Variant};
use salta_env::{Evaluations, Evaluator, Uniform, generator};
use salta_players::{MAX_BATCH, Player, PlayerError, Random, SearchPlayer, SearchSettings, Turn};
use salta_stats::Verdict;

use crate::common::{ByDistance, made, play, play_on_any_threads, searcher, small, variant};

/// Records the batch sizes of the wrapped evaluator.
struct Counting<E>(E, Rc<RefCell<Vec<usize>>>);

impl<E: Evaluator> Evaluator for Counting<E> {
    fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations {
        self.1.borrow_mut().push(positions.len());
        self.0.evaluate(variant, positions)
    }
}

#[test]
fn a_searcher_by_distance_beats_random() {
    let variant = variant("buettgenbach-1899");
    let config = small(20);
    let played =
        play(&variant, &config, &|| made(searcher(ByDistance, 16)), &|| made(Random)).unwrap();
    assert_eq!(played.statistics().verdict(), Verdict::Better);
    assert_eq!(searcher(ByDistance, 16).name(), "search:sims=16");
}

fn by_distance(simulations: u32, twofold_draws: bool, reuse_nodes: u32) -> SearchPlayer {
    let mut settings = SearchSettings { twofold_draws, ..SearchSettings::default() };
    (settings.search.simulations, settings.search.reuse_nodes) = (simulations, reuse_nodes);
    SearchPlayer::new(format!("{simulations}"), ByDistance, settings).unwrap()
}

/// One that keeps its tree from move to move.
fn reusing(simulations: u32) -> SearchPlayer {
    by_distance(simulations, false, 4 * simulations)
}

#[test]
fn the_number_of_threads_changes_no_search_that_goes_on_with_its_tree() {
    for name in ["buettgenbach-1899", "walker"] {
        let config = MatchConfig { max_plies: 60, ..small(6) };
        let (going_on, anew) = (|| made(reusing(8)), || made(searcher(ByDistance, 8)));
        let played = play_on_any_threads(&variant(name), &config, &going_on, &anew);
        assert_eq!(played.games.len(), 12);
    }
}

/// Tree reuse must not make a player weaker by more than chance allows in 20 pairs.
#[test]
fn going_on_with_the_tree_makes_no_worse_player() {
    let (going_on, anew) = (|| made(reusing(16)), || made(searcher(ByDistance, 16)));
    let played = play(&variant("buettgenbach-1899"), &small(20), &going_on, &anew).unwrap();
    assert_ne!(played.statistics().verdict(), Verdict::Worse);
}

/// Games between two searchers by distance, neither of which can pass the other, without a limit.
fn without_limit(twofold_draws: bool, reuse_nodes: u32) -> Vec<GameResult> {
    let config = MatchConfig { max_plies: 160, ..small(4) };
    let [a, b] = [16, 12].map(|sims| move || made(by_distance(sims, twofold_draws, reuse_nodes)));
    play(&variant("walker"), &config, &a, &b).unwrap().games
}

/// How many plies of the games repeat an earlier position.
fn repetitions(games: &[GameResult]) -> usize {
    let variant = variant("walker");
    let repeated = |game: &GameResult| {
        let mut position = variant.start();
        let mut seen = HashSet::from([position.without_plies()]);
        let again = |mv: &&Move| {
            variant.apply_move(&mut position, **mv);
            !seen.insert(position.without_plies())
        };
        game.opening.iter().chain(&game.moves).filter(again).count()
    };
    games.iter().map(repeated).sum()
}

#[test]
fn players_that_count_repetitions_as_draws_repeat_less() {
    let drawn = without_limit(true, 0);
    let [without, with] = [repetitions(&without_limit(false, 0)), repetitions(&drawn)];
    assert!(without > 200 && 2 * with < without, "{with} of {without}");
    assert_eq!(without_limit(true, 64), drawn, "each move is searched anew");
}

/// What has occurred counts in its own game only, and only without a move limit.
#[test]
fn each_game_of_a_batch_has_its_own_repetitions() {
    for (name, recurs) in [("walker", true), ("nestor", false)] {
        let variant = variant(name);
        let mut player = by_distance(16, true, 0);
        let mut avoided = 0;
        for position in positions(&variant, 20) {
            let alone = choose(&mut player, &variant, &[position]).unwrap()[0];
            let repeated = [variant.after(&position, alone)];
            let mut turn = |earlier: &[&[Position]]| {
                let mut generators: Vec<_> = earlier.iter().map(|_| generator(1, "t", 0)).collect();
                let games = earlier.iter().zip(&mut generators).enumerate();
                let turn = |(slot, (&earlier, generator))| Turn {
                    slot,
                    position: &position,
                    earlier,
                    generator,
                };
                player.choose(&variant, &mut games.map(turn).collect::<Vec<_>>()).unwrap()
            };
            let other = turn(&[&repeated])[0];
            assert_eq!(turn(&[&repeated, &[], &repeated]), [other, alone, other]);
            avoided += u32::from(other != alone);
        }
        assert_eq!(avoided > 0, recurs, "{avoided} in {name}");
    }
}

fn positions(variant: &Variant, count: u64) -> Vec<Position> {
    let walk = |number| {
        let mut rng = generator(3, "positions", number);
        let mut position = variant.start();
        for _ in 0..10 + number % 40 {
            let turn = Turn { slot: 0, position: &position, earlier: &[], generator: &mut rng };
            let mv = Random.choose(variant, &mut [turn]).unwrap()[0];
            variant.apply_move(&mut position, mv);
        }
        position
    };
    (0..count).map(walk).collect()
}

fn choose<P: Player>(
    player: &mut P,
    variant: &Variant,
    positions: &[Position],
) -> Result<Vec<Move>, PlayerError> {
    let mut generators: Vec<_> =
        (0..positions.len() as u64).map(|i| generator(1, "turn", i)).collect();
    let games = positions.iter().zip(&mut generators).enumerate();
    let mut turns: Vec<Turn<'_>> = games
        .map(|(slot, (position, generator))| Turn { slot, position, earlier: &[], generator })
        .collect();
    player.choose(variant, &mut turns)
}

#[test]
fn turns_are_legal_and_independent_of_the_batch() {
    for name in salta_core::rules::NAMED {
        let variant = variant(name);
        let positions = positions(&variant, 40);
        let mut player = searcher(ByDistance, 12);
        let together = choose(&mut player, &variant, &positions).unwrap();
        for (position, mv) in positions.iter().zip(&together) {
            assert!(variant.moves(position).contains(mv), "{name}: {mv}");
            let alone = choose(&mut player, &variant, &[*position]).unwrap();
            assert_eq!(alone, [*mv], "{name}");
        }
    }
}

#[test]
fn batches_are_filled_and_bounded() {
    let variant = variant("checkerboard");
    let batches = Rc::new(RefCell::new(Vec::new()));
    let mut player = searcher(Counting(Uniform, batches.clone()), 8);
    let positions = positions(&variant, 2 * MAX_BATCH as u64 + 10);
    choose(&mut player, &variant, &positions).unwrap();
    let batches = batches.borrow();
    assert!(batches.iter().all(|batch| *batch <= MAX_BATCH));
    // 3 batches of games, 1 root and 8 simulations each; forced turns need none.
    assert_eq!(batches.len(), 27);
    assert!(batches.iter().sum::<usize>() > 9 * MAX_BATCH);
}

#[test]
fn a_chain_is_played_to_its_end() {
    let (variant, mut player) = (variant("walker"), searcher(ByDistance, 32));
    let mut chains = 0;
    for position in positions(&variant, 64) {
        let mv = choose(&mut player, &variant, &[position]).unwrap()[0];
        assert!(variant.moves(&position).contains(&mv));
        chains += (mv.from.row().abs_diff(mv.to.row()) > 2) as u32;
        // Even if the last search began within the chain.
        let Some(info) = player.info() else { continue };
        assert_eq!(info.pv.first(), Some(&mv));
        let mut at = position;
        info.pv.iter().for_each(|mv| variant.play(&mut at, *mv).unwrap());
    }
    assert!(chains > 0, "some turns are longer than a jump");
}

#[test]
fn another_variant_is_another_game() {
    let mut player = searcher(ByDistance, 8);
    for name in ["walker", "nestor", "walker"] {
        let variant = variant(name);
        let start = variant.start();
        let mv = choose(&mut player, &variant, &[start]).unwrap()[0];
        assert!(variant.moves(&start).contains(&mv));
    }
}

struct Broken(fn(&mut Evaluations));

impl Evaluator for Broken {
    fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations {
        let mut answers = Uniform.evaluate(variant, positions);
        (self.0)(&mut answers);
        answers
    }
}

#[test]
fn bad_evaluations_are_errors() {
    let variant = variant("nestor");
    let error = |bad: fn(&mut Evaluations)| {
        let start = [variant.start(); 2];
        choose(&mut searcher(Broken(bad), 4), &variant, &start).unwrap_err()
    };
    let nan = error(|answers| answers.margin[1] = f32::NAN);
    assert!(matches!(nan, PlayerError::Failed { slot: 1, .. }), "{nan}");
    assert!(nan.to_string().starts_with("invalid evaluation: "), "{nan}");
    let infinite = error(|answers| answers.policy_logits.fill(f32::INFINITY));
    assert!(infinite.to_string().contains("logit"), "{infinite}");
    let short = error(|answers| answers.margin = answers.margin.iter().take(1).copied().collect());
    let few = "the evaluator answered for 1 positions of 2";
    assert_eq!(short, PlayerError::failed(0, few));
}

#[test]
fn a_game_that_is_over_is_an_error() {
    let variant = variant("nestor");
    let over = variant.parse_position("5/5/5/5/5/5/5/5/5/5 w 0").unwrap();
    assert!(variant.is_over(&over) && over.to_move() == Side::White);
    let positions = [variant.start(), over];
    let expected = Err(PlayerError::failed(1, "the game is over"));
    assert_eq!(choose(&mut searcher(Uniform, 4), &variant, &positions), expected);
    assert_eq!(choose(&mut Random, &variant, &positions), expected);
}
