//! Networks for `alphabeta@3`: self-play and learning in turn.
//!
//! ```text
//! runs/NAME/
//!   config.toml                     the config        variant.toml  the rules, variant-2.toml, …
//!   games/gen-0001/games-*.shard    the games of each generation, one shard a group
//!   nets/gen-0001.nnue              the network learned from them and from those before
//!   files.json                      checksums of the shards and networks of learned generations
//!   shards.json                     checksums of the shards of other runs, if it learns from any
//! ```
//!
//! Generation 1 is played by `alphabeta@2`, each later one by `alphabeta@3` with the previous
//! network. Existing shards and networks are kept, so a killed command resumes where it stopped;
//! a network whose learning was interrupted is learned from the start.
//!
//! - [`config`](EvalConfig): settings of games and learning
//! - `games`: the games of a generation
//! - `samples`: replays recorded games to get positions with targets

mod config;
mod games;
mod samples;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use salta_core::Variant;
use salta_nnue::Network;
use salta_nnue::train::{Progress, learn};
use salta_record::{remove_leftovers, write_atomically};

pub use self::config::EvalConfig;
use self::games::{play, shards};
use self::samples::{other_shards, read_samples};
use crate::display::Display;
use crate::error::{At, RunError, refuse_if};
use crate::files::{create_dir, read_json, write_json, write_text};
use crate::generation_dirs::gen_name;
use crate::generation_manifest::{hash, hash_of_file};
use crate::kept_config::{check_same_rules, keep_config};
use crate::players::load_nnue;
use crate::threads::pool;
use crate::variant_files::{read_rules, variant_file};

/// Trains networks according to `config` in `out`; returns the path of the last one.
///
/// # Errors
/// If it is stopped, `out` holds a run of another config or under other rules, a file cannot be
/// read or written, or there are no positions to learn from.
pub fn train_eval(config: &EvalConfig, out: &Path, display: &Display) -> Result<PathBuf, RunError> {
    // Before the directory keeps the config, so that a corrected one is accepted there.
    let variants = config.variants()?;
    config.check_memory(&variants)?;
    let others = other_shards(config, &variants)?;
    let pool = pool(config.threads)?;
    let _lock = keep_config(config, out, &["generations", "threads"])?;
    for (number, variant) in variants.iter().enumerate() {
        let path = out.join(variant_file(number));
        match path.exists() {
            true => check_same_rules(&path, variant.rules(), &read_rules(&path)?)?,
            false => write_text(&path, &variant.rules().to_toml())?,
        }
    }
    keep_hashes(out, &others)?;
    check_files(out)?;
    let net = |generation| out.join("nets").join(format!("{}.nnue", gen_name(generation)));
    let there = (1..=config.generations).filter(|generation| net(*generation).exists()).count();
    display.start(f64::from(config.generations), there as f64);
    let (mut teacher, mut last) = (None, out.to_path_buf());
    for generation in 1..=config.generations {
        last = net(generation);
        let make =
            || one(config, &variants, &others, generation, teacher.as_ref(), out, &last, display);
        let network = match last.exists() {
            true => load_nnue(&last)?.0,
            false => pool.install(make)?,
        };
        teacher = Some(Arc::new(network));
    }
    Ok(last)
}

/// Records the shards of other runs, so that all generations learn from the same ones; refuses
/// others later.
fn keep_hashes(out: &Path, others: &[Vec<PathBuf>]) -> Result<(), RunError> {
    let path = out.join("shards.json");
    let hash = |shard: &PathBuf| Ok((shard.display().to_string(), hash_of_file(shard)?));
    let found = others.iter().flatten().map(hash);
    let found = found.collect::<Result<BTreeMap<String, String>, RunError>>()?;
    if !path.exists() {
        return if found.is_empty() { Ok(()) } else { write_json(&path, &found) };
    }
    let kept: BTreeMap<String, String> = read_json(&path)?;
    let other = |shard: &&String| found.get(*shard) != kept.get(*shard);
    let what = "it is not as it was when this run began; use another directory";
    let other = found.keys().chain(kept.keys()).find(other);
    other.map_or(Ok(()), |shard| Err(RunError::at(shard, what)))
}

const FILES: &str = "files.json";

/// Refuses shards and networks that were exchanged since their generation was learned. Missing ones
/// are made again, or missed when they are read.
fn check_files(out: &Path) -> Result<(), RunError> {
    for (name, kept) in kept_files(out)? {
        let path = out.join(name);
        let other = path.exists() && hash_of_file(&path)? != kept;
        let what = "it is not as it was when its generation was learned; restore it, or use another \
                    directory";
        refuse_if(other, &path, what)?;
    }
    Ok(())
}

fn kept_files(out: &Path) -> Result<BTreeMap<String, String>, RunError> {
    let path = out.join(FILES);
    if path.exists() { read_json(&path) } else { Ok(BTreeMap::new()) }
}

/// Records the shards of a generation and the network learned from them, for `check_files`.
fn keep_files(out: &Path, shards: &[PathBuf], path: &Path, network: &[u8]) -> Result<(), RunError> {
    let mut kept = kept_files(out)?;
    let name = |file: &Path| file.strip_prefix(out).expect("in the run").display().to_string();
    for shard in shards {
        kept.insert(name(shard), hash_of_file(shard)?);
    }
    kept.insert(name(path), hash(network));
    write_json(&out.join(FILES), &kept)
}

/// Plays and learns one generation, on the current rayon pool, and writes its network to `path`.
fn one(
    config: &EvalConfig,
    variants: &[Arc<Variant>],
    others: &[Vec<PathBuf>],
    generation: u32,
    teacher: Option<&Arc<Network>>,
    out: &Path,
    path: &Path,
    display: &Display,
) -> Result<Network, RunError> {
    let dir = |generation| out.join("games").join(gen_name(generation));
    play(config, variants, generation, teacher, &dir(generation), display)?;
    let first = (generation + 1).saturating_sub(config.learn.window).max(1);
    let shards = |generation| shards(config, variants, generation, &dir(generation));
    let own = (first..=generation).map(shards).collect::<Result<Vec<_>, _>>()?;
    let samples = read_samples(&own, config.learn.search_share, others)?;
    let settings = config.learn.settings(config.seed, generation);
    let name = format!("generation {generation}, learning from {} positions", samples.len());
    display.part(name, settings.steps.into(), 0.5);
    let mut reported = 0;
    let mut report = |progress: Progress| {
        display.advance(u64::from(progress.step - reported), progress.to_string());
        reported = progress.step;
        !display.is_stopped()
    };
    let network = learn(&samples, &settings, &mut report).ok_or(RunError::Stopped)?;
    display.part_done();
    let names = variants.iter().map(|variant| variant.name().to_owned()).collect();
    let network = network.named(names);
    let nets = out.join("nets");
    create_dir(&nets)?;
    remove_leftovers(nets)?;
    let bytes = network.to_bytes().at(path)?;
    // Before the network is there, so that none goes unrecorded if this process is killed.
    keep_files(out, own.last().map_or(&[], Vec::as_slice), path, &bytes)?;
    write_atomically(path, &bytes)?;
    display.line(&format!("generation {generation}: {}", path.display()));
    Ok(network)
}
