//! Properties that must hold for any text given to a parser: it does not panic, and a parsed value,
//! written and parsed again, is unchanged. Called by the fuzz target and a test of `salta-core`.

use std::sync::LazyLock;

use salta_core::notation::{GameFile, GameText, PerftCase};
use salta_core::{Move, Position, Side, Square, Variant, rules};

/// A check of one input.
pub(crate) type Check = fn(&[u8]);

/// Every check with its name, which is also the name of its seed folder.
pub(crate) const CHECKS: [(&str, Check); 5] = [
    ("position", position),
    ("move", a_move),
    ("game_file", game_file),
    ("variant_file", variant_file),
    ("perft_table", perft_table),
];

/// A variant in which White moves first, and one in which Black does.
static VARIANTS: LazyLock<[Variant; 2]> =
    LazyLock::new(|| ["nestor", "walker"].map(|name| Variant::named(name).unwrap()));

/// Position lines.
fn position(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let [white_first, black_first] = &*VARIANTS;
    let read = [white_first.parse_position(&text), black_first.parse_position(&text)];
    for (variant, read) in VARIANTS.iter().zip(&read) {
        match read {
            Ok(position) => position_reads_back(variant, position),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    // The first mover only affects whose turn it must be: exactly one of the variants rejects the
    // side to move, or both fail with the same error.
    let parity = read
        .each_ref()
        .map(|read| matches!(read, Err(error) if error.to_string().contains(" is to move, not ")));
    assert!(parity[0] != parity[1] || read[0].is_err() && read[0] == read[1], "{read:?}");
}

fn position_reads_back(variant: &Variant, position: &Position) {
    let line = variant.position_line(position);
    assert_eq!(variant.parse_position(&line).as_ref(), Ok(position), "{line}");
    for side in Side::BOTH {
        let steps = |(piece, at)| u32::from(variant.distance(side, piece, at));
        assert_eq!(
            position.distance(side),
            position.pieces(side).map(steps).sum::<u32>(),
            "{line}"
        );
    }
    assert_eq!(variant.moves(position).is_empty(), variant.is_over(position), "{line}");
    assert_eq!(variant.rotated(&variant.rotated(position)), *position, "{line}");
}

/// Moves and squares, in both notations.
fn a_move(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Move>() {
        Ok(mv) => {
            for written in [mv.to_string(), mv.salta_numbers()] {
                assert_eq!(written.parse::<Move>().as_ref(), Ok(&mv), "{text}");
            }
            assert_eq!(text.to_ascii_uppercase().parse::<Move>(), Ok(mv), "{text}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(square.salta_number().to_string().parse(), Ok(square));
    }
}

/// Game files; if a file names a variant, its moves are played up to the first illegal one.
fn game_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let game = match GameFile::parse(&text) {
        Ok(game) => game,
        Err(error) => return assert!(error.to_string().starts_with("line "), "{error}"),
    };
    let lines = text.matches('\n').count() + 1;
    assert!(game.plies.iter().all(|ply| (1..=lines).contains(&ply.line)), "{text}");
    assert!(game.plies.is_sorted_by_key(|ply| ply.line), "{text}");
    game_reads_back(&game);
    play(&game);
}

fn game_reads_back(game: &GameFile) {
    let plies = game.header("Position").and_then(|line| line.split_whitespace().nth(2));
    let first_ply = plies.and_then(|plies| plies.parse().ok()).unwrap_or(0);
    let moves: Vec<Move> = game.plies.iter().map(|ply| ply.mv).collect();
    let (headers, moves_read) = (&*game.headers, &*moves);
    let text =
        GameText { headers, first_ply, moves: moves_read, result: "*", ..GameText::default() };
    let written = text.to_string();
    let again = GameFile::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert!(again.plies.iter().map(|ply| ply.mv).eq(moves), "{written}");
    // A carriage return in a value is written as a space.
    let one_line = |(key, value): &(String, String)| (key.clone(), value.replace('\r', " "));
    assert_eq!(again.headers, game.headers.iter().map(one_line).collect::<Vec<_>>());
}

fn play(game: &GameFile) {
    let Some(variant) = game.header("Variant").and_then(Variant::named) else { return };
    let Ok(mut position) = variant.position_or_start(game.header("Position")) else { return };
    for ply in &game.plies {
        let before = position;
        if variant.play(&mut position, ply.mv).is_err() {
            return assert_eq!(position, before);
        }
        position_reads_back(&variant, &position);
    }
}

/// Variant files.
fn variant_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let rules = match rules::parse(&text) {
        Ok(rules) => rules,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(rules::parse(&rules.to_toml()).as_ref(), Ok(&rules), "{}", rules.to_toml());
    let variant = Variant::new(rules);
    let start = variant.start();
    assert_eq!((start.plies(), start.to_move()), (0, variant.rules().first_mover));
    for side in Side::BOTH {
        assert_eq!(start.pieces(side).count(), variant.pieces().count());
    }
    assert_eq!(start.distance(Side::White), start.distance(Side::Black));
    position_reads_back(&variant, &start);
}

/// Perft tables.
fn perft_table(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let cases = match PerftCase::parse_table(&text) {
        Ok(cases) => cases,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written: String = cases.iter().map(written_case).collect();
    let mut again = PerftCase::parse_table(&written).unwrap_or_else(|e| panic!("{e}\n{written}"));
    for (again, case) in again.iter_mut().zip(&cases) {
        again.line = case.line;
    }
    assert_eq!(again, cases, "{written}");
}

fn written_case(case: &PerftCase) -> String {
    let PerftCase { purpose, variant, position, nodes, .. } = case;
    let position = position.as_deref().unwrap_or("start");
    let counts: Vec<String> = nodes.iter().map(u64::to_string).collect();
    format!("# {purpose}\n{variant}; {position}; {}\n", counts.join(" "))
}
