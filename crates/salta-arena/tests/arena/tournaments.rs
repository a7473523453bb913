//! Several matches at once: threads, early ends, groups from an earlier process, books, limits.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use salta_arena::report::{cross_table, matches_table, page, standings_table};
use salta_arena::{
    Adjudication, Arena, Fixture, GroupDone, GroupRecord, Journal, JournalError, Lead, MatchConfig,
    MatchError, MatchResult, TournamentSummary, openings, parse_book,
};
use salta_core::{Ending, Move, Variant};
use salta_players::{Limit, Player, PlayerError, Turn};
use salta_stats::{RatingSettings, Sprt};

use crate::boards::check_texts;
use crate::common::{ByDistance, Made, made, play, searcher, small, variant};

const PLAYERS: [&str; 3] = ["random", "greedy", "alphabeta:depth=1"];
const MATCHES: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

fn make(name: &str) -> Made {
    Ok(name.parse::<salta_players::PlayerSpec>()?.opponent().expect("an opponent"))
}

fn tournament(
    variant: &Variant,
    config: &MatchConfig,
    journal: &dyn Journal,
    stop: &AtomicBool,
) -> Result<Vec<MatchResult>, MatchError> {
    let openings = openings(variant, config)?;
    let makers: Vec<_> = PLAYERS.iter().map(|name| || make(name)).collect();
    let fixtures: Vec<Fixture<'_>> = MATCHES
        .iter()
        .map(|(a, b)| Fixture { a: &makers[*a], b: &makers[*b], self_play: false })
        .collect();
    Arena { variant, config, openings: &openings, journal, stop }.play(&fixtures)
}

fn with_test(pairs: u32) -> MatchConfig {
    let sprt = Sprt { elo0: 0.0, elo1: 150.0, ..Sprt::default() };
    MatchConfig { sprt: Some(sprt), ..small(pairs) }
}

fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn summary(results: Vec<MatchResult>) -> TournamentSummary {
    let names = PLAYERS.map(|name| make(name).unwrap().name());
    let matches: Vec<_> = MATCHES.into_iter().zip(results).collect();
    let settings = RatingSettings { replicates: 100, ..RatingSettings::default() };
    TournamentSummary::new(&names, &matches, &settings)
}

#[test]
fn one_two_or_eight_threads_play_the_same_tournament() {
    let (variant, stop) = (variant("buettgenbach-1899"), AtomicBool::new(false));
    let of = |threads| {
        on(threads, || {
            let results = tournament(&variant, &with_test(40), &(), &stop).unwrap();
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

/// Keeps groups in memory, and stops the tournament once it has `stop_after` of them.
#[derive(Default)]
struct Memory {
    kept: Mutex<BTreeMap<(usize, u32), GroupRecord>>,
    recalled: Mutex<u32>,
    stop_after: Option<usize>,
    stop: AtomicBool,
}

impl Journal for Memory {
    fn recall(&self, fixture: usize, group: u32) -> Result<Option<GroupRecord>, JournalError> {
        let found = self.kept.lock().unwrap().get(&(fixture, group)).cloned();
        *self.recalled.lock().unwrap() += u32::from(found.is_some());
        Ok(found)
    }

    fn record(&self, done: &GroupDone<'_>) -> Result<(), JournalError> {
        let mut kept = self.kept.lock().unwrap();
        let earlier = kept.insert((done.fixture, done.group), done.record.clone());
        assert!(earlier.is_none(), "a group was played twice");
        if self.stop_after == Some(kept.len()) {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[test]
fn an_interrupted_tournament_goes_on_without_a_pair_lost_or_doubled() {
    let variant = variant("checkerboard");
    let config = small(12);
    let whole = tournament(&variant, &config, &(), &AtomicBool::new(false)).unwrap();
    let mut memory = Memory { stop_after: Some(2), ..Memory::default() };
    for groups in [2, 5] {
        memory.stop_after = Some(groups);
        let stopped = on(1, || tournament(&variant, &config, &memory, &memory.stop));
        assert!(matches!(stopped, Err(MatchError::Stopped)));
        memory.stop.store(false, Ordering::Relaxed);
    }
    memory.stop_after = None;
    *memory.recalled.lock().unwrap() = 0;
    let resumed = on(2, || tournament(&variant, &config, &memory, &memory.stop)).unwrap();
    assert_eq!(resumed, whole);
    assert_eq!((*memory.recalled.lock().unwrap(), memory.kept.lock().unwrap().len()), (5, 9));
}

#[test]
fn a_journal_that_fails_ends_the_tournament() {
    struct Full;
    impl Journal for Full {
        fn record(&self, _: &GroupDone<'_>) -> Result<(), JournalError> {
            Err("the disk is full".into())
        }
    }
    let stop = AtomicBool::new(false);
    let error = tournament(&variant("nestor"), &small(8), &Full, &stop).unwrap_err();
    assert_eq!(error.to_string(), "the disk is full");
}

#[test]
fn reports_hold_every_player() {
    let (variant, stop) = (variant("buettgenbach-1899"), AtomicBool::new(false));
    let results = tournament(&variant, &small(8), &(), &stop).unwrap();
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
    let rows = |text: String| text.lines().count();
    assert_eq!(rows(standings_table(&summary).csv()), 4);
    assert_eq!(rows(cross_table(&summary).csv()), 4);
    assert_eq!(rows(matches_table(&summary.matches).csv()), 4);
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
    let greedy = || make("greedy");
    let fixture = [Fixture { a: &greedy, b: &greedy, self_play: false }];
    let arena = |openings| Arena {
        variant: &variant,
        config: &config,
        openings,
        journal: &(),
        stop: &stop,
    };
    let played = arena(&openings[..]).play(&fixture).unwrap().remove(0);
    let starts: Vec<bool> = played.games.iter().map(|game| game.start.is_some()).collect();
    assert_eq!(starts, [false, false, true, true]);
    for game in &played.games {
        check_texts(&variant, game);
    }
    let few = arena(&openings[..1]).play(&fixture).unwrap_err().to_string();
    assert!(few.starts_with("there are 1 openings for 2 pairs"), "{few}");
}

#[test]
fn adjudicated_games_are_shorter_and_rarely_change_hands() {
    let variant = variant("buettgenbach-1899");
    let of = |adjudication| {
        let config = MatchConfig { adjudication, ..small(8) };
        play(&variant, &config, &|| make("greedy"), &|| make("random")).unwrap()
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
    let fixed = play(&variant, &config, &search(6), &|| make("alphabeta:depth=2"));
    let error = fixed.unwrap_err().to_string();
    assert!(error.contains("`alphabeta@1:depth=2` does not support 6 nodes per turn"), "{error}");
}

#[test]
fn equal_time_is_measured() {
    let variant = variant("buettgenbach-1899");
    let config =
        MatchConfig { limit: Some(Limit::TimeMs(2)), max_plies: 400, pairs: 1, ..small(1) };
    let search = || made(searcher(ByDistance, 64));
    let played = play(&variant, &config, &search, &|| make("random")).unwrap();
    let [searched, random] = played.time.unwrap();
    assert!(searched.turns > 50 && searched.turns.abs_diff(random.turns) <= 2);
    assert!(searched.total_us > random.total_us, "{searched:?} {random:?}");
    let summary = played.summary();
    assert_eq!(summary.time, played.time);
    assert!(play(&variant, &small(1), &search, &search).unwrap().time.is_none());
}

/// Counts the turns of a player.
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

#[test]
fn a_deterministic_player_plays_one_game_of_each_pair_against_itself() {
    let variant = variant("buettgenbach-1899");
    let config = MatchConfig { pairs_per_group: 3, ..small(5) };
    let openings = openings(&variant, &config).unwrap();
    let stop = AtomicBool::new(false);
    let arena = Arena {
        variant: &variant,
        config: &config,
        openings: &openings,
        journal: &(),
        stop: &stop,
    };
    let (searching, greedy) = (|| made(searcher(ByDistance, 8)), || make("greedy"));
    let players: [(_, _, &(dyn Fn() -> Made + Sync)); 2] =
        [("searcher", 2, &searching), ("greedy", 1, &greedy)];
    for (name, games, make) in players {
        let play = |self_play| {
            let turns = Arc::new(AtomicUsize::new(0));
            let make = || -> Made { Ok(Box::new(Counted(make()?, Arc::clone(&turns)))) };
            let played = arena.play(&[Fixture { a: &make, b: &make, self_play }]).unwrap();
            (played, turns.load(Ordering::Relaxed))
        };
        let ((played, turns), (again, all)) = (play(true), play(false));
        assert_eq!(played, again, "{name}");
        assert_eq!(games * turns, all, "{name}");
    }
}
