//! The text protocol both ways, as a user calls it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use salta_tests::binary;

fn engine(name: &str) -> String {
    binary::root().join("tests/engines").join(name).to_str().unwrap().into()
}

fn salta(arguments: &[&str]) -> Output {
    Command::new(binary::path()).args(arguments).output().unwrap()
}

/// What `salta engine PLAYER` answers to lines; then standard input ends.
fn converse(player: &str, lines: &str) -> Vec<String> {
    let mut child = Command::new(binary::path())
        .args(["engine", player])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

#[test]
fn salta_engine_keeps_to_the_protocol() {
    let binary = binary::path().to_str().unwrap();
    for player in ["greedy", "alphabeta:depth=2", "alphabeta@2:nodes=2000", "uct:sims=200"] {
        let output = salta(&["engine-check", binary, "engine", player]);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}");
        assert!(!said.contains("FAILED") && !said.contains("skipped"), "{said}");
        for line in ["moves in walker", "stop", "finished game", "end of input"] {
            assert!(said.contains(&format!("ok      {line} ")), "{said}");
        }
    }
}

#[test]
fn a_search_tells_what_it_found() {
    let mut child = Command::new(binary::path())
        .args(["engine", "alphabeta@2:depth=3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    input.write_all(b"pos start\ngo\n").unwrap();
    let mut said = BufReader::new(output).lines().map(Result::unwrap);
    let infos: Vec<String> = said.by_ref().take_while(|line| !line.starts_with("done")).collect();
    let last = infos.last().unwrap();
    for part in ["depth=3 ", "nodes=", "score="] {
        assert!(last.contains(part), "{last}");
    }
    let line = last.split_once("pv=\"").unwrap().1;
    assert_eq!(line.split(' ').count(), 3, "{last}");
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn bad_lines_are_answered_and_the_next_is_read() {
    let said = converse(
        "greedy",
        "hub\nfly\npos pos=\"5/5 w 0\"\ngo think\nlevel nodes=-3\npos start moves=\"a1-j10\"\n\
         variant name=chess\n\u{1}\ngo seed=\"\nset-param name=seed value=x\nping\n",
    );
    assert_eq!(
        said.iter().filter(|line| line.starts_with("error message=")).count(),
        9,
        "{said:?}"
    );
    assert!(said[0].starts_with("id name=\"salta greedy@1\""), "{said:?}");
    assert_eq!(said.last().unwrap(), "pong");
}

#[test]
fn a_check_that_fails_is_an_error() {
    let bad = engine("bad_engine.py");
    let output = salta(&["engine-check", "python3", &bad, "illegal", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("FAILED  moves in buettgenbach-1899 "), "{said}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("does not keep to the protocol: "), "{error}");
    let missing = salta(&["engine-check", "./no-such-program"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8(missing.stdout).unwrap().contains("cannot be started"));
}

#[test]
fn a_match_says_what_a_program_failed_in() {
    let place = tempfile::tempdir().unwrap();
    let variant = place.path().join("short.toml");
    std::fs::write(&variant, "base = \"nestor\"\nname = \"short\"\nmove_limit = 10\n").unwrap();
    let program = format!("program:python3 '{}' crash 8", engine("bad_engine.py"));
    let out = place.path().join("out");
    let [variant, out] = [&variant, &out].map(|path| path.to_str().unwrap());
    let arguments = ["match", &program, "random", "--pairs", "2", "--variant", variant];
    let output = salta(&[&arguments[..], &["--out", out]].concat());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(" crash") && said.contains(" 0 time-outs, 0 illegal moves"), "{said}");
    let files = std::fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path());
    let games = files.filter(|path| path.extension().is_some_and(|end| end == "games"));
    let games: String = games.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    assert!(games.contains("[Forfeit \"") && games.contains("a bug in line 7"), "{games}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_programs_of_a_match() {
    let place = tempfile::tempdir().unwrap();
    let numbers = place.path().join("numbers");
    let program =
        format!("program:python3 '{}' stubborn 0 '{}'", engine("bad_engine.py"), numbers.display());
    let mut child = Command::new(binary::path())
        .args(["match", &program, "random", "--pairs", "1"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let read = || std::fs::read_to_string(&numbers).unwrap_or_default();
    wait_for("the program", || read().ends_with('\n'));
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    wait_for("its end", || {
        let numbers = read();
        !numbers.split_whitespace().any(is_running)
    });
}

#[cfg(unix)]
fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !done() {
        assert!(std::time::Instant::now() < deadline, "{what}");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Whether there is a process of that number that has not ended.
#[cfg(unix)]
fn is_running(number: &str) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", number]).output().unwrap();
    let state = String::from_utf8(output.stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}
