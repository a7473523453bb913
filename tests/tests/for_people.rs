//! The commands for people: `play`, `show`, `doctor`, `plan`, `serve`, `--version`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};

use salta_tests::binary::{path, root, salta};
use salta_tests::{TINY, watched};
use serde_json::Value;

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(path())
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn json(arguments: &[&str]) -> Value {
    let output = run(arguments, "");
    assert!(output.status.success(), "{}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn is_refused(arguments: &[&str], part: &str) {
    let output = run(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
    assert!(said(&output).contains(part), "{arguments:?}: {}", said(&output));
}

#[test]
fn a_game_in_the_terminal() {
    let input = "e3\nmoves\nhint\n33-43\nback\nflip\nnonsense\ne3-f4\nquit\n";
    let output = run(&["play", "--opponent", "random"], input);
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    for part in [
        "White's sun 3 on e3, bound for f10",
        "Legal: ",
        "steps from",
        "Black plays ",
        "White needs ",
        "is not a move",
        "j i h g f e d c b a",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn a_terminal_game_ends_with_its_points_and_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.salta");
    let start = "5/5/5/A4/5/5/5/5/4a/5 w 40";
    let input = format!("save {}\na7-b8\n", file.display());
    let arguments = ["play", "--side", "both", "--variant", "meyers-1908", "--position", start];
    let output = run(&arguments, &input);
    assert!(said(&output).contains("The game is over: White wins by "), "{}", said(&output));
    let replayed = run(&["replay", file.to_str().unwrap()], "");
    assert!(replayed.status.success(), "{}", said(&replayed));
}

#[test]
fn levels_are_listed_and_unknown_ones_refused() {
    let text = said(&run(&["play", "--levels"], ""));
    assert!(text.contains("Novice") && text.contains("greedy@1"), "{text}");
    is_refused(&["play", "--level", "god"], "the levels are beginner, ");
    // The end of the input is the end of the session, with the position to go on from.
    let output = run(&["play", "--level", "beginner"], "");
    assert!(output.status.success() && said(&output).contains("KLMNO/FGHIJ/ABCDE w 0"));
}

#[test]
fn the_version_names_the_program() {
    let output = salta().arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with(concat!("salta ", env!("CARGO_PKG_VERSION"))), "{text}");
}

#[test]
fn the_doctor_measures() {
    let report = json(&["doctor", "--json"]);
    assert!(report["cores"].as_u64().unwrap() >= 1);
    assert!(report["environment_steps"].as_f64().unwrap() > 1e4);
    for network in report["networks"].as_array().unwrap() {
        assert!(network["one_thread"].as_f64().unwrap() > 1.0, "{network}");
    }
}

#[test]
fn a_plan_is_reckoned_from_what_was_measured() {
    let config = "configs/train/quickstart.toml";
    let plan = json(&["plan", config, "--seconds", "0.5", "--json"]);
    // 20 × 64 games of 240 plies, 16 simulations each.
    assert_eq!(plan["positions"].as_f64(), Some(16.0 * 20.0 * 64.0 * 240.0));
    assert_eq!(plan["steps"].as_u64(), Some(20 * 80));
    assert!(plan["positions_per_second"].as_f64().unwrap() > 1.0);
    let text = said(&run(&["plan", config, "--seconds", "0.5"], ""));
    assert!(text.contains("experiments/001-quickstart") && text.contains("Elo"), "{text}");
    is_refused(&["plan", "nowhere.toml"], "nowhere.toml");
    is_refused(&["plan", config, "--seconds", "0"], "seconds are from 0.1");
}

#[test]
fn shards_are_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tiny.toml"), TINY).unwrap();
    let in_folder = |arguments: &[&str]| {
        let output = salta().args(arguments).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    in_folder(&["selfplay", "tiny.toml", "--out", "games"]);
    let shard = "games/games-00000000.shard";
    let text = in_folder(&["show", shard]);
    assert!(text.contains("buettgenbach-1899, generation 1") && text.contains("2 games"), "{text}");
    let one = in_folder(&["show", shard, "--game", "1"]);
    assert!(one.contains("simulations") && one.contains("White's margin: "), "{one}");
    let game: Value =
        serde_json::from_str(&in_folder(&["show", shard, "--game", "0", "--json"])).unwrap();
    assert_eq!(game["turns"].as_array().unwrap().len(), 10);
    std::fs::write(folder.path().join("shard.games"), in_folder(&["show", shard, "--text"]))
        .unwrap();
    assert!(in_folder(&["replay", "shard.games"]).contains("2 games, 20 plies, all legal"));
    let path = folder.path().join(shard);
    is_refused(&["show", path.to_str().unwrap(), "--game", "7"], "has games 0 to 1");
    is_refused(&["show", "README.md"], "not a shard");
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    is_refused(&["serve", "--port", &port], "cannot listen on 127.0.0.1:");
    is_refused(&["serve", "--checkpoint", "nowhere"], "nowhere");
    is_refused(&["serve", "--variant", "walker"], "two variants are named `walker`");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_server() {
    let mut child = Command::new(path())
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("http://127.0.0.1:"), "{line}");
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_run_is_watched_while_it_lies_there() {
    let folder = tempfile::tempdir().unwrap();
    watched::train(folder.path());
    let mut child = Command::new(path())
        .args(["serve", "--port", "0", "--run", "run"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let (run, games, none) = (
        get(&address, "/api/run"),
        get(&address, "/api/run/games/1"),
        get(&address, "/api/run/games/9"),
    );
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((&run["name"], run["metrics"].as_array().unwrap().len()), (&"tiny".into(), 2));
    let generations: Vec<u64> = run["ratings"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|r| r["generation"].as_u64())
        .collect();
    assert_eq!(generations, [0, 1, 2]);
    let games = games.as_array().unwrap();
    assert_eq!((games.len(), games[0]["moves"].as_array().unwrap().len()), (2, 10));
    assert_eq!(games[0]["playable"], true);
    assert!(none["error"].as_str().unwrap().contains("no games"));
}

fn get(address: &str, path: &str) -> Value {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {answer}"))
}
