use std::fs;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use salta_arena::{MatchConfig, MatchError, MatchResult, report};
use salta_core::{Ending, Variant};
use salta_players::{Fault, Faults, Limit, PlayerSpec, Random};
use salta_stats::Outcome;

use crate::common::{
    Listener, Made, made, play, play_on_any_threads, play_watched, small, variant,
};

fn spec(name: &str, arguments: &str, options: &str) -> PlayerSpec {
    let engines = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/engines");
    format!("program:python3 '{engines}/{name}' {arguments}{options}").parse().unwrap()
}

fn program(name: &str, arguments: &str, options: &str) -> impl Fn() -> Made + Sync {
    let spec = spec(name, arguments, options);
    move || Ok(spec.opponent().unwrap())
}

fn short() -> Variant {
    let rules = "base = \"buettgenbach-1899\"\nname = \"short\"\nmove_limit = 12";
    Variant::new(salta_core::rules::parse(rules).unwrap())
}

/// A match of `pairs` pairs between a bad engine as A and random.
fn against_random(fault: &str, options: &str, pairs: u32) -> Result<MatchResult, MatchError> {
    let config = MatchConfig { pairs_per_group: pairs.div_ceil(2), ..small(pairs) };
    play(&short(), &config, &program("bad_engine.py", fault, options), &|| made(Random))
}

#[test]
fn a_program_plays_a_match_to_its_end() {
    let make = program("random_engine.py", "", "");
    let variant = variant("buettgenbach-1899");
    let played = play(&variant, &small(1), &make, &|| made(Random)).unwrap();
    assert_eq!(played.faults(), [Faults::default(); 2]);
    assert!(played.games.iter().all(|game| game.ending == Ending::Limit));
    let name = make().unwrap().name();
    assert!(name.ends_with("random_engine.py:nodes=10000"), "{name}");
}

#[test]
fn the_seeds_of_a_match_are_the_programs_too() {
    let make = program("random_engine.py", "", ":nodes=1");
    let config = MatchConfig { pairs_per_group: 1, ..small(4) };
    let played = play_on_any_threads(&short(), &config, &make, &|| made(Random));
    assert_eq!(played.distinct_games(), 8);
}

#[test]
fn garbage_is_passed_over_and_standard_error_holds_nothing_up() {
    for (noise, pairs) in [("garbage", 2), ("errors", 1)] {
        let played = against_random(noise, "", pairs).unwrap();
        assert_eq!(played.faults(), [Faults::default(); 2], "{noise}");
    }
}

#[test]
fn a_fault_loses_the_game_and_the_match_goes_on() {
    for (fault, kind, reason) in [
        ("crash 5", Fault::Crash, "it ended with exit status: 3, saying: a bug in line 7"),
        ("close 5", Fault::Crash, "stopped answering"),
        ("illegal 5", Fault::IllegalMove, "a1-j10 is not legal in `"),
        ("refuse 5", Fault::IllegalMove, "no move but an error: no idea"),
        ("hang 5", Fault::TimeOut, "no answer to `go` within 0.4 s"),
        ("senseless 5", Fault::TimeOut, "no answer to `go` within 0.4 s"),
        ("flood 5", Fault::TimeOut, "no answer to `go` within 0.4 s"),
        ("one-long-line 5", Fault::TimeOut, "no answer to `go` within 0.4 s"),
    ] {
        let patience = if kind == Fault::TimeOut { ":time-out=0.4" } else { "" };
        let played = against_random(fault, patience, 2).unwrap();
        let lost: Vec<_> = played.games.iter().filter_map(|game| game.forfeit.as_ref()).collect();
        assert!(!lost.is_empty(), "{fault}");
        for lost in lost {
            // A slow start on a busy machine is a time-out too.
            assert!(lost.fault == kind && lost.reason.contains(reason), "{fault}: {}", lost.reason);
        }
        assert_eq!(played.games.len(), 4);
        let given_up = played.games.iter().filter(|game| game.ending == Ending::Forfeit);
        assert!(given_up.clone().all(|game| game.outcome() == Outcome::Loss));
        let line = &report::fault_lines(&played.summary())[0];
        let count = given_up.count();
        assert!(line.contains(&format!("{count} {}", kind.name())), "{line}");
    }
}

#[test]
fn a_program_that_never_plays_ends_the_match_with_the_reason() {
    for (fault, reason) in [
        ("early", "stopped answering; it ended with exit status: 0"),
        ("mute", "no answer to `hub` within 0.5 s"),
        ("deaf", "no answer to `hub` within 0.5 s"),
    ] {
        let patience = if fault == "early" { "" } else { ":start-time-out=0.5" };
        let error = against_random(fault, patience, 1).unwrap_err().to_string();
        assert!(error.contains(reason), "{fault}: {error}");
    }
    let missing: PlayerSpec = "program:./no-such-program".parse().unwrap();
    let missing = || -> Made { Ok(missing.opponent().unwrap()) };
    let error = play(&variant("nestor"), &small(1), &missing, &|| made(Random)).unwrap_err();
    assert!(error.to_string().contains("cannot be started: "), "{error}");
}

#[test]
fn a_variant_that_is_not_played_ends_the_match() {
    let make = program("random_engine.py", "", "");
    let error = play(&variant("walker"), &small(1), &make, &|| made(Random)).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("does not play walker: this engine plays no chains"), "{error}");
}

#[test]
fn a_raised_flag_stops_a_program_that_thinks() {
    let listener = Listener::default();
    let (make, began) = (program("bad_engine.py", "hang", ":time-out=60"), Instant::now());
    let played = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(700));
            listener.stop.store(true, Ordering::Relaxed);
        });
        let variant = variant("buettgenbach-1899");
        play_watched(&variant, &small(1), &make, &|| made(Random), &listener)
    });
    assert!(matches!(played, Err(MatchError::Stopped)), "{played:?}");
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_program_started_is_left() {
    let place = std::env::temp_dir().join(format!("salta-stubborn-{}", std::process::id()));
    let _ = fs::remove_file(&place);
    let played = against_random(&format!("stubborn 0 '{}'", place.display()), "", 2).unwrap();
    assert_eq!(played.faults(), [Faults::default(); 2]);
    let numbers = fs::read_to_string(&place).unwrap();
    fs::remove_file(&place).unwrap();
    let numbers: Vec<&str> = numbers.split_whitespace().collect();
    // Two groups, each with a program and its child.
    assert_eq!(numbers.len(), 4);
    let deadline = Instant::now() + Duration::from_secs(10);
    while numbers.iter().any(|number| is_running(number)) {
        assert!(Instant::now() < deadline, "{numbers:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process is running; an orphan that its new parent has not reaped yet is not.
#[cfg(target_os = "linux")]
fn is_running(number: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    state.is_some_and(|state| state != 'Z')
}

#[test]
fn a_program_can_be_held_to_a_limit() {
    let mut player = spec("random_engine.py", "", "").opponent().unwrap();
    player.set_limit(Limit::TimeMs(250)).unwrap();
    assert!(player.name().ends_with(":move-time=0.25"), "{}", player.name());
    player.set_limit(Limit::Nodes(77)).unwrap();
    assert!(player.name().ends_with(":nodes=77"), "{}", player.name());
}
