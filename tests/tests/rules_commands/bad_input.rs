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
        &["points", "--exact-nodes", "-1"],
        &["points", "--exact-nodes", "1e6"],
        &["moves", "--nonsense"],
        &["replay"],
        &["nonsense"],
    ] {
        let said = call(arguments).failed(&[]);
        assert!(said.out.is_empty() && said.err.starts_with("error: "), "{arguments:?}: {said:?}");
    }
    call(&[]).failed(&[]);
}

#[test]
fn positions() {
    for command in [&["moves"][..], &["points"], &["perft", "--depth", "1"]] {
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
        for arguments in [
            &["moves", "--variant", name][..],
            &["variants", name],
            &["perft", "--depth", "1", "--variant", name],
        ] {
            call(arguments).refused(&["no variant is named", "buettgenbach-1899", "walker-9i"]);
        }
    }
}

#[test]
fn files() {
    let folder = Place::new();
    let missing = folder.path("missing.toml");
    let directory = folder.path("folder.toml");
    std::fs::create_dir(&directory).unwrap();
    let latin = folder.file("latin.toml", b"name = \"x\"\nstart = \"\xfc\"\n");
    let huge = folder.file("huge.toml", vec![b' '; (4 << 20) + 1]);
    let games = folder.path("games.toml");
    std::fs::File::create(&games).unwrap().set_len((256 << 20) + 1).unwrap();
    for (path, parts) in [
        (missing.to_str().unwrap(), ["missing.toml", "no such file"]),
        (directory.to_str().unwrap(), ["folder.toml", "directory"]),
        (&latin, ["latin.toml", "line 2: not UTF-8"]),
        (&huge, ["huge.toml", "larger than 4 MiB"]),
    ] {
        call(&["moves", "--variant", path]).refused(&parts);
        call(&["variants", path]).refused(&parts);
        if path != huge {
            call(&["replay", path]).refused(&parts);
        }
    }
    // The games of a long match make a larger file.
    call(&["replay", &huge]).refused(&["huge.toml: no `Variant` header"]);
    let games = games.to_str().unwrap();
    call(&["replay", games]).refused(&["games.toml: larger than 256 MiB"]);
}

#[test]
fn variant_files() {
    let folder = Place::new();
    for (text, parts) in [
        ("", &["missing field `name`"][..]),
        ("base = \"walker\"\nspeed = 3\n", &["line 2", "speed"]),
        ("base = \"walker\"\nname = \"\\u001b[2J\"\n", &["`name`"]),
        ("base = \"walker\"\nbase = \"walker\"\n", &["line 2", "duplicate"]),
        ("\u{0}", &["line 1"]),
    ] {
        let path = folder.file("mine.toml", text);
        call(&["moves", "--variant", &path]).refused(&[parts, &["mine.toml"]].concat());
    }
    let nested = format!("base = {}", "[".repeat(200_000));
    let path = folder.file("nested.toml", nested);
    call(&["moves", "--variant", &path]).refused(&["nested.toml", "line 1"]);
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
    let path = folder.file("long.salta", format!("{head}{}", "x".repeat(1 << 20)));
    assert!(call(&["replay", &path]).refused(&[]).err.len() < 20_000);
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
