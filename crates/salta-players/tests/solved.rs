//! Tree searches that reach the end of the game choose a move of perfect play; `perfect` plays it.

use std::sync::Arc;

use salta_core::{Position, Variant, rules};
use salta_env::{Uniform, generator};
use salta_players::{Perfect, Player, SearchPlayer, SearchSettings, Turn};
use salta_search::{Method, SearchConfig};
use salta_solve::Table;

const MOVES: u32 = 8;

fn table(fields: &str) -> Arc<Table> {
    let text = format!(
        "base = \"buettgenbach-1899\"\nboard = \"8x4\"\nranks = 1\nmove_limit = {MOVES}\n{fields}\n"
    );
    let variant = Variant::new(rules::parse(&text).unwrap());
    Arc::new(Table::solved(&variant, &mut |_| true).unwrap())
}

/// Some placements with `left` plies to play.
fn positions(table: &Table, left: u32) -> Vec<Position> {
    let all = (0..table.placements()).step_by(701);
    let all = all.map(|number| table.position(number, 2 * MOVES - left));
    all.filter(|position| !table.variant().is_over(position)).collect()
}

/// The loss of the player's move in each position, in points.
fn losses(player: &mut dyn Player, table: &Table, positions: &[Position]) -> Vec<i32> {
    let mut generators: Vec<_> =
        (0..).map(|n| generator(1, "solved", n)).take(positions.len()).collect();
    player.new_games(positions.len());
    let turns = positions.iter().zip(&mut generators).enumerate();
    let mut turns: Vec<Turn<'_>> = turns
        .map(|(slot, (position, generator))| Turn { slot, position, earlier: &[], generator })
        .collect();
    let chosen = player.choose(table.variant(), &mut turns).unwrap();
    let lost = |(position, mv): (&Position, _)| {
        let next = table.variant().after(position, mv);
        (table.value(position).unwrap().value - table.value(&next).unwrap().value).abs()
    };
    positions.iter().zip(chosen).map(lost).collect()
}

/// One ply before the end, each move is searched with its exact margin. Two plies before, a value
/// is a mean over replies, worse ones included: Gumbel search still separates single points, and
/// PUCT, whose exploration fades more slowly, may lose one.
#[test]
fn tree_searches_choose_a_best_move() {
    for (table, method, exact_ends) in
        ["", "jump_direction = \"any\"\nlast_move = \"immediate\"\npoints = \"distance\""]
            .map(table)
            .iter()
            .flat_map(|table| [Method::Gumbel, Method::Puct].map(|method| (table, method)))
            .flat_map(|(table, method)| [false, true].map(|exact| (table, method, exact)))
    {
        let search = SearchConfig { method, simulations: 2000, ..SearchConfig::default() };
        let search = search.without_noise();
        let settings = SearchSettings { search, exact_ends, ..SearchSettings::default() };
        let mut player = SearchPlayer::new("tree", Uniform, settings).unwrap();
        for left in [1, 2] {
            let positions = positions(table, left);
            assert!(positions.len() > 50);
            let lost = losses(&mut player, table, &positions);
            let most = i32::from(left == 2 && method == Method::Puct);
            assert!(lost.iter().all(|lost| *lost <= most), "{method:?} {exact_ends}: {lost:?}");
            let some = lost.iter().filter(|lost| **lost > 0).count();
            assert!(some * 10 < lost.len(), "{method:?} {exact_ends}: {lost:?}");
        }
    }
}

#[test]
fn perfect_loses_nothing() {
    for fields in ["", "chain = \"may-continue\"\njump_over = \"either\"\nfirst_mover = \"black\""]
    {
        let table = table(fields);
        let mut player = Perfect::new("perfect", Arc::clone(&table));
        for left in [1, 2, 7, 16] {
            let positions = positions(&table, left);
            assert!(losses(&mut player, &table, &positions).iter().all(|lost| *lost == 0));
        }
    }
}
