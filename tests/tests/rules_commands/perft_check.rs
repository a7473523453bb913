//! `salta perft --check`.

use serde_json::json;

use salta_tests::place::{Place, call};

use super::{in_repository, json_of};

const GOOD: &str = "# the opening\nwalker; start; 17 289 6171\n\nmine.toml; start; 9 81 0\n";
/// A game of two plies.
const MINE: &str = "base = \"nestor\"\nname = \"mine\"\nmove_limit = 1\n";

#[test]
fn the_table_of_the_rules_page() {
    let path = in_repository("data/perft/rules-page.perft");
    let tables = &json_of(&["perft", "--json", "--check", &path])["tables"];
    let table = json!({"path": path, "positions": 11, "counts": 43, "nodes": 425_188});
    assert_eq!(tables, &json!([table]));
}

#[test]
fn variant_files_lie_beside_the_table() {
    let folder = Place::new();
    folder.file("mine.toml", MINE);
    let path = folder.file("good.perft", GOOD);
    let said = call(&["perft", "--check", &path, &path]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let line = "good.perft: 6 counts of 2 positions agree (6567 move sequences in ";
    assert_eq!(said.out.matches(line).count(), 2, "{}", said.out);
}

#[test]
fn another_count_is_named() {
    let folder = Place::new();
    let path = folder.file("bad.perft", "\nwalker; start; 17 288\n");
    let sentence = "bad.perft: line 2: depth 2: 289 move sequences, where the table has 288";
    let said = call(&["perft", "--json", "--check", &path]).warns(&[sentence]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
}

#[test]
fn what_is_wrong_in_a_table_is_said_with_its_line() {
    let folder = Place::new();
    for (text, part) in [
        ("\nnobody; start; 1", "wrong.perft: line 2: no variant is named `nobody`"),
        ("\nnone.toml; start; 1", "none.toml: no such file"),
        ("walker; 5/5 b 0; 1", "wrong.perft: line 1: a position has 10 rows"),
    ] {
        let path = folder.file("wrong.perft", text);
        call(&["perft", "--check", &path]).refused(&[part]);
    }
    call(&["perft", "--check", "a", "--variant", "walker"]).failed(&[]);
}
