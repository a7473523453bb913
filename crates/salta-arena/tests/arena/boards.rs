//! Matches on smaller boards.

use salta_arena::{GameResult, MatchConfig, MatchResult};
use salta_core::notation::GameFile;
use salta_core::{Variant, rules};

use crate::common::{opponent, play, small};

/// One rank on 6×6 and two on 8×4, without chains and with them.
fn variants() -> Vec<Variant> {
    let boards = [("6x6", 1), ("8x4", 2)];
    let texts = boards.into_iter().flat_map(|(board, ranks)| {
        ["buettgenbach-1899", "walker"].map(|base| {
            format!("base = \"{base}\"\nname = \"small\"\nboard = \"{board}\"\nranks = {ranks}\n")
        })
    });
    texts.map(|text| Variant::new(rules::parse(&text).unwrap())).collect()
}

fn matched(variant: &Variant, [a, b]: [&str; 2]) -> MatchResult {
    let config = MatchConfig { opening_plies: 2, max_plies: 60, ..small(2) };
    play(variant, &config, &|| opponent(a), &|| opponent(b)).unwrap()
}

/// Checks that the moves in the game file lead to the last position of the game.
pub(crate) fn check_texts(variant: &Variant, game: &GameResult) {
    let file = GameFile::parse(&game.to_game_text(variant, "", "a", "b")).unwrap();
    assert_eq!(file.header("White"), Some(if game.white_is_a { "a" } else { "b" }));
    let mut position = variant.parse_position(file.header("Position").unwrap()).unwrap();
    for ply in file.into_full(variant.board()).unwrap().plies {
        variant.play(&mut position, ply.mv).unwrap();
    }
    assert_eq!(variant.position_line(&position), game.position);
    let json = serde_json::to_string(game).unwrap();
    assert_eq!(serde_json::from_str::<GameResult>(&json).unwrap(), *game);
}

#[test]
fn the_fixed_opponents_play_on_smaller_boards() {
    for variant in variants() {
        for players in [
            ["greedy", "alphabeta@1:depth=2"],
            ["alphabeta@2:nodes=100", "uct:sims=16"],
            ["random", "uct:sims=16"],
        ] {
            let played = matched(&variant, players);
            assert_eq!(played.games.len(), 4, "{players:?}");
            played.games.iter().for_each(|game| check_texts(&variant, game));
        }
    }
}
