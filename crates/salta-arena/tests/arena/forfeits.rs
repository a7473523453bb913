use salta_arena::report;
use salta_core::Ending;
use salta_core::notation::GameFile;
use salta_players::{Fault, Forfeit, Random};
use salta_stats::Outcome;

use crate::common::{Made, by_turn, made, play, play_on_any_threads, small, variant};

/// Plays the first legal turn, and forfeits the game at ply 12 or 13.
fn quitter() -> Made {
    by_turn("quitter", |variant, turn, _| match turn.position.plies() {
        12.. => Ok(Some(Err(Forfeit { fault: Fault::TimeOut, reason: "no answer".into() }))),
        _ => Ok(Some(Ok(variant.moves(turn.position)[0]))),
    })
}

#[test]
fn a_game_given_up_is_lost_and_the_match_goes_on() {
    let variant = variant("buettgenbach-1899");
    let played = play_on_any_threads(&variant, &small(5), &|| made(Random), &quitter);
    for game in &played.games {
        assert_eq!((game.ending, game.outcome()), (Ending::Forfeit, Outcome::Win));
        assert_eq!((game.points(), game.result()), ((0, 0), None));
        // White moves at even plies, so the quitter forfeits at ply 12 as White and 13 as Black.
        assert_eq!(game.plies, if game.white_is_a { 13 } else { 12 });
    }
    assert_eq!(played.statistics().wins, 10);
    let summary = played.summary();
    assert_eq!(report::fault_lines(&summary), ["B: 0 crashes, 10 time-outs, 0 illegal moves"]);
}

#[test]
fn a_game_file_says_who_gave_up() {
    let variant = variant("nestor");
    let played = play(&variant, &small(1), &quitter, &|| made(Random)).unwrap();
    let game = &played.games[0];
    let file = GameFile::parse(&game.to_game_text(&variant, "", "a", "b")).unwrap();
    assert_eq!(file.header("Forfeit"), Some("white, time-out: no answer"));
    assert_eq!((file.header("Result"), file.header("Ending")), (Some("*"), Some("forfeit")));
    let json = serde_json::to_string(&played).unwrap();
    assert_eq!(serde_json::from_str::<salta_arena::MatchResult>(&json).unwrap(), played);
}
