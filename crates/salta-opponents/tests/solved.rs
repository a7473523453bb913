//! Searches that reach the end of the game find the value of perfect play.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use salta_core::{Position, Side, Variant, rules};
use salta_nnue::Network;
use salta_opponents::alphabeta2::Limit;
use salta_opponents::alphabeta3::{self, Technique};
use salta_opponents::uct::best_move;
use salta_opponents::{MarginSearcher, alphabeta};
use salta_solve::Table;

/// Move limit of each player; the positions searched are a few plies before it.
const MOVES: u32 = 8;

fn table(fields: &str) -> Table {
    let text = format!(
        "base = \"buettgenbach-1899\"\nboard = \"8x4\"\nranks = 1\nmove_limit = {MOVES}\n{fields}\n"
    );
    let variant = Variant::new(rules::parse(&text).unwrap());
    Table::solved(&variant, &mut |_| true).unwrap()
}

/// Unfinished placements with `left` plies to play, and their values for the mover.
fn positions(table: &Table, left: u32, step: usize) -> impl Iterator<Item = (Position, i32)> + '_ {
    let all = (0..table.placements()).step_by(step);
    let all = all.map(move |number| table.position(number, 2 * MOVES - left));
    let open = all.filter(|position| !table.variant().is_over(position));
    open.map(|position| {
        let value = table.value(&position).unwrap().value;
        (position, if position.to_move() == Side::White { value } else { -value })
    })
}

const RULES: &[&str] = &[
    "",
    "jump_direction = \"any\"\nlast_move = \"immediate\"\nfirst_mover = \"black\"",
    "jump_over = \"either\"\njumping = \"optional\"\nchain = \"may-continue\"\nblockade = \"allowed\"",
];

/// `alphabeta@2`, and `alphabeta@3` without the techniques that may overlook a turn.
fn searchers(variant: &Variant) -> [MarginSearcher; 2] {
    let selective = [Technique::Reductions, Technique::LatePruning, Technique::Futility];
    let settings = selective
        .into_iter()
        .fold(alphabeta3::Settings::ALPHABETA_3, alphabeta3::Settings::without);
    let third = alphabeta3::Searcher::new(variant.clone(), Network::shipped(), settings);
    [MarginSearcher::new(variant, None, u64::MAX), MarginSearcher::Network(Box::new(third))]
}

/// The depths of `solo` are small because both searches count only the nearest ends exactly.
#[test]
fn alpha_beta_finds_the_exact_value() {
    for (fields, (points, depths)) in RULES
        .iter()
        .flat_map(|fields| [("distance", 1..=5), ("solo", 1..=2)].map(|points| (fields, points)))
    {
        let table = table(&format!("points = \"{points}\"\n{fields}"));
        let mut searchers = searchers(table.variant());
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (left, (position, value)) in
            depths.flat_map(|left| positions(&table, left, 150).map(move |found| (left, found)))
        {
            let line = table.variant().position_line(&position);
            let best = table.best(&position).unwrap();
            let moves = table.moves(&position).unwrap();
            let of = |mv| moves.iter().find(|(other, _)| *other == mv).unwrap().1.value;
            for searcher in &mut searchers {
                let found = searcher.search(&position, Limit::depth(left), &mut rng, &mut || false);
                assert_eq!(found.value, 100 * value, "{points}\n{fields}\n{line}");
                assert_eq!(of(found.best), of(best[0]), "{points}\n{fields}\n{line}");
            }
            if points == "distance" {
                let (_, first) = alphabeta::best_move(table.variant(), &position, left, &mut rng);
                assert_eq!(first, value, "{fields}\n{line}");
            }
        }
    }
}

#[test]
fn uct_finds_a_best_move() {
    for fields in RULES {
        let table = table(&format!("points = \"distance\"\n{fields}"));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (position, _) in positions(&table, 2, 400) {
            let variant = table.variant();
            let found = best_move(variant, &position, 3000, &mut rng, &mut || false);
            let moves = table.moves(&position).unwrap();
            let of = |mv| moves.iter().find(|(other, _)| *other == mv).unwrap().1.value;
            let best = table.best(&position).unwrap()[0];
            assert_eq!(of(found.best), of(best), "{fields}\n{}", variant.position_line(&position));
        }
    }
}
