//! Plays the fixed ladder piece by piece:
//! `cargo bench -p salta-arena --bench ladder -- OUT SEEDS PAIRS [FIRST SECOND]...`.
//!
//! Each rung meets the next two. A piece is PAIRS colour-swapped pairs of one pairing from one seed,
//! kept as a CSV file in OUT (`moves` is the FNV-1a hash of the players' turns); pieces that are there are not played again, so it can be killed and
//! started anew. FIRST and SECOND, numbers of rungs from 0, choose pairings. At the end it prints
//! the table of all pieces found.

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use salta_arena::{GameResult, MatchConfig, MatchSummary, play_match, report};
use salta_core::Variant;
use salta_players::PlayerSpec;
use salta_stats::{Outcome, Pair, Statistics};

const VARIANT: &str = "buettgenbach-1899";
const RUNGS: [&str; 8] = [
    "random@1",
    "greedy@1",
    "alphabeta@1:depth=2",
    "alphabeta@1:depth=4",
    "alphabeta@1:depth=6",
    "alphabeta@2:depth=8",
    "uct@1:sims=1000",
    "uct@1:sims=10000",
];
const HEADER: &str = "a,b,seed,pair,white_is_a,ending,plies,points_lo,points_hi,moves";

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    // Cargo adds `--bench` itself.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [out, seeds, pairs, chosen @ ..] = &args[..] else {
        return Err("needs OUT SEEDS PAIRS [FIRST SECOND]...".into());
    };
    let (out, seeds, pairs) = (Path::new(out), seeds.parse()?, pairs.parse()?);
    let chosen: Vec<usize> = chosen.iter().map(|n| n.parse()).collect::<Result<_, _>>()?;
    let mut pairings: Vec<(usize, usize)> = chosen.chunks_exact(2).map(|p| (p[0], p[1])).collect();
    if pairings.is_empty() {
        pairings = neighbours();
    }
    fs::create_dir_all(out)?;
    for seed in 1..=seeds {
        for pairing in &pairings {
            play_piece(out, *pairing, seed, pairs)?;
        }
    }
    print_table(out)
}

/// Each rung with the next two.
fn neighbours() -> Vec<(usize, usize)> {
    let next = |a| (a + 1..RUNGS.len().min(a + 3)).map(move |b| (a, b));
    (0..RUNGS.len()).flat_map(next).collect()
}

fn play_piece(out: &Path, (a, b): (usize, usize), seed: u64, pairs: u32) -> Result<(), Failure> {
    let path = out.join(format!("{a}-{b}-{seed}.csv"));
    if path.exists() {
        return Ok(());
    }
    let variant = Variant::named(VARIANT).ok_or("a built-in variant")?;
    let config = MatchConfig { pairs, seed, pairs_per_group: 1, ..MatchConfig::default() };
    let specs: Vec<PlayerSpec> =
        [a, b].into_iter().map(|n| RUNGS[n].parse()).collect::<Result<_, _>>()?;
    let make = |n: usize| specs[n].opponent().expect("a fixed opponent");
    let (make_a, make_b) = (|| Ok(make(0)), || Ok(make(1)));
    let begun = std::time::Instant::now();
    let stop = AtomicBool::new(false);
    let played = play_match(&variant, &config, &make_a, &make_b, &(), &stop)?;
    let lines = played.games.iter().map(|game| line(RUNGS[a], RUNGS[b], seed, game));
    write_whole(&path, &(format!("{HEADER}\n") + &lines.collect::<String>()))?;
    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    let rate = played.games.len() as f64 / minutes;
    println!("{} – {}, seed {seed}: {rate:.0} games per minute", RUNGS[a], RUNGS[b]);
    Ok(())
}

fn line(a: &str, b: &str, seed: u64, game: &GameResult) -> String {
    let ((lo, hi), ending) = (game.points(), game.ending.name());
    let (pair, white, plies) = (game.pair, game.white_is_a, game.plies);
    let bytes = game.moves.iter().flat_map(|mv| [mv.from.index() as u8, mv.to.index() as u8]);
    let moves = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{a},{b},{seed},{pair},{white},{ending},{plies},{lo},{hi},{moves:016x}\n")
}

/// Written aside, synced, renamed.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let aside = path.with_extension("tmp");
    let mut file = fs::File::create(&aside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(aside, path)
}

fn print_table(out: &Path) -> Result<(), Failure> {
    let mut summaries = Vec::new();
    for (a, b) in neighbours() {
        let (mut found, mut distinct) = (Vec::new(), HashSet::new());
        for seed in 1.. {
            let path = out.join(format!("{a}-{b}-{seed}.csv"));
            let Ok(text) = fs::read_to_string(&path) else { break };
            let games: Vec<(Outcome, (i32, i32))> =
                text.lines().skip(1).map(game).collect::<Result<_, _>>()?;
            distinct.extend(
                text.lines().skip(1).filter_map(|line| Some(line.rsplit_once(',')?.1.to_owned())),
            );
            found.extend(
                games.chunks_exact(2).map(|two| Pair {
                    outcomes: [two[0].0, two[1].0],
                    points: [two[0].1, two[1].1],
                }),
            );
        }
        summaries.push(MatchSummary {
            variant: VARIANT.into(),
            a: RUNGS[a].into(),
            b: RUNGS[b].into(),
            statistics: Statistics::of_pairs(&found),
            games: 2 * found.len() as u32,
            distinct_games: distinct.len() as u32,
            sprt: None,
            time: None,
            faults: Default::default(),
        });
    }
    println!("\n{}", report::matches_table(&summaries).markdown());
    Ok(())
}

/// The game of a line of a piece, as A sees it.
fn game(line: &str) -> Result<(Outcome, (i32, i32)), Failure> {
    let fields: Vec<&str> = line.split(',').collect();
    let [.., "finished" | "limit" | "no-move", _, lo, hi, _] = fields[..] else {
        return Err(format!("`{line}` is no game by the rules").into());
    };
    let points: (i32, i32) = (lo.parse()?, hi.parse()?);
    let outcome = match points {
        (1.., _) => Outcome::Win,
        (_, ..=-1) => Outcome::Loss,
        (0, 0) => Outcome::Draw,
        _ => Outcome::Undecided,
    };
    Ok((outcome, points))
}
