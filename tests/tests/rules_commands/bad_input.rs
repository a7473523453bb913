//! Wrong input: one sentence that says where, exit code 2, never a panic.

use std::io::Read;
use std::process::{Command, Stdio};

use salta_tests::binary::path;

use salta_tests::place::{Place, call};

#[test]
fn usage() {
    for arguments in [
        &["perft"][..],
        &["perft", "--depth", "-1"],
        &["perft", "--depth", "4294967296"],
        &["perft", "--depth", "two"],
        &["points", "--exact-nodes", "1e6"],
        &["nonsense"],
    ] {
        let said = call(arguments).failed(&[]);
        assert!(said.out.is_empty() && said.err.starts_with("error: "), "{arguments:?}: {said:?}");
    }
    call(&[]).failed(&[]);
}

#[test]
fn positions() {
    for command in [&["moves"][..], &["points"], &["solo"], &["perft", "--depth", "1"]] {
        call(&[command, &["--position", "5/5 w 0"]].concat()).refused(&["--position: ", "10 rows"]);
    }
}

#[test]
fn a_count_to_a_depth_where_games_do_not_end() {
    // The count recurses once per ply: it must not overflow the stack, and must still be running.
    let deep = Command::new(path())
        .args(["perft", "--variant", "walker", "--depth", "100000"])
        .stdout(Stdio::null())
        .spawn();
    let mut deep = deep.unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let ended = deep.try_wait().unwrap();
    deep.kill().unwrap();
    deep.wait().unwrap();
    assert!(ended.is_none(), "the count failed: {ended:?}");
}

#[test]
fn names_of_variants() {
    for name in ["nobody", "", ".", "WALKER", "walker "] {
        let said = call(&["moves", "--variant", name]);
        said.refused(&["no variant is named", "buettgenbach-1899", "walker-9i"]);
    }
}

#[test]
fn files() {
    let folder = Place::new();
    let missing = folder.path("missing.toml");
    let directory = folder.path("folder.toml");
    std::fs::create_dir(&directory).unwrap();
    let latin = folder.file("latin.toml", b"name = \"x\"\nstart = \"\xfc\"\n");
    for (path, parts) in [
        (missing.to_str().unwrap(), ["missing.toml", "no such file"]),
        (directory.to_str().unwrap(), ["folder.toml", "directory"]),
        (&latin, ["latin.toml", "line 2: not UTF-8"]),
    ] {
        call(&["moves", "--variant", path]).refused(&parts);
        call(&["replay", path]).refused(&parts);
    }
}

#[test]
fn variant_files() {
    let folder = Place::new();
    let nested = format!("base = {}", "[".repeat(200_000));
    for (text, parts) in [
        ("base = \"walker\"\nname = \"\\u001b[2J\"\n", ["mine.toml", "`name`"]),
        ("\u{0}", ["mine.toml", "line 1"]),
        (nested.as_str(), ["mine.toml", "line 1"]),
    ] {
        let path = folder.file("mine.toml", text);
        call(&["moves", "--variant", &path]).refused(&parts);
    }
}

#[test]
fn game_files() {
    let folder = Place::new();
    let head = "[Variant \"walker\"]\n";
    for (text, part) in [
        ("1. hello\u{1b}31m", "line 2: `hello\\u{1b}31m` is not a move"),
        ("[Position \"5/5 b 0\"]", "header `Position`: a position has 10 rows"),
    ] {
        let path = folder.file("game.salta", format!("{head}{text}"));
        call(&["replay", &path]).refused(&["game.salta", part]);
    }
}

#[test]
fn a_reader_that_goes_away() {
    for arguments in [&["perft", "--depth", "2", "--divide"][..], &["variants"], &["moves"]] {
        let mut child = Command::new(path())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
