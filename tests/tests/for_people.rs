//! The commands for people: `play`, `show`, `match`, `doctor`, `plan`, `serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::Duration;

use salta_tests::binary::{path, root};
use salta_tests::place::{Place, call, call_with, files, wait_for};
use salta_tests::serving::Serving;
use salta_tests::{TINY, watched};
use serde_json::Value;

#[test]
fn a_game_in_the_terminal() {
    let input = "e3\nf4\nmoves\nhint\ne3-e5\n33-43\nback\nflip\nnonsense\ne3-f4\nquit\n";
    let parts = [
        "White's sun 3 on e3, bound for f10: e3-",
        "f4 is empty.",
        "e3:e5 is not legal here. Legal: ",
        "steps from",
        "Black plays ",
        "White needs ",
        "is not a move",
        "j i h g f e d c b a",
    ];
    let text = call_with(&["play", "--opponent", "random"], input).well().says(&parts).out;
    // `back` has taken back both moves, so that White's can be played again.
    assert_eq!(text.matches("Black plays ").count(), 2, "{text}");
}

#[test]
fn a_terminal_game_ends_with_its_points_and_is_saved() {
    let place = Place::new();
    let file = place.path("game.salta");
    let start = "5/5/5/A4/5/5/5/5/4a/5 w 40";
    let input = format!("save {}\na7-b8\n", file.display());
    let arguments = ["play", "--side", "both", "--variant", "meyers-1908", "--position", start];
    call_with(&arguments, &input).says(&["The game is over: White wins by "]);
    call(&["replay", file.to_str().unwrap()]).well();
    // A game may be saved again, but no other file is overwritten.
    assert!(call_with(&arguments, &input).out.contains("Saved to "));
    let letter = place.file("letter", "Dear Konrad");
    let text = call_with(&arguments, &format!("save {letter}\n")).out;
    assert!(text.contains("letter exists and is not a game file"), "{text}");
    assert_eq!(std::fs::read_to_string(&letter).unwrap(), "Dear Konrad");
    // Nor one that could be a comment of a game.
    let metrics = place.file("metrics", "{\"step\": 1}\n");
    let text = call_with(&arguments, &format!("save {metrics}\n")).out;
    assert!(text.contains("metrics exists and is not a game file"), "{text}");
}

#[test]
fn only_the_winner_is_named_where_only_winning_counts() {
    let arguments = ["play", "--variant", "walker", "--position", "5/5/A4/5/5/5/5/5/5/a4 b 0"];
    call_with(&arguments, "").well().says(&["The game is over: White wins.\n"]);
}

#[cfg(target_os = "linux")]
#[test]
fn nohup_keeps_work_alive() {
    let place = Place::new();
    let mut command = Command::new("nohup");
    command.arg(path()).args(["match", "alphabeta@2:depth=4", "random", "--pairs", "200"]);
    command.current_dir(place.path("")).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    // Its handler is set once a thread waits for signals.
    let number = child.id().to_string();
    wait_for(|| std::fs::read_dir(format!("/proc/{number}/task")).unwrap().count() > 1);
    let signal = |name: &str| Command::new("kill").args([name, &number]).status().unwrap();
    signal("-HUP");
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none());
    signal("-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn headers_of_a_game_cannot_move_the_cursor() {
    let place = Place::new();
    let text = "[Event \"\u{1b}[2Jx\"]\n[Variant \"walker\"]\n1. f8-e7 *\n";
    let file = place.file("game.salta", text);
    let said = call(&["replay", &file]).well().out;
    assert!(said.contains("Event: \\u{1b}[2Jx") && !said.contains('\u{1b}'), "{said}");
}

/// Otherwise `yes moves | salta play | head` would never end.
#[test]
fn a_terminal_game_ends_when_nobody_reads_it() {
    let mut command = Command::new(path());
    command.args(["play", "--side", "both"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    while input.write_all(b"moves\n").is_ok() {}
    assert!(child.wait().unwrap().success());
}

#[test]
fn levels_are_listed_and_unknown_ones_refused() {
    call(&["play", "--levels"]).says(&["Novice", "greedy@1"]);
    call(&["play", "--level", "god"]).failed(&["the levels are beginner, "]);
    let of_nestor = call(&["play", "--levels", "--variant", "nestor"]).out;
    assert!(of_nestor.contains("half-hour-nestor") && !of_nestor.contains("Legend"), "{of_nestor}");
    // Scores of another variant are not shown, as on the board.
    let others = call(&["play", "--levels", "--variant", "checkerboard"]).out;
    assert!(others.contains("not measured in checkerboard") && !others.contains('%'), "{others}");
    // The end of the input ends the session, which prints the position to resume from.
    call(&["play", "--level", "beginner"]).well().says(&["KLMNO/FGHIJ/ABCDE w 0"]);
}

#[test]
fn a_match_that_depends_on_the_machine_says_so() {
    for (player, options, expected) in [
        ("alphabeta@3:nodes=5", "", true),
        ("alphabeta@3:nodes=5:threads=2", "", false),
        ("greedy", "--time-ms 5", false),
    ] {
        let words = ["match", player, "random", "--pairs", "1"].into_iter();
        let said = call(&words.chain(options.split_whitespace()).collect::<Vec<_>>()).well().out;
        assert_eq!(!said.contains("not reproducible"), expected, "{player} {options}: {said}");
    }
}

#[test]
fn the_doctor_measures() {
    let report = call(&["doctor", "--json"]).well().line();
    assert!(report["cores"].as_u64().unwrap() >= 1);
    assert!(report["environment_steps"].as_f64().unwrap() > 1e4);
    for network in report["networks"].as_array().unwrap() {
        assert!(network["one_thread"].as_f64().unwrap() > 1.0, "{network}");
    }
}

#[test]
fn a_plan_is_reckoned_from_what_was_measured() {
    let config = "configs/train/quickstart.toml";
    let plan = call(&["plan", config, "--seconds", "0.5", "--json"]).well().line();
    // 20 × 160 games of 240 plies, with 8 simulations per ply.
    assert_eq!(plan["positions"].as_f64(), Some(8.0 * 20.0 * 160.0 * 240.0));
    assert_eq!(plan["steps"].as_u64(), Some(20 * 80));
    assert!(plan["positions_per_second"].as_f64().unwrap() > 1.0);
    call(&["plan", config, "--seconds", "0.5"])
        .says(&["experiments/024-recipe", "it scores 93.0 %"]);
    call(&["plan", "nowhere.toml"]).failed(&["nowhere.toml"]);
    call(&["plan", config, "--seconds", "0"]).failed(&["must be from 0.1"]);
}

#[test]
fn shards_are_read() {
    let place = Place::with([("tiny.toml", TINY)]);
    place.run("selfplay tiny.toml --out games").well();
    let shard = "games/games-00000000.shard";
    for command in ["replay", "review"] {
        let part = "a shard; `salta show FILE --text` writes its games as a game file";
        place.run(&format!("{command} {shard}")).refused(&[part]);
    }
    let show = |more: &str| place.run(&format!("show {shard}{more}")).well();
    let rules =
        "buettgenbach-1899 with rules changed by a stage or a file (see --rules), generation 1";
    show("").says(&[rules, "2 games"]);
    show(" --number 1").says(&["simulations", "White's margin: "]);
    let game = place.json(&format!("show {shard} --number 0 --json"));
    assert_eq!(game["turns"].as_array().unwrap().len(), 12);
    place.file("shard.games", show(" --text").out);
    // A stage changed the move limit and the points.
    assert_eq!(place.run("replay shard.games").warns(&["the game is not over"]).code, 1);
    place.run(&format!("show {shard} --text")).warns(&[&format!("`salta show {shard} --rules`")]);
    place.file("rules.toml", show(" --rules").out);
    let replayed = place.run("replay shard.games --variant rules.toml").well().out;
    assert!(replayed.contains("2 games, 24 plies, all legal"), "{replayed}");
    let one = place.run("replay shard.games --variant rules.toml --game 1").well();
    assert!(one.out.contains("The game is over: ") && one.err.is_empty(), "{one:?}");
    place.run(&format!("show {shard} --number 7")).failed(&["has games 0 to 1"]);
    // The file may not belong to a run, so the error does not advise removing it.
    call(&["show", "README.md"]).failed(&["README.md: not a shard of Salta games\n"]);
    let missing = call(&["show", "nowhere"]).failed(&[]);
    assert!(!missing.err.contains("remove"), "{missing:?}");
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (flag, value, part) in [
        ("--port", port.as_str(), "cannot listen on 127.0.0.1:"),
        ("--checkpoint", "nowhere", "nowhere"),
        ("--run", "nowhere", "nowhere: not a training run"),
    ] {
        call(&["serve", flag, value]).failed(&[part]);
    }
}

#[test]
fn a_server_for_others_warns_and_answers_to_listed_names() {
    let mut warned = Command::new(path());
    warned.args(["serve", "--port", "0", "--host", "0.0.0.0"]);
    let mut warned = warned.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(warned.stderr.take().unwrap()).read_line(&mut line).unwrap();
    warned.kill().unwrap();
    warned.wait().unwrap();
    assert!(line.starts_with("warning: --host 0.0.0.0: anyone who reaches"), "{line}");
    let arguments = ["--host", "0.0.0.0", "--allow-host", "salta.example"];
    let serving = Serving::start(root(), &arguments);
    for (host, expected) in [
        ("localhost", "200"),
        ("192.0.2.7:1899", "200"),
        ("salta.example:80", "200"),
        ("evil.example", "403"),
    ] {
        let answer = get(&serving, host, "/");
        assert_eq!(answer.split(' ').nth(1), Some(expected), "{host}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_server() {
    assert!(Serving::start(root(), &[]).interrupted().success());
}

#[test]
fn a_run_is_watched_while_it_lies_there() {
    let place = watched::place();
    let before = files(&place.path(""));
    let serving = Serving::start(&place.path(""), &["--run", "run"]);
    let json = |path: &str| -> Value {
        let answer = get(&serving, "localhost", path);
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {answer}"))
    };
    let [run, games, none] = ["/api/run", "/api/run/games/1", "/api/run/games/9"].map(json);
    assert_eq!((&run["name"], run["metrics"].as_array().unwrap().len()), (&"tiny".into(), 2));
    let ratings = run["ratings"].as_array().unwrap();
    let generations: Vec<u64> = ratings.iter().filter_map(|r| r["generation"].as_u64()).collect();
    assert_eq!(generations, [0, 1, 2]);
    let games = games.as_array().unwrap();
    assert_eq!((games.len(), games[0]["moves"].as_array().unwrap().len()), (2, 12));
    assert_eq!((&games[0]["playable"], &games[0]["points"]), (&true.into(), &"distance".into()));
    assert!(none["error"].as_str().unwrap().contains("no games"));
    assert_eq!(json("/api/run/games/first"), none);
    assert_eq!(files(&place.path("")), before, "looking changes nothing");
}

fn get(serving: &Serving, host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(&serving.address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
