//! `salta solve` and the player `perfect`, run as a user runs them.

use std::fs;
use std::process::Command;

use salta_tests::binary::root;
use salta_tests::place::{Place, Said, call};
use serde_json::Value;

/// Two stars a side: 43,680 placements.
const SMALL: &str =
    "base = \"buettgenbach-1899-free\"\nname = \"small\"\nboard = \"8x4\"\nranks = 1\n";

fn place() -> Place {
    let place = Place::new();
    place.file("small.toml", SMALL);
    place
}

fn salta(place: &Place, arguments: &[&str]) -> Said {
    Command::new(salta_tests::binary::path())
        .args(arguments)
        .current_dir(place.path(""))
        .output()
        .unwrap()
        .into()
}

fn number(record: &Value, key: &str) -> u64 {
    record[key].as_u64().unwrap_or_else(|| panic!("{key} of {record}"))
}

#[test]
fn counts_cover_both_sides_to_move() {
    let place = place();
    let said = salta(&place, &["solve", "./small.toml", "--json"]).well();
    let record = said.line();
    let [placements, positive, negative, zero] =
        ["placements", "positive", "negative", "zero"].map(|key| number(&record, key));
    assert_eq!(placements, 16 * 15 * 14 * 13);
    assert_eq!(positive + negative + zero, 2 * placements);
    assert_eq!(positive, negative);
    assert!(said.out.starts_with("{\"value\":"), "{}", said.out);
    let text = salta(&place, &["solve", "./small.toml"]).well().out;
    assert!(text.contains("43680 placements, either side to move"), "{text}");
}

#[test]
fn a_position_is_answered_from_the_table() {
    let place = place();
    let line = "b1/2/2/1A/2/2/B1/a1 w 8";
    let call = ["solve", "./small.toml", "--out", "small.table", "--position", line, "--json"];
    let first = salta(&place, &call).well();
    let table = fs::read(place.path("small.table")).unwrap();
    // The second time nothing is solved: no file but the table is there, and it is as it was.
    assert_eq!(salta(&place, &call).well().out, first.out);
    assert!(fs::read(place.path("small.table")).unwrap() == table);
    let record = first.line();
    let best = record["best"][0].as_str().unwrap();
    let of_best = record["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == best).unwrap();
    assert_eq!(of_best["value"], record["value"]);
    assert_eq!(record["line"][0], best);
    let text = salta(&place, &call[..6]).well().out;
    assert!(text.contains("best: ") && text.contains("line: "), "{text}");
}

#[test]
fn what_cannot_be_solved_is_refused_in_a_sentence() {
    let place = place();
    place.file("bad.table", "no table");
    for (arguments, part) in [
        (&["solve", "walker"][..], "placements; solving it takes"),
        (&["solve", "nothing"], "no variant is named `nothing`"),
        (&["solve", "./small.toml", "--out", "bad.table"], "not a table of solved positions"),
        (&["solve", "./small.toml", "--position", "x w 0"], "--position"),
        (&["solve", "./small.toml", "--position", "b1/2/2/1A/2/2/2/a1 w 8"], "all pieces"),
        (&["match", "perfect:bad.table", "greedy"], "not a table of solved positions"),
        (&["solve", "./small.toml", "--out", "no/such/dir/t"], "no such file"),
    ] {
        let said = salta(&place, arguments);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}: {}", said.err);
        assert!(said.err.contains(part), "{arguments:?}: {}", said.err);
        assert_eq!(said.err.matches('\n').count(), 1, "{}", said.err);
    }
}

/// Colours swapped, it wins one game of a pair that it may lose the other of; where the start is worth
/// nothing it loses none.
#[test]
fn nobody_beats_perfect_play() {
    let place = place();
    salta(&place, &["solve", "./small.toml", "--out", "small.table"]).well();
    let players = ["match", "perfect:small.table", "alphabeta@2:depth=3"];
    let settings = ["--variant", "./small.toml", "--pairs", "6", "--opening-plies", "3", "--json"];
    let said = salta(&place, &[&players[..], &settings].concat()).well();
    let record = said.line();
    let pentanomial = record["statistics"]["pentanomial"].as_array().unwrap();
    assert!(pentanomial[..2].iter().all(|pairs| *pairs == 0), "{pentanomial:?}");
    // Other rules than the table's.
    let other = salta(&place, &["match", "perfect:small.table", "greedy", "--pairs", "1"]);
    assert_eq!(other.code, 2, "{}", other.err);
    assert!(other.err.contains("whose rules are not those of"), "{}", other.err);
}

/// The small variants that the repository has.
#[test]
fn small_configs_are_variants() {
    let folder = root().join("configs/small");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.ends_with("family.toml") {
            call(&["variants", path.to_str().unwrap()]).well();
        }
    }
}
