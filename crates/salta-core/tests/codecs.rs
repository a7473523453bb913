//! Round trips of position lines, moves in both notations and game files; any other text is
//! rejected without a panic.

mod random_rules;
mod twin;

use proptest::prelude::*;
use proptest::sample::Index;
use rand::Rng;
use rand::seq::IndexedRandom;
use random_rules::{Record, draw_position, generator};
use salta_core::notation::{GameFile, GameText, MAX_PLIES};
use salta_core::rules::NAMED;
use salta_core::{Move, Square, Variant};
use twin::{Size, Twin, TwinRules};

fn variant() -> Variant {
    Variant::named("buettgenbach-1899").unwrap()
}

/// Any position line: up to fifteen pieces per side anywhere.
fn any_line() -> impl Strategy<Value = String> {
    let squares = Just(Size::FULL.all()).prop_shuffle();
    let letters = || Just(('A'..='O').collect::<Vec<char>>()).prop_shuffle();
    let drawn = (squares, letters(), letters(), 0..=15usize, 0..=15usize, 0..10_000_000u32);
    drawn.prop_map(|(squares, white, black, whites, blacks, plies)| {
        let mut board = twin::Board::empty(Size::FULL);
        for (square, letter) in squares[..15].iter().zip(&white[..whites]) {
            board.set(*square, Some((twin::Side::White, *letter)));
        }
        for (square, letter) in squares[15..30].iter().zip(&black[..blacks]) {
            board.set(*square, Some((twin::Side::Black, *letter)));
        }
        let to_move = if plies % 2 == 0 { twin::Side::White } else { twin::Side::Black };
        Twin { board, to_move, plies }.line()
    })
}

/// A line, or one with a character replaced, inserted or removed.
fn mutated_line() -> impl Strategy<Value = String> {
    let inserted = "[A-Pa-p0-7/ wb-]{0,2}";
    // Even with two more digits, this is a valid ply count.
    (any_line(), any::<Index>(), 0..=1usize, inserted).prop_map(|(line, at, cut, inserted)| {
        let at = at.index(line.len());
        format!("{}{inserted}{}", &line[..at], &line[at + cut..])
    })
}

proptest! {
    /// Engine and twin agree on what is a position line and parse it alike.
    #[test]
    fn mutated_lines_are_rejected_alike(line in mutated_line()) {
        let rules = TwinRules::named("buettgenbach-1899");
        let ours = variant().parse_position(&line);
        let theirs = Twin::try_parse(&rules, &line);
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{:?} and {:?}", ours, theirs);
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            prop_assert_eq!(variant().position_line(&ours), theirs.line());
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC*", lines in "[a-j0-9:.;{}()\\[\\]\"\\\\ \n*+-]*") {
        for text in [text, lines] {
            let _ = variant().parse_position(&text);
            let _ = text.parse::<Move>();
            let _ = text.parse::<Square>();
            let _ = GameFile::parse(&text);
        }
    }

    /// A file round-trips with any text in a header.
    #[test]
    fn headers_round_trip(values in prop::collection::vec("\\PC*", 0..4), result in -105..=105i32) {
        let headers: Vec<(String, String)> =
            values.into_iter().enumerate().map(|(i, value)| (format!("Key{i}"), value)).collect();
        let result = result.to_string();
        let moves = ["e3-f4".parse().unwrap()];
        let game =
            GameText { headers: &headers, moves: &moves, result: &result, ..GameText::default() };
        let read = GameFile::parse(&game.to_string()).unwrap();
        prop_assert_eq!(read.header("Result"), Some(&*result));
        prop_assert_eq!(&read.headers[..headers.len()], headers);
        prop_assert_eq!(read.plies.len(), 1);
    }
}

/// Play can continue from every position that parses.
#[test]
fn play_continues_from_the_largest_ply_count() {
    let walker = Variant::named("walker").unwrap();
    let line = format!("a4/5/5/5/5/5/5/5/5/A4 b {MAX_PLIES}");
    let mut position = walker.parse_position(&line).unwrap();
    for _ in 0..10 {
        let mv = walker.moves(&position)[0];
        walker.play(&mut position, mv).unwrap();
    }
    assert_eq!(position.plies(), MAX_PLIES + 10);
    let beyond = format!("a4/5/5/5/5/5/5/5/5/A4 b {}", u32::MAX - 1);
    assert!(walker.parse_position(&beyond).is_err());
}

/// A header is one line: line breaks in its value become spaces.
#[test]
fn a_line_break_in_a_header_becomes_a_space() {
    let headers = [("Event".to_string(), "two\nlines\r\n".to_string())];
    let game = GameText { headers: &headers, result: "*", ..GameText::default() };
    let read = GameFile::parse(&game.to_string()).unwrap();
    assert_eq!(read.header("Event"), Some("two lines  "));
}

/// Every pair of squares in both notations, with every separator and in either case.
#[test]
fn moves_round_trip() {
    for from in Square::all() {
        for to in Square::all().filter(|to| *to != from) {
            let mv = Move { from, to };
            let (m, n) = (from.salta_number(), to.salta_number());
            let mut spellings = vec![mv.to_string(), mv.salta_numbers(), format!("{from}{to}")];
            spellings.extend([format!("{from}:{to}"), format!("{from}-{to}")]);
            spellings.extend([format!("{m}:{n}"), format!("{m}-{n}")]);
            for text in spellings {
                assert_eq!(text.parse::<Move>().as_ref(), Ok(&mv), "{text}");
                assert_eq!(text.to_uppercase().parse::<Move>().as_ref(), Ok(&mv), "{text}");
            }
            assert!(format!("{from}-{n}").parse::<Move>().is_err());
            assert!(format!("{m}{n}").parse::<Move>().is_err());
        }
    }
}

/// Engine and twin have the same two names for each square.
#[test]
fn both_names_of_a_square_are_the_twins() {
    for (ours, theirs) in Square::all().zip(Size::FULL.all()) {
        assert_eq!(ours.to_string(), theirs.algebraic());
        assert_eq!(ours.salta_number().to_string(), theirs.number());
    }
}

/// Up to `plies` random legal turns.
fn random_game(random: &mut impl Rng, variant: &Variant, line: &str, plies: usize) -> Vec<Move> {
    let mut position = variant.parse_position(line).unwrap();
    let mut played = Vec::new();
    while played.len() < plies {
        let moves = variant.moves(&position);
        let Some(mv) = moves.choose(random) else { break };
        variant.play(&mut position, *mv).unwrap();
        played.push(*mv);
    }
    played
}

/// The text with comments and odd spacing inserted between its words, after the headers.
fn annotated(random: &mut impl Rng, text: &str) -> String {
    let (headers, moves) = text.split_once("\n\n").unwrap();
    let mut out = format!("{headers}\n\n");
    for word in moves.split_whitespace() {
        let noise =
            ["", "{a comment}", "{two\nlines; 7. }", ";to the end 1.\n", "\t", "\r\n", "$3"];
        out += &format!("{} {word} ", noise.choose(random).unwrap());
    }
    out
}

fn check_game(random: &mut impl Rng, record: &Record, start: &Twin) {
    let variant = &record.engine;
    let moves = random_game(random, variant, &start.line(), 150);
    let headers = [
        ("Event".to_string(), "a [\"quoted\"] \\ {event}; 1. e3f4".to_string()),
        ("Variant".to_string(), variant.name().to_string()),
        ("Position".to_string(), start.line()),
    ];
    let result = *["*", "0", "17", "+3", "-105"].choose(random).unwrap();
    let text = GameText {
        board: variant.board(),
        headers: &headers,
        first_ply: start.plies,
        moves: &moves,
        variations: &[],
        result,
    };
    let text = text.to_string();
    assert!(text.lines().all(|line| line.starts_with('[') || line.len() <= 100), "{text}");
    for text in [annotated(random, &text), text.replace('\n', "\r\n"), text] {
        let game = GameFile::parse(&text).and_then(|game| game.into_full(variant.board()));
        let game = game.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(game.header("Result"), (result != "*").then_some(result));
        assert_eq!(game.headers[..headers.len()], headers);
        assert!(game.plies.iter().map(|ply| &ply.mv).eq(&moves), "{text}");
    }
}

#[test]
fn game_files_round_trip() {
    let mut random = generator(31);
    for name in NAMED {
        let record = Record::named(name);
        check_game(&mut random, &record, &Twin::start(&record.twin));
        for _ in 0..10 {
            let start = draw_position(&mut random, &record.twin);
            check_game(&mut random, &record, &start);
        }
    }
}
