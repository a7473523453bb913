//! Matches with their files.

use std::fs;

use salta_arena::MatchSummary;
use salta_run::{
    Display, RunDir, RunMatches, load_tournament, play_final_tournament, play_tournament, watch,
};

use crate::common::{fails_with, file, files, folder, sets, trained};

fn final_tournament(run: &RunDir) -> Vec<MatchSummary> {
    play_final_tournament(run, &Display::hidden()).unwrap()
}

/// The names of the players A in a tournament's summary.
fn first_players(matches: &[MatchSummary]) -> Vec<&str> {
    matches.iter().map(|of| of.a.as_str()).collect()
}

#[test]
fn a_match_is_played_again_only_if_it_is_another() {
    let folder = folder();
    let run = trained(folder.path(), &[]);
    let played = final_tournament(&run);
    assert_eq!(first_players(&played), ["generation 2"; 2]);
    let opponents: Vec<&str> = played.iter().map(|of| of.b.as_str()).collect();
    assert_eq!(opponents, ["generation 0 (untrained)", "random@1"]);
    // Playing a match again replaces its file.
    let path = run.tournament().join("generation 2 vs random@1.json");
    let written = || fs::metadata(&path).unwrap().modified().unwrap();
    let mut last = written();
    final_tournament(&run);
    assert_eq!(written(), last);
    drop(run);
    for set in ["tournament.simulations=3", "tournament.match.seed=5"] {
        let run = RunDir::resume(folder.path(), &sets(&[set])).unwrap();
        assert_eq!(first_players(&final_tournament(&run)), ["generation 2"; 2]);
        assert_ne!(std::mem::replace(&mut last, written()), last, "{set}");
    }
    let run = RunDir::open(folder.path()).unwrap();
    fs::write(&path, "{").unwrap();
    let again = play_final_tournament(&run, &Display::hidden());
    fails_with(again, &["remove it to play the match again"]);
}

#[test]
fn a_run_with_matches_of_a_generation_can_be_watched() {
    let folder = folder();
    let run = trained(folder.path(), &[]);
    let matches = RunMatches::new(&run, 1).unwrap();
    matches.play(None, 1, &run.matches(1), &Display::hidden()).unwrap();
    matches.play(None, 1, &run.root().join("mine"), &Display::hidden()).unwrap();
    for dir in [run.matches(1), run.root().join("mine")] {
        assert!(dir.join("summary.json").is_file());
    }
    assert_eq!(watch(run.root()).unwrap().ratings, []);
}

#[test]
fn a_tournament_keeps_its_config_games_and_results() {
    let folder = folder();
    let config = file(
        &folder,
        "arena.toml",
        "variant = \"buettgenbach-1899\"\nplayers = [\"random\", \"greedy\", \"alphabeta:depth=1\"]\n\
         [match]\npairs = 2\n",
    );
    let load = |overrides: &[&str]| load_tournament(&config, &sets(overrides));
    let out = folder.path().join("out");
    let play = |overrides: &[&str]| {
        play_tournament(&load(overrides).unwrap(), 1, &out, &Display::hidden())
    };
    play(&[]).unwrap();
    let one = files(&out);
    let kept = load_tournament(&out.join("config.toml"), &[]).unwrap();
    assert_eq!(kept, load(&[]).unwrap());
    // A player can be added; other match settings need another directory.
    let part = "made with another config: `match.pairs` is 1, not 2";
    fails_with(play(&["match.pairs=1"]), &[part]);
    assert_eq!(files(&out), one);
    let more = play(&["player=[{player = \"greedy\", name = \"second\"}]"]).unwrap();
    assert_eq!(more.matches.len(), 6);
    let now = files(&out);
    let of_match = |name: &&String| name.contains(" vs ");
    assert!(one.keys().filter(of_match).all(|name| now[name] == one[name]));
    fails_with(load(&["match.pairs=0"]), &["--set match.pairs=0: ", "`pairs`"]);
}

#[test]
fn pairs_can_be_added_to_a_tournament_but_not_removed() {
    let folder = folder();
    let text = "variant = \"nestor\"\nplayers = [\"random\", \"greedy\"]\n\
                match = { pairs = 3, pairs_per_group = 2 }\n";
    let config = file(&folder, "arena.toml", text);
    let play = |out: &str, pairs: u32| {
        let config = load_tournament(&config, &[format!("match.pairs={pairs}")]).unwrap();
        play_tournament(&config, 1, &folder.path().join(out), &Display::hidden())
    };
    for pairs in [3, 5, 5] {
        play("grown", pairs).unwrap();
    }
    play("whole", 5).unwrap();
    let [grown, whole] = ["grown", "whole"].map(|out| files(&folder.path().join(out)));
    assert_eq!(grown, whole);
    let part = "made with another config: `match.pairs` is 4, not 5 as there";
    fails_with(play("grown", 4), &[part]);
    assert_eq!(files(&folder.path().join("grown")), whole);
}

#[test]
fn a_tournament_says_whether_it_is_reproducible() {
    let folder = folder();
    for (player, expected) in
        [("alphabeta@3:nodes=5", true), ("alphabeta@3:nodes=5:threads=2", false)]
    {
        let text = format!(
            "variant = \"buettgenbach-1899\"\nplayers = [\"{player}\", \"random\"]\n[match]\npairs = 1\n"
        );
        let config = load_tournament(&file(&folder, "arena.toml", &text), &[]).unwrap();
        let out = folder.path().join(if expected { "one" } else { "two" });
        let summary = play_tournament(&config, 1, &out, &Display::hidden()).unwrap();
        assert_eq!(summary.reproducible, expected, "{player}");
        let page = fs::read_to_string(out.join("report.html")).unwrap();
        assert_eq!(!page.contains("not reproducible"), expected, "{player}");
    }
}

#[test]
fn a_tournament_without_a_player_or_a_directory_leaves_all_as_it_was() {
    let folder = folder();
    for (player, out, part) in [
        ("checkpoint:nowhere", "out", "nowhere"),
        ("greedy", "arena.toml", "arena.toml: not a directory"),
    ] {
        let text = format!("variant = \"walker\"\nplayers = [\"random\", \"{player}\"]\n");
        let config = load_tournament(&file(&folder, "arena.toml", text), &[]).unwrap();
        let before = files(folder.path());
        let out = folder.path().join(out);
        fails_with(play_tournament(&config, 1, &out, &Display::hidden()), &[part]);
        assert_eq!(files(folder.path()), before, "{player}");
    }
    for (line, part) in [
        ("match.limit.nodes = 5", "`alphabeta@1:depth=1` does not support 5 nodes per turn"),
        ("match.adjudication.out_of_reach = true", "`out_of_reach` needs a variant with a"),
    ] {
        let text = "variant = \"walker\"\nplayers = [\"random\", \"alphabeta:depth=1\"]\n";
        let config = file(&folder, "arena.toml", format!("{text}{line}\n"));
        let config = load_tournament(&config, &[]).unwrap();
        let out = folder.path().join("out");
        fails_with(play_tournament(&config, 1, &out, &Display::hidden()), &[part]);
        assert!(!out.exists());
    }
}
