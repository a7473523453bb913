//! Several matches at once: threads, early ends, groups from an earlier process, books, limits.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use salta_arena::report::page;
use salta_arena::{
    Adjudication, Entrant, Lead, MatchConfig, MatchError, MatchResult, Matches, TournamentSummary,
    openings, parse_book,
};
use salta_core::{Ending, Move, Variant};
use salta_players::{Limit, Player, PlayerError, Turn, pick};
use salta_stats::{RatingSettings, Sprt};

use crate::boards::check_texts;
use crate::common::{
    ByDistance, Listener, Made, by_turn, entrant, made, on, opponent, play, searcher, small,
    variant,
};

const PLAYERS: [&str; 3] = ["random", "greedy", "alphabeta:depth=1"];
const MATCHES: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

fn tournament(
    variant: &Variant,
    config: &MatchConfig,
    listener: &Listener,
    out: Option<&Path>,
) -> Result<Vec<MatchResult>, MatchError> {
    counted_tournament(variant, config, listener, out, &Arc::default())
}

/// Adds the turns that the players were asked for to `turns`.
fn counted_tournament(
    variant: &Variant,
    config: &MatchConfig,
    listener: &Listener,
    out: Option<&Path>,
    turns: &Arc<AtomicUsize>,
) -> Result<Vec<MatchResult>, MatchError> {
    let openings = openings(variant, config)?;
    let counted = |name| made(Counted(opponent(name)?, Arc::clone(turns)));
    let players = PLAYERS.map(|name| entrant(name, move || counted(name)));
    let pairs = MATCHES.map(|(a, b)| [&players[a], &players[b]]);
    let (watch, stop) = (listener, &listener.stop);
    Matches { variant, config, openings: &openings, watch, stop }.play(&pairs, out)
}

fn with_test(pairs: u32) -> MatchConfig {
    let sprt = Sprt { elo0: 0.0, elo1: 150.0, ..Sprt::default() };
    MatchConfig { sprt: Some(sprt), ..small(pairs) }
}

fn summary(results: Vec<MatchResult>) -> TournamentSummary {
    let names = PLAYERS.map(|name| opponent(name).unwrap().name());
    let matches: Vec<_> = MATCHES.into_iter().zip(results).collect();
    let settings = RatingSettings { replicates: 100, ..RatingSettings::default() };
    TournamentSummary::new(&names, &matches, &settings)
}

#[test]
fn one_two_or_eight_threads_play_the_same_tournament() {
    let variant = variant("buettgenbach-1899");
    let of = |threads| {
        on(threads, || {
            let results = tournament(&variant, &with_test(40), &Listener::default(), None).unwrap();
            let games: Vec<usize> = results.iter().map(|result| result.games.len()).collect();
            let text = serde_json::to_string(&results).unwrap();
            (games, text, serde_json::to_string(&summary(results)).unwrap())
        })
    };
    let alone = of(1);
    // Random loses to both: the test decides these matches after few pairs.
    assert!(alone.0[0] < 40 && alone.0[1] < 40, "{:?}", alone.0);
    assert_eq!(of(2), alone);
    assert_eq!(of(8), alone);
}

#[test]
fn an_interrupted_tournament_goes_on_without_a_pair_lost_or_doubled() {
    let (variant, config) = (variant("checkerboard"), small(12));
    let (once, thrice) = (Arc::default(), Arc::default());
    let whole = counted_tournament(&variant, &config, &Listener::default(), None, &once).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = Some(folder.path());
    let stored = || {
        let matches = fs::read_dir(folder.path().join("groups")).unwrap();
        matches.map(|files| fs::read_dir(files.unwrap().path()).unwrap().count()).sum::<usize>()
    };
    for groups in [2, 5] {
        let listener = Listener { stop_after: Some(groups), ..Listener::default() };
        let stopped = on(1, || counted_tournament(&variant, &config, &listener, out, &thrice));
        assert!(matches!(stopped, Err(MatchError::Stopped)));
        assert_eq!(stored(), groups);
    }
    let listener = Listener::default();
    let resumed = on(2, || counted_tournament(&variant, &config, &listener, out, &thrice)).unwrap();
    assert_eq!(resumed, whole);
    let progress = listener.progress.into_inner().unwrap();
    assert_eq!(progress.len(), 1 + 9, "each group is reported once");
    let named = |(_, note): &(u64, String)| note.contains(" – ") && note.contains(" games, wins");
    assert!(progress[1..].iter().all(named), "{progress:?}");
    let [once, thrice] = [once, thrice].map(|turns| turns.load(Ordering::Relaxed));
    assert_eq!(thrice, once, "no group is played twice");
}

#[test]
fn a_group_that_cannot_be_stored_ends_the_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let groups = folder.path().join("groups");
    fs::write(&groups, "in the way").unwrap();
    let (listener, out) = (Listener::default(), Some(folder.path()));
    let error = tournament(&variant("nestor"), &small(8), &listener, out).unwrap_err().to_string();
    assert!(error.starts_with(groups.to_str().unwrap()), "{error}");
}

#[test]
fn reports_hold_every_player() {
    let variant = variant("buettgenbach-1899");
    let results = tournament(&variant, &small(8), &Listener::default(), None).unwrap();
    let summary = summary(results.clone());
    assert_eq!(summary.standings.len(), 3);
    assert_eq!(summary.standings[2].player, "random@1");
    // Each plays the two others; what one wins another loses.
    assert!(summary.standings.iter().all(|standing| standing.pairs == 16));
    for standing in &summary.standings {
        let own = MATCHES.iter().zip(&results);
        let own = own.filter(|((a, b), _)| [a, b].contains(&&standing.number));
        let games: Vec<_> = own.flat_map(|(_, result)| &result.games).collect();
        let plies: u32 = games.iter().map(|game| game.plies).sum();
        let mean = f64::from(plies) / games.len() as f64;
        assert_eq!(standing.numbers["mean_plies"].to_bits(), mean.to_bits());
    }
    let scores = summary.standings.iter().map(|standing| standing.score.unwrap());
    assert!((scores.sum::<f64>() - 1.5).abs() < 1e-12);
    let page = page("a <test>", &summary);
    assert!(page.contains("a &lt;test&gt;") && page.contains("<svg") && !page.contains("http-"));
    let json = serde_json::to_string(&summary).unwrap();
    assert_eq!(serde_json::from_str::<TournamentSummary>(&json).unwrap(), summary);
}

#[test]
fn a_book_is_played_in_its_order() {
    let variant = variant("buettgenbach-1899");
    let book = "c3-d4 f8-e7\nedcba/jihgf/o1mlk/2n2/5/5/2M2/KL1NO/FGHIJ/ABCDE w 2\n";
    let openings = parse_book(&variant, book).unwrap();
    let (config, stop) = (small(2), AtomicBool::new(false));
    let [a, b] = ["A", "B"].map(|name| entrant(name, || opponent("greedy")));
    let play = |openings| {
        let (variant, config) = (&variant, &config);
        Matches { variant, config, openings, watch: &(), stop: &stop }.play(&[[&a, &b]], None)
    };
    let played = play(&openings[..]).unwrap().remove(0);
    let starts: Vec<bool> = played.games.iter().map(|game| game.start.is_some()).collect();
    assert_eq!(starts, [false, false, true, true]);
    for game in &played.games {
        check_texts(&variant, game);
    }
    let few = play(&openings[..1]).unwrap_err().to_string();
    assert!(few.starts_with("found 1 of the openings that 2 pairs need"), "{few}");
}

#[test]
fn adjudicated_games_are_shorter_and_rarely_change_hands() {
    let variant = variant("buettgenbach-1899");
    let of = |adjudication| {
        let config = MatchConfig { adjudication, ..small(8) };
        play(&variant, &config, &|| opponent("greedy"), &|| opponent("random")).unwrap()
    };
    let whole = of(Adjudication::default());
    let lead = Some(Lead { points: 20, plies: 6 });
    for rule in [
        Adjudication { lead, out_of_reach: false },
        Adjudication { lead: None, out_of_reach: true },
    ] {
        let cut = of(rule);
        let adjudged = cut.games.iter().filter(|game| game.ending == Ending::Adjudicated).count();
        assert!(adjudged > 4, "{adjudged}");
        for (cut, whole) in cut.games.iter().zip(&whole.games) {
            assert!(whole.moves.starts_with(&cut.moves), "the same game up to there");
            assert!(cut.ending == Ending::Adjudicated || cut == whole);
        }
        let lost = |result: &MatchResult| result.statistics().losses;
        assert_eq!(lost(&cut), lost(&whole));
    }
}

#[test]
fn equal_nodes_are_kept_and_repeat() {
    let variant = variant("buettgenbach-1899");
    let config = MatchConfig { limit: Some(Limit::Nodes(6)), ..small(2) };
    let search = |simulations| move || made(searcher(ByDistance, simulations));
    let held = play(&variant, &config, &search(64), &search(3)).unwrap();
    let same = play(&variant, &small(2), &search(6), &search(6)).unwrap();
    assert_eq!(held.games, same.games);
    let fixed = play(&variant, &config, &search(6), &|| opponent("alphabeta:depth=2"));
    let error = fixed.unwrap_err().to_string();
    assert!(error.contains("`alphabeta@1:depth=2` does not support 6 nodes per turn"), "{error}");
}

#[test]
fn equal_time_is_measured() {
    let variant = variant("buettgenbach-1899");
    let config =
        MatchConfig { limit: Some(Limit::TimeMs(2)), max_plies: 400, pairs: 1, ..small(1) };
    let search = || made(searcher(ByDistance, 64));
    let played = play(&variant, &config, &search, &|| opponent("random")).unwrap();
    let [searched, random] = played.time.unwrap();
    assert!(searched.turns > 50 && searched.turns.abs_diff(random.turns) <= 2);
    assert!(searched.total_us > random.total_us, "{searched:?} {random:?}");
    let summary = played.summary();
    assert_eq!(summary.time, played.time);
    assert!(play(&variant, &small(1), &search, &search).unwrap().time.is_none());
}

struct Counted(Box<dyn Player>, Arc<AtomicUsize>);

impl Player for Counted {
    fn name(&self) -> String {
        self.0.name()
    }

    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        self.1.fetch_add(turns.len(), Ordering::Relaxed);
        self.0.choose_until(variant, turns, stopped)
    }
}

/// Plays the first legal turn, but soon after some openings a random one.
fn moody() -> Made {
    by_turn("moody", |variant, turn, _| {
        let moves = variant.moves(turn.position);
        let at_random = turn.position.plies() < 8 && moves.len().is_multiple_of(3);
        Ok(Some(Ok(if at_random { pick(&moves, turn.generator) } else { moves[0] })))
    })
}

#[test]
fn the_second_game_of_a_pair_in_self_play_is_a_copy_unless_chance_was_used() {
    let variant = variant("buettgenbach-1899");
    let config = MatchConfig { pairs_per_group: 4, ..small(10) };
    let openings = openings(&variant, &config).unwrap();
    let stop = AtomicBool::new(false);
    let (openings, watch) = (&openings[..], &());
    let matches = Matches { variant: &variant, config: &config, openings, watch, stop: &stop };
    let (searching, greedy) = (|| made(searcher(ByDistance, 8)), || opponent("greedy"));
    // The share of the turns that are asked for, in per cent.
    let players: [(_, _, &(dyn Fn() -> Made + Sync)); 3] = [
        ("searcher", 50..=50, &searching),
        ("greedy", 100..=100, &greedy),
        ("moody", 55..=95, &moody),
    ];
    for (name, share, make) in players {
        let play = |self_play| {
            let turns = Arc::new(AtomicUsize::new(0));
            let make = || -> Made { Ok(Box::new(Counted(make()?, Arc::clone(&turns)))) };
            let a = entrant("A", make);
            let identity = if self_play { "A" } else { "B" };
            let b = Entrant { identity, ..entrant("B", make) };
            let played = matches.play(&[[&a, &b]], None).unwrap();
            (played, turns.load(Ordering::Relaxed))
        };
        let ((played, turns), (again, all)) = (play(true), play(false));
        assert_eq!(played, again, "{name}");
        assert!(share.contains(&(100 * turns / all)), "{name}: {turns} of {all}");
    }
}
