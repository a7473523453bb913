use salta_arena::MatchConfig;
use salta_core::{Move, Variant};
use salta_env::generator;
use salta_players::{Player, Turn};
use salta_stats::Verdict;

use crate::common::{opponent, play, play_on_any_threads, small, variant};

/// The opponents are fixed once published: these games must never change.
#[test]
fn published_opponents_play_as_they_were_published() {
    for (spec, expected) in [
        ("random@1", "g3-h4 d8-e7 e3-f4 e7-d8 i3-j4 b8-c7 h4-g5 j8-i7 f4-e5 c7-b6 e5-d4 c9-b8"),
        ("greedy@1", "g3-h4 d8-e7 e3-d4 e7-f6 c3-b4 b8-a7 d4-e5 f6:d4 b4-c5 d4-c3 d2:b4 c9-d8"),
        (
            "alphabeta@1:depth=2",
            "i3-j4 j8-i7 e3-f4 d8-e7 d2-e3 e7-d6 g3-h4 f8-g7 c1-d2 b8-a7 h2-g3 c9-d8",
        ),
        (
            "alphabeta@2:depth=4",
            "i3-j4 b8-a7 e3-f4 h8-g7 c3-d4 d8-c7 b2-c3 e9-d8 h2-i3 i9-h8 i3-h4 h8-i7",
        ),
        (
            "alphabeta@2:nodes=2000",
            "i3-j4 b8-a7 e3-f4 h8-g7 c3-d4 d8-c7 b2-c3 e9-d8 h2-i3 i9-h8 i3-h4 g7-f6",
        ),
        (
            "uct@1:sims=200",
            "e3-d4 b8-a7 d4-e5 a9-b8 c3-d4 a7-b6 g3-f4 f8-g7 b2-c3 b10-a9 h2-g3 g7-f6",
        ),
    ] {
        let mut player = opponent(spec).unwrap();
        let moves = self_play(&variant("buettgenbach-1899"), &mut *player, 12);
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(words.join(" "), expected, "{spec}");
    }
}

fn self_play(variant: &Variant, player: &mut dyn Player, plies: usize) -> Vec<Move> {
    let (mut position, mut generator) = (variant.start(), generator(1, "golden", 0));
    let mut next = || {
        let turn = Turn { slot: 0, position: &position, earlier: &[], generator: &mut generator };
        let mv = player.choose(variant, &mut [turn]).unwrap()[0];
        variant.play(&mut position, mv).unwrap();
        mv
    };
    (0..plies).map(|_| next()).collect()
}

#[test]
fn the_classical_players_play_legally_in_all_variants_on_any_number_of_threads() {
    for name in salta_core::rules::NAMED {
        let variant = variant(name);
        let config = MatchConfig { max_plies: 60, ..small(1) };
        let [alphabeta, uct] =
            ["alphabeta@2:nodes=60", "uct@1:sims=8"].map(|of| move || opponent(of));
        let played = play_on_any_threads(&variant, &config, &alphabeta, &uct);
        assert_eq!(played.games.len(), 2, "{name}");
    }
}

#[test]
fn alphabeta_2_is_better_than_alphabeta_1_at_the_same_depth() {
    let variant = variant("buettgenbach-1899");
    let [better, worse] =
        ["alphabeta@2:depth=2", "alphabeta@1:depth=2"].map(|of| move || opponent(of));
    let played = play(&variant, &small(12), &better, &worse).unwrap();
    assert_eq!(played.statistics().verdict(), Verdict::Better, "{:?}", played.statistics());
}
