//! Plays `alphabeta@2` with some weights changed against itself as it is:
//! `cargo bench -p salta-arena --bench tune -- DEPTH PAIRS blocked=-30 tempo=60`.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use salta_arena::{MatchConfig, play_match, report};
use salta_core::{Move, Variant};
use salta_opponents::alphabeta2::{Limit, Searcher, Settings, Weights};
use salta_players::{Player, PlayerError, Turn};

/// A searcher with weights of its own.
struct Candidate {
    name: String,
    depth: u32,
    searcher: Searcher,
}

impl Player for Candidate {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, _: &Variant, turns: &mut [Turn<'_>]) -> Result<Vec<Move>, PlayerError> {
        let limit = Limit::depth(self.depth);
        let choose = |turn: &mut Turn<'_>| {
            self.searcher.search(turn.position, limit, turn.generator, &mut || false).best
        };
        Ok(turns.iter_mut().map(choose).collect())
    }
}

fn change(weights: &mut Weights, text: &str) -> Result<(), Box<dyn Error>> {
    let (key, value) = text.split_once('=').ok_or(format!("`{text}` is no KEY=VALUE"))?;
    let field = match key {
        "step_squared" => &mut weights.step_squared,
        "sideways" => &mut weights.sideways,
        "open_step" => &mut weights.open_step,
        "blocked" => &mut weights.blocked,
        "jump" => &mut weights.jump,
        "jump_from_home" => &mut weights.jump_from_home,
        "shut_door" => &mut weights.shut_door,
        "tempo" => &mut weights.tempo,
        _ => return Err(format!("no weight is called `{key}`").into()),
    };
    *field = value.parse()?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo adds `--bench` itself.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [depth, pairs, changes @ ..] = &args[..] else {
        return Err("needs DEPTH PAIRS [WEIGHT=VALUE]...".into());
    };
    let (depth, pairs) = (depth.parse()?, pairs.parse()?);
    let mut weights = Weights::ALPHABETA_2;
    changes.iter().try_for_each(|text| change(&mut weights, text))?;
    let variant = Variant::named("buettgenbach-1899").ok_or("a built-in variant")?;
    let make = |name: String, weights| -> Box<dyn Player> {
        let settings = Settings { weights, ..Settings::ALPHABETA_2 };
        Box::new(Candidate { name, depth, searcher: Searcher::new(variant.clone(), settings) })
    };
    let config = MatchConfig { pairs, pairs_per_group: 4, ..MatchConfig::default() };
    let changed = || Ok(make(changes.join(" "), weights));
    let fixed = || Ok(make("as it is".into(), Weights::ALPHABETA_2));
    let stop = AtomicBool::new(false);
    let played = play_match(&variant, &config, &changed, &fixed, &(), &stop)?;
    println!("{}", report::matches_table(&[played.summary()]).terminal());
    Ok(())
}
