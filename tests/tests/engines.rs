//! The text protocol in both directions, with Salta as the engine and as the caller of one.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use salta_tests::binary;
use salta_tests::place::{Place, call, call_with, game_texts, interrupt, wait_for};

fn engine(name: &str) -> String {
    binary::root().join("tests/engines").join(name).to_str().unwrap().into()
}

#[test]
fn salta_engine_keeps_to_the_protocol() {
    let binary = binary::path().to_str().unwrap();
    let alphabetas = ["alphabeta:depth=2", "alphabeta@2:nodes=2000", "alphabeta@3:nodes=2000"];
    for player in alphabetas.into_iter().chain(["greedy", "uct:sims=200"]) {
        let said = call(&["engine-check", binary, "engine", player]).well().out;
        assert!(!said.contains("FAILED") && !said.contains("skipped"), "{said}");
        for line in ["moves in walker", "stop", "finished game", "end of input"] {
            assert!(said.contains(&format!("ok      {line} ")), "{said}");
        }
    }
}

/// The last line before the move.
fn last_info(player: &str, variant: &str) -> String {
    let mut child = Command::new(binary::path())
        .args(["engine", player])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    write!(input, "variant name={variant}\npos start\ngo\n").unwrap();
    let mut said = BufReader::new(output).lines().map(Result::unwrap);
    let infos: Vec<String> = said.by_ref().take_while(|line| !line.starts_with("done")).collect();
    drop(input);
    assert!(child.wait().unwrap().success());
    infos.last().unwrap().clone()
}

#[test]
fn a_search_tells_what_it_found() {
    let last = last_info("alphabeta@2:depth=3", "buettgenbach-1899");
    for part in ["depth=3 ", "nodes=", "score="] {
        assert!(last.contains(part), "{last}");
    }
    let line = last.split_once("pv=\"").unwrap().1;
    assert_eq!(line.split(' ').count(), 3, "{last}");
    for player in ["alphabeta:depth=2", "alphabeta@2:depth=2"] {
        let last = last_info(player, "walker");
        assert!(last.contains("depth=2") && !last.contains("score="), "only wins count: {last}");
    }
}

#[test]
fn bad_lines_are_answered_and_the_next_is_read() {
    let input = "hub\nfly\npos pos=\"5/5 w 0\"\ngo think\nlevel nodes=-3\npos start moves=\"a1-j10\"\n\
         variant name=chess\n\u{1}\ngo seed=\"\nset-param name=seed value=x\n";
    // Too long: its first bytes alone would be another position.
    let long = format!("pos start moves=\"e3-f4\"{}\nping\n", " ".repeat(70_000));
    let input = [input, &long].concat();
    let said = call_with(&["engine", "greedy"], &input).well().out;
    let said: Vec<&str> = said.lines().collect();
    let errors = said.iter().filter(|line| line.starts_with("error message="));
    assert_eq!(errors.count(), 10, "{said:?}");
    assert!(said[0].starts_with("id name=\"salta greedy@1\""), "{said:?}");
    assert_eq!(said.last(), Some(&"pong"));
}

#[test]
fn other_lines_during_a_search_are_passed_over() {
    let long = "x".repeat(70_000);
    let input = format!("pos start\ngo\nfly\npos start\n{long}\nping\n");
    let said = call_with(&["engine", "alphabeta@2:nodes=100000000"], &input).well().out;
    let answers: Vec<&str> = said.lines().filter(|line| !line.starts_with("info")).collect();
    assert_eq!(answers, ["pong"]);
}

#[test]
fn an_engine_refuses_a_board_that_it_does_not_play() {
    let variant = "base = \"buettgenbach-1899\"\nname = \"small\"\nboard = \"6x6\"\nranks = 1\n";
    let place = Place::with([("small.toml", variant)]);
    let salta = format!("program:'{}' engine checkpoint:quickstart", binary::path().display());
    for program in [salta, format!("program:python3 '{}'", engine("random_engine.py"))] {
        let duel = "match --pairs 1 --opening-plies 2 --variant small.toml";
        place.run_with(duel, &[&program, "random"]).failed(&["does not play small: "]);
    }
}

#[test]
fn a_check_that_fails_is_an_error() {
    let bad = engine("bad_engine.py");
    let said = call(&["engine-check", "python3", &bad, "illegal", "3"]);
    let said = said.says(&["FAILED  moves in buettgenbach-1899 "]);
    assert_eq!(said.warns(&["violates the protocol: "]).code, 1);
    call(&["engine-check", "./no-such-program"]).failed(&["cannot be started"]);
    let part = "program:./no-such-program:nodes=10000`: there is no such program";
    call(&["match", "random", "program:./no-such-program"]).refused(&[part]);
}

#[test]
fn a_match_says_what_a_program_failed_in() {
    let variant = "base = \"nestor\"\nname = \"short\"\nmove_limit = 10\n";
    let place = Place::with([("short.toml", variant)]);
    let program = format!("program:python3 '{}' crash 8", engine("bad_engine.py"));
    let duel = "match --pairs 2 --variant short.toml --out out";
    let said = place.run_with(duel, &[&program, "random"]).well().out;
    assert!(said.contains(" crash") && said.contains(" 0 time-outs, 0 illegal moves"), "{said}");
    let games = game_texts(&place.path("out"));
    assert!(games.contains("[Forfeit \"") && games.contains("a bug in line 7"), "{games}");
}

/// The moves of a network against another, both without noise.
fn moves_of(player: &str) -> Vec<String> {
    let place = Place::new();
    let duel = "match --variant walker --pairs 1 --max-plies 160 --out out";
    place.run_with(duel, &[player, "checkpoint:half-hour-walker:sims=1"]).well();
    let games = game_texts(&place.path("out"));
    let moves = games.lines().filter(|line| !line.is_empty() && !line.starts_with('['));
    moves.map(String::from).collect()
}

#[test]
fn a_program_recognises_repetitions() {
    let network = "checkpoint:half-hour-walker:sims=2";
    let drawn = format!("{network},twofold_draws=true");
    let program = format!("program:'{}' engine '{drawn}':nodes=2", binary::path().display());
    let moves = moves_of(&drawn);
    assert_eq!(moves_of(&program), moves);
    assert_ne!(moves_of(network), moves);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_programs_of_a_match() {
    let place = Place::new();
    let numbers = place.path("numbers");
    let program =
        format!("program:python3 '{}' stubborn 0 '{}'", engine("bad_engine.py"), numbers.display());
    let mut child = Command::new(binary::path())
        .args(["match", &program, "random", "--pairs", "1"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let read = || std::fs::read_to_string(&numbers).unwrap_or_default();
    wait_for(|| read().ends_with('\n'));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    wait_for(|| !read().split_whitespace().any(is_running));
}

/// Whether a process with this ID exists and has not ended.
#[cfg(unix)]
fn is_running(number: &str) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", number]).output().unwrap();
    let state = String::from_utf8(output.stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}
