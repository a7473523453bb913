//! Plays a match between two fixed opponents and prints its row:
//! `cargo run --release -p salta-arena --example duel -- A B [PAIRS] [SEED]`.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use salta_arena::{MatchConfig, play_match, report};
use salta_core::Variant;
use salta_players::PlayerSpec;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, rest @ ..] = &args[..] else {
        return Err("two players are needed, as in `duel greedy alphabeta:depth=2 20`".into());
    };
    let (a, b): (PlayerSpec, PlayerSpec) = (a.parse()?, b.parse()?);
    let number = |at: usize| rest.get(at).map(|text| text.parse::<u32>()).transpose();
    let (pairs, seed) = (number(0)?.unwrap_or(20), number(1)?.unwrap_or(1).into());
    let config = MatchConfig { pairs, seed, pairs_per_group: 4, ..MatchConfig::default() };
    let variant = Variant::named("buettgenbach-1899").ok_or("a built-in variant")?;
    let [make_a, make_b] = [a, b].map(|spec| move || Ok(spec.opponent().expect("no checkpoint")));
    let begun = Instant::now();
    let stop = AtomicBool::new(false);
    let played = play_match(&variant, &config, &make_a, &make_b, &(), &stop)?;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{}", report::matches_table(&[played.summary()]).terminal());
    let plies: u32 = played.games.iter().map(|game| game.plies).sum();
    let games = played.games.len();
    println!(
        "{games} games in {seconds:.1} s; {:.0} plies a game",
        f64::from(plies) / games as f64
    );
    Ok(())
}
