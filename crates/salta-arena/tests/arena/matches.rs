use std::collections::HashSet;
use std::time::Duration;
use std::{slice, thread};

use salta_arena::{GameResult, MatchConfig, MatchError, openings};
use salta_core::{Ending, Move, Variant};
use salta_players::{Greedy, Player, PlayerError, Random, Turn};
use salta_stats::{Outcome, Sprt};

use crate::common::{Listener, Made, by_turn, made, on, play, play_watched, small, variant};

fn first() -> Made {
    by_turn("first", |variant, turn, _| Ok(Some(Ok(variant.moves(turn.position)[0]))))
}

fn replayed(variant: &Variant, game: &GameResult) {
    let mut position = variant.start();
    for mv in game.opening.iter().chain(&game.moves) {
        variant.play(&mut position, *mv).unwrap();
    }
    assert_eq!(variant.position_line(&position), game.position);
    assert_eq!(position.plies(), game.plies);
    assert_eq!(variant.ending(&position).unwrap_or(Ending::Truncated), game.ending);
    assert_eq!(variant.margin(&position, 1000), game.margin);
}

#[test]
fn kept_games_replay_to_their_results() {
    for name in salta_core::rules::NAMED {
        let variant = variant(name);
        let config = MatchConfig { max_plies: 150, ..small(6) };
        let played = play(&variant, &config, &|| made(Greedy), &|| made(Random)).unwrap();
        assert_eq!(played.games.len(), 12);
        for (i, game) in played.games.iter().enumerate() {
            replayed(&variant, game);
            assert_eq!((game.pair as usize, game.white_is_a), (i / 2, i % 2 == 0));
            assert_eq!(game.opening, played.games[i / 2 * 2].opening);
            if variant.rules().move_limit > 0 {
                assert_ne!(game.ending, Ending::Truncated);
            }
        }
        let openings: HashSet<&[Move]> = played.games.iter().map(|g| &*g.opening).collect();
        assert_eq!(openings.len(), 6);
    }
}

#[test]
fn a_deterministic_player_splits_every_pair_with_itself() {
    for name in ["buettgenbach-1899", "walker-9i"] {
        let config = MatchConfig { max_plies: 200, ..small(8) };
        let played = play(&variant(name), &config, &first, &first).unwrap();
        for pair in played.games.chunks(2) {
            assert_eq!(pair[0].moves, pair[1].moves);
            let (lo, hi) = pair[0].points();
            assert_eq!(pair[1].points(), (-hi, -lo));
        }
        let statistics = played.statistics();
        assert_eq!(statistics.score.unwrap().estimate, 0.5);
        assert_eq!(statistics.pentanomial, [0, 0, statistics.pairs, 0, 0]);
        let points = statistics.points.unwrap();
        assert_eq!(points.lo + points.hi, 0.0);
        assert_eq!(played.distinct_games(), 8);
    }
}

#[test]
fn a_cap_truncates_and_counts_half() {
    let config = MatchConfig { max_plies: 20, ..small(4) };
    let played = play(&variant("walker"), &config, &|| made(Random), &|| made(Random)).unwrap();
    assert!(played.games.iter().all(|game| (game.plies, game.ending) == (20, Ending::Truncated)));
    assert!(played.games.iter().all(|game| game.outcome() == Outcome::Truncated));
    let statistics = played.statistics();
    assert_eq!((statistics.truncated, statistics.draws), (8, 0));
    assert_eq!(statistics.score.unwrap().estimate, 0.5);
    // `max_plies` applies only to variants without a move limit.
    let limited = play(&variant("nestor"), &config, &|| made(Random), &|| made(Random)).unwrap();
    assert!(limited.games.iter().all(|game| game.plies > 20 && game.ending != Ending::Truncated));
}

#[test]
fn unproven_points_leave_the_pair_out() {
    let variant = variant("buettgenbach-1899");
    let config = MatchConfig { exact_nodes: 1.into(), max_exact_nodes: 1.into(), ..small(8) };
    let played = play(&variant, &config, &|| made(Random), &|| made(Random)).unwrap();
    let statistics = played.statistics();
    assert_eq!(statistics.pairs + statistics.undecided, 8);
    assert!(statistics.undecided > 0, "random games end in scrambles: {statistics:?}");
    let counted = statistics.wins + statistics.draws + statistics.losses + statistics.truncated;
    assert_eq!(counted, 2 * statistics.pairs);
}

fn error(bad: fn(&Turn<'_>) -> Result<Option<Move>, PlayerError>) -> String {
    let config = MatchConfig { pairs_per_group: 2, ..small(2) };
    let cheat = || {
        by_turn("first", move |variant, turn, _| match turn.position.plies() {
            11 => Ok(bad(turn)?.map(Ok)),
            _ => Ok(Some(Ok(variant.moves(turn.position)[0]))),
        })
    };
    let variant = variant("buettgenbach-1899");
    play(&variant, &config, &|| made(Random), &cheat).unwrap_err().to_string()
}

#[test]
fn a_bad_player_is_named_with_game_and_move() {
    let illegal = error(|_| Ok(Some("a1:j10".parse().unwrap())));
    // Black moves at odd plies, so B is at fault where A is White.
    let expected = "first played a1-j10 in game 0 (pair 0, A is White) at ply 11";
    assert!(illegal.starts_with(expected) && illegal.contains(" b 11`"), "{illegal}");
    let missing = error(|_| Ok(None));
    let part = "first chose 2 turns for 4 games, the first of them game 0";
    assert!(missing.contains(part), "{missing}");
    let failed = error(|turn| Err(PlayerError::failed(turn.slot, "the pipe broke")));
    assert_eq!(failed, "first failed in game 0 (pair 0, A is White) at ply 11: the pipe broke");
}

#[test]
fn a_player_that_cannot_be_made_is_an_error() {
    let variant = variant("buettgenbach-1899");
    let broken = || -> Made { Err("no such file".into()) };
    let error = play(&variant, &small(2), &|| made(Random), &broken).unwrap_err();
    assert_eq!(error.to_string(), "player B could not be created: no such file");
}

#[test]
fn a_bad_configuration_is_refused() {
    let error = play(&variant("nestor"), &small(0), &|| made(Random), &|| made(Random));
    assert!(matches!(error, Err(MatchError::Failed(what)) if what.starts_with('`')));
}

#[test]
fn a_raised_flag_stops_the_match() {
    let listener = Listener { stop_after: Some(1), ..Listener::default() };
    let (variant, config) = (variant("checkerboard"), small(200));
    let random = || made(Random);
    let played = play_watched(&variant, &config, &random, &random, &listener);
    assert!(matches!(played, Err(MatchError::Stopped)));
    assert!(listener.progress.into_inner().unwrap().len() < 50);
}

#[test]
fn a_decided_test_ends_the_groups_under_way() {
    let (variant, pairs) = (variant("buettgenbach-1899"), 20);
    let sprt = Some(Sprt { elo0: 0.0, elo1: 200.0, ..Sprt::default() });
    let config = MatchConfig { pairs, pairs_per_group: 1, sprt, ..MatchConfig::default() };
    let last = openings(&variant, &config).unwrap()[19].position;
    // In one position, A waits to be stopped.
    let waiting = || {
        by_turn("waiting", move |variant, turn, stopped| {
            while *turn.position == last && !stopped() {
                thread::sleep(Duration::from_millis(1));
            }
            Ok(Some(Ok(Greedy.choose(variant, slice::from_mut(turn))?.remove(0))))
        })
    };
    let played = on(20, || play(&variant, &config, &waiting, &|| made(Random))).unwrap();
    assert!((2..40).contains(&played.games.len()), "{}", played.games.len());
}

#[test]
fn progress_says_who_is_ahead() {
    let (random, greedy, listener) = (|| made(Random), || made(Greedy), Listener::default());
    play_watched(&variant("nestor"), &small(10), &random, &random, &listener).unwrap();
    let progress = listener.progress.into_inner().unwrap();
    let mut games: Vec<u64> = progress.iter().map(|(games, _)| *games).collect();
    games[1..].sort_unstable();
    assert_eq!(games, [20, 4, 8, 8]);
    let (variant, listener) = (variant("buettgenbach-1899"), Listener::default());
    let config = MatchConfig { pairs_per_group: 3, ..small(3) };
    let result = play_watched(&variant, &config, &random, &greedy, &listener).unwrap();
    let statistics = result.summary().statistics;
    assert_eq!((statistics.wins, statistics.losses), (0, 6));
    let notes = listener.progress.into_inner().unwrap();
    let line = |games, text: &str| (games, text.to_owned());
    assert_eq!(notes[0], line(6, "A – B"));
    assert_eq!(notes[1], line(6, "6 games, wins minus losses of A: -6"));
    assert_eq!(notes.len(), 2);
}
