//! The positions drawn in the documents agree with the rules (`docs/positions.txt`).

use std::collections::BTreeSet;
use std::fs;

use regex_lite::Regex;
use salta_tests::binary::root;
use salta_tests::drawn::{Drawn, drawn_positions};
use salta_tests::place::call;

/// Returns the legal moves as `e3-f4`; jumps are written with a hyphen too.
fn legal(drawn: &Drawn, jumps_only: bool) -> Vec<String> {
    let arguments = ["moves", "--variant", &drawn.variant, "--position", &drawn.position, "--json"];
    let record = call(&arguments).line();
    let moves = record["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap());
    let moves = moves.filter(|mv| !jumps_only || mv.contains(':'));
    let mut moves: Vec<String> =
        moves.map(|mv| mv.split(['-', ':']).map(algebraic).collect::<Vec<_>>().join("-")).collect();
    moves.sort();
    moves
}

fn algebraic(number: &str) -> String {
    let number: usize = number.parse().unwrap();
    let (row, place) = (number / 10 - 1, number % 10 - 1);
    format!("{}{}", b"abcdefghij"[2 * place + row % 2] as char, row + 1)
}

#[test]
fn pictures_draw_pieces_as_the_browser_does() {
    let [drawn, browser] =
        ["crates/salta-report/src/board/pieces.rs", "crates/salta-web/assets/js/pieces.js"]
            .map(|path| fs::read_to_string(root().join(path)).unwrap());
    let number = Regex::new(r"[0-9]*\.[0-9]+").unwrap();
    let figures = |source: &str| {
        // Not compared: in the browser, the page's style sheet centres the digits.
        let lines = source.lines().filter(|line| !line.starts_with("const DIGITS"));
        let numbers = lines.flat_map(|line| number.find_iter(line).map(|found| found.as_str()));
        // In thousandths, since the two are formatted differently.
        let thousandths =
            numbers.map(|text| (1000.0 * text.parse::<f64>().unwrap()).round() as i64);
        thousandths.collect::<BTreeSet<_>>()
    };
    let (drawn, browser) = (figures(&drawn), figures(&browser));
    assert!(browser.len() > 5 && browser.is_subset(&drawn), "{browser:?} {drawn:?}");
}

#[test]
fn arrows_are_the_legal_moves() {
    for drawn in drawn_positions() {
        let mut marks = drawn.marks.clone();
        marks.sort();
        match drawn.kind.as_str() {
            "moves" => assert_eq!(legal(&drawn, false), marks, "{}", drawn.name),
            "jumps" => assert_eq!(legal(&drawn, true), marks, "{}", drawn.name),
            // Seven rows ahead, at the same place in the row.
            "goals" => marks.iter().for_each(|mark| {
                let (from, to) = mark.split_once('-').unwrap();
                let place = |square: &str| (square.as_bytes()[0] - b'a') / 2;
                let row = |square: &str| square[1..].parse::<u8>().unwrap();
                assert_eq!((place(to), row(to)), (place(from), row(from) + 7), "{mark}");
            }),
            other => panic!("{}: `{other}`", drawn.name),
        }
    }
}
