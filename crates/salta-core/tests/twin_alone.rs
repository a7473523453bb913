//! The twin against the numbers and the sentences of docs/rules.md, without the engine.

mod twin;

use std::collections::BTreeSet;

use twin::{
    Goals, Points, Side, Size, Square, Twin, TwinRules, exchanged, opponent, perft, shift, standard,
};

/// The position of the perft table, without the side to move and the plies.
const MIDDLE: &str = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE";

/// The six variants in which a turn is one step or one jump.
fn without_chains() -> Vec<&'static str> {
    TwinRules::NAMES.into_iter().filter(|name| !TwinRules::named(name).may_continue).collect()
}

fn assert_perft(name: &str, twin: &Twin, expected: &[u64]) {
    let rules = TwinRules::named(name);
    for (index, count) in expected.iter().enumerate() {
        let depth = index as u32 + 1;
        assert_eq!(perft(twin, &rules, depth), *count, "{name} at depth {depth}");
    }
}

/// A small deterministic generator (xorshift64*), so that the test needs no crate.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// A position from pieces by hand: upper case White, lower case Black, squares in either notation.
fn set_up(rules: &TwinRules, pieces: &[(char, &str)], to_move: &str, plies: u32) -> Twin {
    let start = format!("{} {to_move} {plies}", ["5"; 10].join("/"));
    let mut twin = Twin::parse(rules, &start);
    for (letter, square) in pieces {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let square = Size::FULL.named(square).unwrap();
        twin.board.set(square, Some((side, letter.to_ascii_uppercase())));
    }
    twin
}

#[test]
fn squares_have_two_names() {
    for (number, algebraic) in [("11", "a1"), ("33", "e3"), ("105", "j10"), ("64", "h6")] {
        assert_eq!(Size::FULL.named(number), Size::FULL.named(algebraic));
        assert_eq!(Size::FULL.named(algebraic).unwrap().number(), number);
    }
    assert_eq!(Size::FULL.all().len(), 50);
    assert!(Size::FULL.all().into_iter().all(|square| Size::FULL.has(square)));
}

#[test]
fn start_positions_are_those_of_the_text() {
    let lines = [
        ("buettgenbach-1899", "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 0"),
        ("nestor-1901", "klmno/fghij/abcde/5/5/5/5/EDCBA/JIHGF/ONMLK w 0"),
        ("walker", "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE b 0"),
    ];
    for (name, line) in lines {
        let rules = TwinRules::named(name);
        assert_eq!(Twin::start(&rules).line(), line);
        assert_eq!(Twin::parse(&rules, line), Twin::start(&rules));
    }
}

#[test]
fn bad_position_lines_are_rejected() {
    let rules = TwinRules::named("buettgenbach-1899");
    let bad = [
        "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDA w 0",
        "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCD w 0",
        "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE1 w 0",
        "edcba/jihgf/onmlk/5/5/5/KLMNO/FGHIJ/ABCDE w 0",
        "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE b 0",
        "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 1",
    ];
    for line in bad {
        assert!(Twin::try_parse(&rules, line).is_err(), "{line}");
    }
}

#[test]
fn distances_at_the_start() {
    for name in TwinRules::NAMES {
        let rules = TwinRules::named(name);
        let expected = if ["nestor", "walker-9i"].contains(&name) { 113 } else { 105 };
        let start = Twin::start(&rules);
        assert_eq!(start.distance(&rules, Side::White), expected, "{name}");
        assert_eq!(start.distance(&rules, Side::Black), expected, "{name}");
    }
}

#[test]
fn perft_from_the_start() {
    assert_eq!(without_chains().len(), 6);
    for name in without_chains() {
        let rules = TwinRules::named(name);
        assert_perft(name, &Twin::start(&rules), &[9, 81, 891, 9_801]);
    }
    for name in ["walker", "walker-9i"] {
        let rules = TwinRules::named(name);
        assert_perft(name, &Twin::start(&rules), &[17, 289, 6_171, 132_701]);
    }
}

#[test]
fn perft_from_the_middle() {
    let rows = [
        ("buettgenbach-1899", "w 40", &[1, 21, 327, 4_799][..]),
        ("checkerboard", "w 40", &[3, 12, 44, 173][..]),
        ("walker", "w 41", &[43, 1_785, 74_932][..]),
    ];
    for (name, rest, expected) in rows {
        let twin = Twin::parse(&TwinRules::named(name), &format!("{MIDDLE} {rest}"));
        assert_perft(name, &twin, expected);
    }
}

#[test]
fn the_game_of_1901_is_legal() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let path = format!("{folder}/../../data/games/krone-grotewold-1901.salta");
    let text = std::fs::read_to_string(path).unwrap();
    let moves: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with('['))
        .flat_map(str::split_whitespace)
        .filter(|word| !word.ends_with('.'))
        .collect();
    assert_eq!(moves.len(), 214);

    let rules = TwinRules::named("buettgenbach-1899");
    let mut twin = Twin::start(&rules);
    for text in moves {
        // The file writes strictly: `:` for a jump. The names in `legal` do too.
        let jump = twin.legal(&rules).iter().any(|name| name.contains(':'));
        assert_eq!(text.contains(':'), jump, "{text} in {}", twin.line());
        twin.play(&rules, text);
    }
    assert_eq!(twin.plies, 214);

    // Black, the second mover, has come home. The numbers are the twin's own, no text gives them.
    assert!(twin.over(&rules));
    assert_eq!(twin.distance(&rules, Side::White), 25);
    assert_eq!(twin.margin(&rules), Some(-27));
}

/// "The board rotated by 180° with the colours, the side to move and the first mover swapped is the
/// same game": along random games, the same moves rotated and the same actions; and the actions, hop
/// by hop, spell exactly the legal moves.
#[test]
fn rotated_board_and_actions_agree_with_the_moves() {
    let mut dice = Dice(1899);
    for name in TwinRules::NAMES {
        let rules = TwinRules::named(name);
        let rotated_rules = TwinRules { first_mover: rules.first_mover.other(), ..rules.clone() };
        let mut twin = Twin::start(&rules);
        for _ in 0..120 {
            let legal = twin.legal(&rules);
            let rotated = twin.rotated();
            let rotated_back: BTreeSet<String> =
                rotated.legal(&rotated_rules).iter().map(|text| rotate_move(text)).collect();
            assert!(rotated_back.iter().eq(&legal), "{name}: {}", twin.line());
            assert_eq!(rotated.actions(&rotated_rules, &[]), twin.actions(&rules, &[]));
            assert!(played_out(&twin, &rules).iter().eq(&legal), "{name}: {}", twin.line());
            assert_eq!(Twin::parse(&rules, &twin.line()), twin);
            if legal.is_empty() {
                break;
            }
            twin.play(&rules, &legal[dice.below(legal.len())]);
        }
    }
}

/// A move as it is named on the board rotated by 180°.
fn rotate_move(text: &str) -> String {
    let separator = if text.contains(':') { ':' } else { '-' };
    let (from, to) = text.split_once(separator).unwrap();
    let rotated = |name: &str| Size::FULL.rotated(Size::FULL.named(name).unwrap()).number();
    format!("{}{separator}{}", rotated(from), rotated(to))
}

/// Every turn that the actions can spell, by first and last square.
fn played_out(twin: &Twin, rules: &TwinRules) -> BTreeSet<String> {
    let row = |name: &str| rules.size.named(name).unwrap().row;
    let mut names = BTreeSet::new();
    let mut open = vec![Vec::new()];
    while let Some(hops) = open.pop() {
        for action in twin.actions(rules, &hops) {
            if action == 200 {
                names.insert(format!("{}:{}", hops[0], hops[hops.len() - 1]));
                continue;
            }
            let longer = twin.extend(&hops, action);
            let (from, to) = (longer[longer.len() - 2].clone(), longer[longer.len() - 1].clone());
            let rows = row(&from).abs_diff(row(&to));
            if rows == 1 {
                names.insert(format!("{from}-{to}"));
            } else if rules.may_continue {
                open.push(longer);
            } else {
                names.insert(format!("{from}:{to}"));
            }
        }
    }
    names
}

#[test]
fn actions_are_seen_from_the_mover() {
    let rules = TwinRules::named("buettgenbach-1899");
    // Row 3 is squares 10 to 14. K on a3 has forward-right alone; the other four have both ways.
    let expected = vec![11, 12, 13, 14, 60, 61, 62, 63, 64];
    let mut twin = Twin::start(&rules);
    assert_eq!(twin.actions(&rules, &[]), expected);
    twin.play(&rules, "e3-f4");
    // Black sees the same from its own side.
    assert_eq!(twin.actions(&rules, &[]), expected);
}

#[test]
fn a_chain_goes_in_any_direction_but_never_lands_twice() {
    // K on e5 with four enemies around f6, f8, d8, d6: the circle e5 g7 e9 c7 (e5).
    let rules = TwinRules::named("walker");
    let pieces = [('K', "e5"), ('a', "f6"), ('b', "f8"), ('c', "d8"), ('d', "d6")];
    let twin = set_up(&rules, &pieces, "w", 1);
    let jumps: Vec<String> =
        twin.legal(&rules).into_iter().filter(|text| text.contains(':')).collect();
    assert_eq!(jumps, ["53:72", "53:74", "53:93"]);

    let hops = ["53", "74", "93", "72"].map(String::from);
    assert_eq!(twin.actions(&rules, &hops), [200]);
    // e9 is square (9 − 1) × 5 + 2 = 42; back-left on to c7, or the end of the turn.
    assert_eq!(twin.actions(&rules, &hops[..3]), [2 * 50 + 42, 200]);

    // Forward jumps only: no way down again, and e9 can be reached over either side.
    let forward = TwinRules { jump_direction_any: false, ..rules };
    assert_eq!(twin.actions(&forward, &hops[..3]), [200]);
    let mut after = twin.clone();
    after.play(&forward, "e5:e9");
    assert_eq!(after.board.get(Size::FULL.named("f6").unwrap()), Some((Side::Black, 'A')));
    assert_eq!(after.plies, 2);
}

#[test]
fn blockade_is_forbidden_and_ranks_above_the_jump() {
    // Black's k stands on its last row and can only step back to b2; with b2 occupied it is shut
    // in, since it does not jump back either.
    let rules = TwinRules::named("buettgenbach-1899");
    let twin = set_up(&rules, &[('k', "a1"), ('A', "c3"), ('B', "a3")], "w", 40);
    assert_eq!(twin.legal(&rules), ["31-41", "32-22", "32-41", "32-42"]);
    let allowed = TwinRules { blockade_forbidden: false, ..rules.clone() };
    assert_eq!(twin.legal(&allowed), ["31-21", "31-41", "32-21", "32-22", "32-41", "32-42"]);

    // Held by b2, k can only jump to c3, which e5:c3 takes away. The other jump leaves it.
    let either = TwinRules { jump_over_either: true, jump_direction_any: true, ..rules };
    let pieces = [('k', "a1"), ('A', "b2"), ('B', "d4"), ('C', "e5")];
    let twin = set_up(&either, &pieces, "w", 40);
    assert_eq!(twin.legal(&either), ["42:63"]);
    let allowed = TwinRules { blockade_forbidden: false, ..either };
    assert_eq!(twin.legal(&allowed), ["42:63", "53:32"]);
}

/// A player whose jumps all blockade may step.
#[test]
fn without_a_jump_that_leaves_a_move_the_steps_are_legal() {
    let rules = TwinRules {
        jump_over_either: true,
        jump_direction_any: true,
        ..TwinRules::named("buettgenbach-1899")
    };
    // Black's k on a1 is held by b2; its one move is the jump to c3. White's only jump, e5 over d4 to
    // c3, takes it away (no other piece of White has another behind it with an empty square).
    let pieces = [('k', "a1"), ('A', "b2"), ('B', "d4"), ('C', "e5"), ('D', "f6"), ('E', "g7")];
    let pieces = [&pieces[..], &[('F', "h8"), ('G', "i9"), ('H', "j10")]].concat();
    let twin = set_up(&rules, &pieces, "w", 40);
    let allowed = TwinRules { blockade_forbidden: false, ..rules.clone() };
    assert_eq!(twin.legal(&allowed), ["53:32"]);
    let legal = twin.legal(&rules);
    assert!(!twin.over(&rules));
    assert!(legal.iter().all(|text| text.contains('-')), "{legal:?}");
    assert!(!legal.contains(&"42-32".to_string()), "{legal:?}");
    assert!(legal.contains(&"21-12".to_string()), "{legal:?}");
}

#[test]
fn a_player_without_a_legal_move_ends_the_game() {
    // Rule 3.6.
    let rules = TwinRules { blockade_forbidden: false, ..TwinRules::named("buettgenbach-1899") };
    let twin = set_up(&rules, &[('K', "a1"), ('a', "b2"), ('b', "c3")], "w", 40);
    assert!(twin.over(&rules));
    assert_eq!(twin.legal(&rules), [""; 0]);
    assert_eq!(twin.actions(&rules, &[]), [0; 0]);
}

/// The finish, read from the position alone.
#[test]
fn when_a_game_is_over() {
    let equalised = TwinRules::named("buettgenbach-1899");
    let immediate = TwinRules::named("meyers-1908");
    // A's goal is 81, a's goal is Black's own 81, that is White's 35.
    let white_home = [('A', "81"), ('a', "55")];
    let black_home = [('A', "61"), ('a', "35")];

    assert!(!set_up(&equalised, &white_home, "b", 41).over(&equalised));
    assert!(set_up(&equalised, &white_home, "w", 42).over(&equalised));
    assert!(set_up(&immediate, &white_home, "b", 41).over(&immediate));
    for rules in [&equalised, &immediate] {
        assert!(set_up(rules, &black_home, "w", 42).over(rules));
        assert!(set_up(rules, &black_home, "b", 41).over(rules));
        assert!(set_up(rules, &[('A', "61")], "w", 42).over(rules), "no pieces is home");
    }

    // N moves of each are 240 plies.
    let running = [('A', "61"), ('a', "55")];
    assert!(!set_up(&equalised, &running, "b", 239).over(&equalised));
    assert!(set_up(&equalised, &running, "w", 240).over(&equalised));
    assert!(set_up(&equalised, &running, "w", 242).over(&equalised));
    let free = TwinRules::named("buettgenbach-1899-free");
    assert!(!set_up(&free, &running, "w", 1000).over(&free));
}

#[test]
fn margins() {
    let rules = TwinRules::named("buettgenbach-1899");
    // White is home; Black's a needs two more: White wins by two.
    let twin = set_up(&rules, &[('A', "81"), ('a', "55")], "w", 42);
    assert_eq!(twin.solo(&rules, Side::Black, 1000), Some(2));
    assert_eq!(twin.margin(&rules), Some(2));
    let win = TwinRules { points: Points::Win, ..rules.clone() };
    assert_eq!(twin.margin(&win), Some(1));
    let distance = TwinRules { points: Points::Distance, ..rules.clone() };
    assert_eq!(twin.margin(&distance), Some(2));
    assert_eq!(twin.rotated().margin(&distance), Some(-2));
    assert_eq!(twin.solo(&rules, Side::Black, 1), None, "one arrangement is not enough");
}

/// `solo` by A* against breadth-first search: three pieces near their goals in the corner b8 a9 b10.
#[test]
fn solo_is_the_least_number_of_steps() {
    let rules = TwinRules::named("buettgenbach-1899");
    let mut dice = Dice(1901);
    let mut above = 0;
    for round in 0..30 {
        // The first rounds scramble the corner itself, the others the left of rows 7 to 10.
        let corner = ["81", "91", "101"];
        let around = ["71", "81", "91", "101", "72", "82", "92", "102"];
        let mut free = if round < 10 { corner.to_vec() } else { around.to_vec() };
        let mut pieces = Vec::new();
        for name in ['A', 'F', 'K'] {
            pieces.push((name, free.remove(dice.below(free.len()))));
        }
        let twin = set_up(&rules, &pieces, "w", 40);
        let distance = twin.distance(&rules, Side::White);
        let solo = twin.solo(&rules, Side::White, 200_000).unwrap();
        assert_eq!(solo, breadth_first(&twin, &rules), "{}", twin.line());
        assert!(solo >= distance && (solo - distance).is_multiple_of(2));
        above += u32::from(solo > distance);
    }
    assert!(above > 0, "own pieces are in the way somewhere");
}

/// White's solo number, level by level.
fn breadth_first(twin: &Twin, rules: &TwinRules) -> u32 {
    let mut seen = BTreeSet::from([twin.board.pieces(Side::White)]);
    let mut level = vec![twin.clone()];
    for steps in 0.. {
        let mut next = Vec::new();
        for here in level {
            if here.home(rules, Side::White) {
                return steps;
            }
            for (_, from) in here.board.pieces(Side::White) {
                for direction in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let Some(to) = Size::FULL.away(from, direction, 1) else { continue };
                    if here.board.get(to).is_some() {
                        continue;
                    }
                    let board = here.board.moved(from, to);
                    if seen.insert(board.pieces(Side::White)) {
                        next.push(Twin { board, ..here.clone() });
                    }
                }
            }
        }
        level = next;
    }
    unreachable!("the levels have no end");
}

/// The answers at once are those of the single queries, at every ply of many games.
#[test]
fn answers_at_once_match_the_single_queries() {
    let mut dice = Dice(5);
    for name in TwinRules::NAMES {
        let rules = TwinRules::named(name);
        let goals = Goals::of(&rules);
        let mut twin = Twin::start(&rules);
        for _ in 0..60 {
            let answers = twin.answers(&rules, &goals);
            let turns = answers.turns.iter().map(|(from, to)| (from.number(), to.number()));
            let legal = twin.legal(&rules);
            let named = legal.iter().map(|text| text.split_once(['-', ':']).unwrap());
            let named = named.map(|(from, to)| (from.to_string(), to.to_string()));
            assert_eq!(turns.collect::<BTreeSet<_>>(), named.collect::<BTreeSet<_>>());
            for (side, distance) in [Side::White, Side::Black].into_iter().zip(answers.distances) {
                assert_eq!(distance, twin.distance(&rules, side));
            }
            let over = answers.finished || answers.at_limit || answers.turns.is_empty();
            assert_eq!(over, twin.over(&rules));
            let first: BTreeSet<u16> = answers.ways.iter().map(|way| way[0]).collect();
            assert!(first.into_iter().eq(twin.actions(&rules, &[])));
            if over {
                break;
            }
            twin.play(&rules, &legal[dice.below(legal.len())]);
        }
    }
}

/// `buettgenbach-1899` on another board, with `ranks` ranks.
fn on(rows: i32, columns: i32, ranks: usize) -> TwinRules {
    let size = Size { rows, columns };
    let start = standard(size, ranks);
    TwinRules { size, goal: shift(&start), start, ..TwinRules::named("buettgenbach-1899") }
}

#[test]
fn smaller_boards_have_their_own_rows_and_names() {
    for (rows, columns, ranks, start, exchanged_start) in [
        (6, 6, 1, "cba/3/3/3/3/ABC w 0", "abc/3/3/3/3/CBA w 0"),
        (8, 4, 2, "ba/gf/2/2/2/2/FG/AB w 0", "fg/ab/2/2/2/2/BA/GF w 0"),
        (4, 8, 2, "dcba/ihgf/FGHI/ABCD w 0", "fghi/abcd/DCBA/IHGF w 0"),
    ] {
        let rules = on(rows, columns, ranks);
        assert_eq!(Twin::start(&rules).line(), start);
        assert_eq!(Twin::parse(&rules, start), Twin::start(&rules));
        let exchanged = TwinRules { start: exchanged(rules.size, ranks), ..rules.clone() };
        assert_eq!(Twin::start(&exchanged).line(), exchanged_start);
        assert_eq!(rules.size.all().len() as i32, rows * columns / 2);
    }
    let rules = on(6, 6, 1);
    for line in ["3/3/3/3/3/2D w 0", "3/3/3/3/3/4 w 0", "3/3/3/3/3 w 0", "3/3/3/3/3/ABCA w 0"] {
        assert!(Twin::try_parse(&rules, line).is_err(), "{line}");
    }
}

/// `shift` leads rows − ranks rows on, `opponent` to the start of the opposing piece.
#[test]
fn goals_on_smaller_boards() {
    let shift = on(8, 4, 2);
    let opponent = TwinRules { goal: opponent(&shift.start), ..shift.clone() };
    for (rules, goals) in
        [(&shift, ["71", "72", "81", "82"]), (&opponent, ["82", "81", "72", "71"])]
    {
        for (name, goal) in "ABFG".chars().zip(goals) {
            assert_eq!(rules.goal_square(Side::White, name).number(), goal, "{name}");
            let start = Twin::start(rules).board.pieces(Side::Black);
            let at = start.iter().find(|(letter, _)| *letter == name).unwrap().1;
            let is_opponents = rules.goal_square(Side::White, name) == at;
            assert_eq!(is_opponents, rules == &opponent, "{name}");
        }
    }
}

/// A small board is the middle of the full one: 8×4 is rows 2–9, columns d–g.
#[test]
fn actions_on_smaller_boards_are_those_of_the_full_one() {
    let rules = on(8, 4, 2);
    let corners = ["a1", "d8"].map(|name| rules.size.on_full(rules.size.named(name).unwrap()));
    assert_eq!(corners.map(Square::algebraic), ["d2", "g9"]);
    let twin = Twin::start(&rules);
    // F and G on b2 and d2, that is e3 and g3: squares 12 and 13 from the mover's side.
    assert_eq!(twin.legal(&rules), ["21-31", "21-32", "22-32"]);
    assert_eq!(twin.actions(&rules, &[]), [12, 13, 62]);
    assert_eq!(twin.extend(&[], 62), ["21", "32"]);
    let mut twin = twin;
    twin.play(&rules, "b2-a3");
    assert_eq!(twin.actions(&rules, &[]), [12, 13, 62], "Black sees the same");
}

/// The rotation by 180° is a symmetry on every board, and actions spell the moves there too.
#[test]
fn smaller_boards_rotated_are_the_same_game() {
    let mut dice = Dice(1900);
    for (rows, columns) in Size::BOARDS {
        let ranks = 1 + dice.below(2);
        for continues in [false, true] {
            let rules = TwinRules {
                may_continue: continues,
                jump_direction_any: continues,
                jump_over_either: dice.below(2) == 0,
                ..on(rows, columns, ranks)
            };
            let other = TwinRules { first_mover: Side::Black, ..rules.clone() };
            let mut twin = Twin::start(&rules);
            for _ in 0..60 {
                let legal = twin.legal(&rules);
                assert_eq!(twin.rotated().actions(&other, &[]), twin.actions(&rules, &[]));
                assert!(played_out(&twin, &rules).iter().eq(&legal), "{}", twin.line());
                assert_eq!(Twin::parse(&rules, &twin.line()), twin);
                if legal.is_empty() {
                    break;
                }
                twin.play(&rules, &legal[dice.below(legal.len())]);
            }
        }
    }
}
