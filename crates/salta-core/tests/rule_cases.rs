//! Positions made by hand, one for each sentence of docs/rules.md that random games rarely test.
//! Engine and twin must both give the result written here.

mod random_rules;
mod twin;

use random_rules::{Events, Pair, Record};
use salta_core::{Action, Direction, Ending, Margin, Move, Position, Side, Solo, Square, Variant};
use twin::Twin;

const BUDGET: u64 = 1_000_000;

/// A position from pieces like `Ka1` (White's K) and `ke5` (Black's), the side to move and the
/// plies.
fn at(record: &Record, pieces: &str, to_move: &str, plies: u32) -> Pair {
    let empty = format!("{} {to_move} {plies}", ["5"; 10].join("/"));
    let mut twin = Twin::parse(&record.twin, &empty);
    for piece in pieces.split_whitespace() {
        let (letter, square) = piece.split_at(1);
        let letter = letter.chars().next().unwrap();
        let side = if letter.is_ascii_uppercase() { twin::Side::White } else { twin::Side::Black };
        let square = twin::Size::FULL.named(square).unwrap();
        twin.board.set(square, Some((side, letter.to_ascii_uppercase())));
    }
    Pair::at(record, twin)
}

/// The legal turns in algebraic notation, after comparing engine and twin.
fn legal(pair: &Pair) -> Vec<String> {
    let moves = pair.compare_in_full(&mut Events::default());
    let mut names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.sort();
    names
}

fn is_over(pair: &Pair) -> bool {
    legal(pair).is_empty()
}

fn play(pair: &mut Pair, text: &str) {
    assert!(legal(pair).contains(&text.to_string()), "{text} in {}", pair.describe());
    pair.play(text.parse().unwrap());
}

/// The position within White's turn after these hops.
fn hopped(pair: &Pair, hops: &[(&str, Direction)]) -> Position {
    let mut position = pair.position;
    for (from, direction) in hops {
        let hop = Action::of(Side::White, square(from), *direction);
        pair.variant.play_action(&mut position, hop).unwrap();
    }
    position
}

/// White's legal actions within its turn.
fn actions(pair: &Pair, position: &Position) -> Vec<Action> {
    pair.variant.legal(position).actions(Side::White).collect()
}

/// The margin, after comparing engine and twin.
fn margin(pair: &Pair) -> i32 {
    let margin = pair.variant.margin(&pair.position, BUDGET);
    let margin = margin.exact().expect("an exact margin");
    assert_eq!(pair.twin.margin(&pair.rules), Some(margin), "{}", pair.describe());
    margin
}

/// Plays these turns, the last of which must end the game, and no other; returns the margin.
fn margin_after(mut pair: Pair, turns: &[&str]) -> i32 {
    for (number, turn) in (1..).zip(turns) {
        play(&mut pair, turn);
        assert_eq!(is_over(&pair), number == turns.len(), "{turn}: {}", pair.describe());
    }
    margin(&pair)
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn b1899() -> Record {
    Record::named("buettgenbach-1899")
}

fn blockades_allowed() -> Record {
    Record::based_on("buettgenbach-1899", "blockade = \"allowed\"")
}

/// `checkerboard` with jumps over either colour, and these lines: jumps can blockade too.
fn over_either(more: &str) -> Record {
    Record::based_on("checkerboard", &format!("jump_over = \"either\"\n{more}"))
}

/// Rule 3.1: a step goes in any of the four directions, backward steps included.
#[test]
fn steps_go_back_too() {
    let pair = at(&b1899(), "Ke5 kj10", "w", 40);
    assert_eq!(legal(&pair), ["e5-d4", "e5-d6", "e5-f4", "e5-f6"]);
}

/// Rule 3.2: forward is away from one's own first row, which for Black is downwards.
#[test]
fn black_jumps_downwards() {
    let pair = at(&b1899(), "ke5 Ad4 Bf6", "b", 41);
    assert_eq!(legal(&pair), ["e5:c3"]);
    let pair = at(&b1899(), "Ke5 ad4 bf6", "w", 40);
    assert_eq!(legal(&pair), ["e5:g7"]);
    let any = Record::named("checkerboard");
    assert_eq!(legal(&at(&any, "ke5 Ad4 Bf6", "b", 41)), ["e5:c3", "e5:g7"]);
    assert_eq!(legal(&at(&any, "Ke5 ad4 bf6", "w", 40)), ["e5:c3", "e5:g7"]);
}

/// Rule 3.2: the landing square is the one right behind, on the board and empty.
#[test]
fn nothing_jumps_off_the_board_or_onto_a_piece() {
    let any = Record::named("checkerboard");
    let pair = at(&any, "Kb8 aa9 bc9 cd10 da7 ec7 fd6", "w", 40);
    assert!(is_over(&pair));
    let pair = at(&any, "Kb8 aa9 bc9 cd10 da7 ec7", "w", 40);
    assert_eq!(legal(&pair), ["b8:d6"]);
}

/// Rule 3.3: with `compulsory` a jump anywhere forbids every step; with `optional` it does not.
#[test]
fn jumps_are_compulsory_or_not() {
    let pieces = "Ke5 Aa1 af6 bj10";
    assert_eq!(legal(&at(&b1899(), pieces, "w", 40)), ["e5:g7"]);
    let free = Record::based_on("buettgenbach-1899", "jumping = \"optional\"");
    let both = ["a1-b2", "e5-d4", "e5-d6", "e5-f4", "e5:g7"];
    assert_eq!(legal(&at(&free, pieces, "w", 40)), both);
}

/// Rule 3.4: a chain goes in any direction but lands on no square twice, its start included: the
/// circle e5 g7 e9 c7 ends before e5.
#[test]
fn a_chain_does_not_return_to_its_start() {
    let walker = Record::named("walker");
    let pair = at(&walker, "Ke5 af6 bf8 cd8 dd6", "w", 41);
    let jumps: Vec<String> = legal(&pair).into_iter().filter(|text| text.contains(':')).collect();
    assert_eq!(jumps, ["e5:c7", "e5:e9", "e5:g7"]);
    let (right, left) = (Direction::ForwardRight, Direction::ForwardLeft);
    let position = hopped(&pair, &[("e5", right), ("g7", left), ("e9", Direction::BackLeft)]);
    assert_eq!(position.hopper(), Some(square("c7")));
    assert_eq!(actions(&pair, &position), [Action::END_TURN]);
}

/// Rule 3.4: a turn is named by its first and last square; two ways round are one move and one ply.
#[test]
fn ways_that_differ_in_between_are_one_move() {
    let mut pair = at(&Record::named("walker"), "Ke5 af6 bf8 cd8 dd6", "w", 41);
    play(&mut pair, "e5:e9");
    assert_eq!(pair.position.plies(), 42);
    assert_eq!(pair.position.to_move(), Side::Black);
}

/// Rule 3.2 with `either`: a piece that is jumped over stays on the board, also one's own. The
/// hopper's start square, e5, is empty: it cannot be jumped over.
#[test]
fn a_chain_goes_over_both_colours() {
    let pair = at(&Record::named("walker"), "Ke5 Af6 ah8", "w", 41);
    let jumps: Vec<String> =
        legal(&pair).into_iter().filter(|text| text.starts_with("e5:")).collect();
    assert_eq!(jumps, ["e5:g7", "e5:i9"]);
}

/// Rule 3.5: a step onto the only square that the opponent could still step to is refused; if the
/// opponent can then jump over the piece that stepped, it has a move left, and the step is legal.
#[test]
fn the_last_free_square_is_left() {
    let pieces = "ka1 Ac3 Ba3";
    assert_eq!(legal(&at(&b1899(), pieces, "w", 40)), ["a3-b4", "c3-b4", "c3-d2", "c3-d4"]);
    let any = Record::named("checkerboard");
    let with_jump = ["a3-b4", "c3-b2", "c3-b4", "c3-d2", "c3-d4"];
    assert_eq!(legal(&at(&any, pieces, "w", 40)), with_jump);
    let all = ["a3-b2", "a3-b4", "c3-b2", "c3-b4", "c3-d2", "c3-d4"];
    assert_eq!(legal(&at(&blockades_allowed(), pieces, "w", 40)), all);
}

/// Rule 3.5: the blockade ranks above the compulsory jump. Of two jumps, only the one that leaves a
/// move is legal, and no step is.
#[test]
fn a_jump_that_leaves_a_move_comes_first() {
    let pair = at(&over_either(""), "ka1 Ab2 Bd4 Ce5", "w", 40);
    assert_eq!(legal(&pair), ["d4:f6"]);
}

/// Rule 3.5: if there are jumps but none of them leaves a move, the steps that leave one are legal.
#[test]
fn steps_where_every_jump_blockades() {
    let pieces = "ka1 Ab2 Bd4 Ce5 Df6 Eg7 Fh8 Gi9 Hj10";
    let steps = legal(&at(&over_either(""), pieces, "w", 40));
    assert!(steps.iter().all(|text| text.contains('-')), "{steps:?}");
    assert!(steps.contains(&"b2-c1".into()) && !steps.contains(&"d4-c3".into()), "{steps:?}");
    let allowed = over_either("blockade = \"allowed\"");
    assert_eq!(legal(&at(&allowed, pieces, "w", 40)), ["e5:c3"]);
}

/// Rule 3.5 with `optional`: jumps and steps are tested alike.
#[test]
fn optional_jumps_that_blockade_are_illegal() {
    let free = over_either("jumping = \"optional\"");
    // Missing are e5:c3 and d4-c3; b2-c3 opens b2.
    let moves = ["b2-a3", "b2-c1", "b2-c3", "d4-c5", "d4-e3", "d4:f6", "e5-d6", "e5-f4", "e5-f6"];
    assert_eq!(legal(&at(&free, "ka1 Ab2 Bd4 Ce5", "w", 40)), moves);
}

/// Rule 3.5: a move that blockades is not allowed "even when it would finish the game or is the
/// game's last": h10-i9 would bring White home.
#[test]
fn a_finishing_move_that_blockades_is_illegal() {
    for plies in [40, 238] {
        let pair = at(&b1899(), "Dh8 Jh10 kj10", "w", plies);
        assert_eq!(legal(&pair), ["h10-g9", "h8-g7", "h8-g9", "h8-i7", "h8-i9"]);
    }
    let mut pair = at(&blockades_allowed(), "Dh8 Jh10 kj10", "w", 40);
    play(&mut pair, "h10-i9");
    assert!(pair.position.is_home(Side::White) && is_over(&pair));
}

/// Rule 3.5: only the end of a turn is tested. The hop to c3 takes Black's last move, and the next
/// hop, to e1, gives it back. Rule 8.3: "end the turn" is masked out where ending is not legal.
#[test]
fn the_end_of_the_turn_is_masked_where_it_blockades() {
    let chains = over_either("chain = \"may-continue\"");
    let pair = at(&chains, "ka1 Ab2 Bd2 Cd4 De5", "w", 40);
    let moves = legal(&pair);
    assert!(moves.contains(&"e5:e1".into()) && !moves.contains(&"e5:c3".into()), "{moves:?}");
    let mut position = hopped(&pair, &[("e5", Direction::BackLeft)]);
    let on = Action::of(Side::White, square("c3"), Direction::BackRight);
    assert_eq!(actions(&pair, &position), [on]);
    let before = position;
    assert!(pair.variant.play_action(&mut position, Action::END_TURN).is_err());
    assert_eq!(position, before);
    pair.variant.play_action(&mut position, on).unwrap();
    pair.variant.play_action(&mut position, Action::END_TURN).unwrap();
}

/// Rule 8.3: a hop is masked out unless a legal end can still be reached after it. From e5, the hop
/// to c3 would blockade Black, and the piece may not return to e5.
#[test]
fn a_hop_without_a_legal_end_is_masked() {
    let chains = over_either("chain = \"may-continue\"");
    let pair = at(&chains, "ka1 Ab2 Cd4 Df6 Eg7", "w", 40);
    assert!(!legal(&pair).contains(&"g7:c3".to_string()));
    let position = hopped(&pair, &[("g7", Direction::BackLeft)]);
    assert_eq!(actions(&pair, &position), [Action::END_TURN]);
}

/// Rule 3.6: a player with no legal move ends the game; it is scored as at the move limit.
#[test]
fn a_player_shut_in_ends_the_game() {
    let pair = at(&blockades_allowed(), "Ka1 ab2 bc3", "w", 40);
    assert!(is_over(&pair));
    assert_eq!(pair.variant.ending(&pair.position), Some(Ending::NoMove));
    let remaining = |side| pair.variant.remaining(&pair.position, side, BUDGET).distance as i32;
    assert_eq!(margin(&pair), remaining(Side::Black) - remaining(Side::White));
}

/// Rule 4.7: with `equalised` the second mover answers the first mover's finish with exactly
/// one move.
#[test]
fn the_second_mover_answers_a_finish() {
    assert_eq!(margin_after(at(&b1899(), "Aa7 aj6", "w", 40), &["a7-b8", "j6-i5"]), 2);
}

/// Rule 4.10: both home is a draw.
#[test]
fn an_answer_that_comes_home_draws() {
    assert_eq!(margin_after(at(&b1899(), "Aa7 aj4", "w", 40), &["a7-b8", "j4-i3"]), 0);
}

/// Rule 4.7: with `immediate` the second mover does not answer.
#[test]
fn an_immediate_finish_ends_the_game() {
    let immediate = Record::named("meyers-1908");
    assert_eq!(margin_after(at(&immediate, "Aa7 aj4", "w", 40), &["a7-b8"]), 1);
}

/// Rule 4.6: when the second mover comes home the game ends, `equalised` or not; where Black
/// moves first that is White.
#[test]
fn the_second_movers_finish_ends_the_game() {
    assert_eq!(margin_after(at(&b1899(), "Aa7 aj4", "b", 41), &["j4-i3"]), -1);
    let black_first = Record::based_on("buettgenbach-1899", "first_mover = \"black\"");
    assert_eq!(margin_after(at(&black_first, "Aa7 aj4", "w", 41), &["a7-b8"]), 1);
    assert_eq!(margin_after(at(&black_first, "Aa7 aj4", "b", 40), &["j4-i3", "a7-b8"]), 0);
}

/// Rule 4.8: the finish counts before the limit; a side that comes home with the last move, the
/// 120th here, is home.
#[test]
fn a_finish_with_the_last_move_counts() {
    assert_eq!(margin_after(at(&b1899(), "Aa7 aj4", "w", 238), &["a7-b8", "j4-i3"]), 0);
}

/// Rule 4.8: with a limit of N the game ends after N moves of each.
#[test]
fn the_limit_ends_the_game() {
    assert_eq!(margin_after(at(&b1899(), "Aa5 aj6", "b", 239), &["j6-i5"]), -1);
    for plies in [240, 242, 1_000_000] {
        assert!(is_over(&at(&b1899(), "Aa5 aj6", "w", plies)));
    }
    assert!(!is_over(&at(&Record::named("buettgenbach-1899-free"), "Aa5 aj6", "w", 1_000_000)));
}

/// Rule 4.4: a side without pieces counts as home.
#[test]
fn a_side_without_pieces_is_home() {
    for (pieces, expected) in [("Aa5", -3), ("", 0)] {
        let pair = at(&b1899(), pieces, "w", 40);
        assert!(is_over(&pair));
        assert_eq!(margin(&pair), expected);
    }
    // White, the first mover, has no pieces. Black's answer to that "finish" would leave White no
    // move, which rule 3.5 forbids, so rule 3.6 ends the game; with blockades, Black plays one ply.
    assert!(is_over(&at(&b1899(), "aj6", "b", 41)));
    assert_eq!(margin_after(at(&blockades_allowed(), "aj6", "b", 41), &["j6-i5"]), 2);
}

/// Rules 4.2 and 4.10: `solo` takes own pieces in the way into account, `distance` does not, `win`
/// is the sign of the margin by `solo`. j10 has one neighbour: J must leave i9 for O to pass.
#[test]
fn three_kinds_of_points() {
    let pieces = "Ji9 Oh8 aj4";
    let margins = ["solo", "distance", "win"].map(|points| {
        let lines = format!("points = \"{points}\"");
        margin(&at(&Record::based_on("buettgenbach-1899", &lines), pieces, "w", 40))
    });
    assert_eq!(margins, [1 - 4, 1 - 2, -1]);
}

/// Rule 4.3: if a search runs out of nodes, the result is an interval, never a wrong number.
#[test]
fn a_search_out_of_nodes_returns_bounds() {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let line = "5/5/5/5/EDCBA/JIHGF/ONMLK/5/5/a4 w 40";
    let position = variant.parse_position(line).unwrap();
    let Solo { lo, hi } = variant.remaining(&position, Side::White, 0).solo;
    assert!(lo >= position.distance(Side::White) && lo <= hi);
    let Margin::Bounds { lo, hi } = variant.margin(&position, 0) else {
        panic!("proven without a search");
    };
    assert!(lo < hi);
}
