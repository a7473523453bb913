//! Samples as NumPy arrays.

use std::path::{Path, PathBuf};

use salta_core::SQUARES;
use salta_core::rules::parse;
use salta_env::Encoding;
use salta_net::{Inference, POLICY};
use salta_record::{read_header, write_atomically};
use salta_train::{Sample, batch_of, samples_of};

use super::npz::Npz;
use super::shards::{self, Exported};
use crate::display::Display;
use crate::error::{At, RunError, refuse_if};

/// Samples per file, which make about 90 MB.
const SAMPLES_PER_FILE: usize = 8192;

/// A sample with the number and generation of its game.
struct Row {
    game: u64,
    generation: u32,
    sample: Sample,
}

/// Writes all samples into `out`, [`SAMPLES_PER_FILE`] per file.
///
/// # Errors
/// If `out` holds samples already.
pub(super) fn write(
    paths: &[PathBuf],
    network: Option<&Inference>,
    out: &Path,
    display: &Display,
) -> Result<Exported, RunError> {
    // Files of a longer export would remain, and pass as part of this one.
    let first = file(out, 0);
    refuse_if(first.exists(), &first, "exists already; choose another directory")?;
    let encoding = encoding_of(paths, network.and_then(|network| network.config().encoding()))?;
    let mut exported = Exported::default();
    let mut rows: Vec<Row> = Vec::new();
    shards::each(paths, display, |shard| {
        exported.games += shard.games.len() as u64;
        for game in &shard.games {
            let samples = samples_of(&shard.variant, game)
                .map_err(|error| RunError::in_generation(shard.header.generation, error))?;
            let row = |sample| Row { game: game.game, generation: game.generation, sample };
            rows.extend(samples.into_iter().map(row));
        }
        while rows.len() >= SAMPLES_PER_FILE {
            let rest = rows.split_off(SAMPLES_PER_FILE);
            save(&std::mem::replace(&mut rows, rest), encoding, network, out, &mut exported)?;
        }
        Ok(())
    })?;
    if !rows.is_empty() {
        save(&rows, encoding, network, out, &mut exported)?;
    }
    Ok(exported)
}

/// The encoding that the network reads, or without one the oldest that can represent the boards of
/// all shards.
///
/// # Errors
/// If the network's encoding cannot represent a board.
fn encoding_of(shards: &[PathBuf], of_network: Option<Encoding>) -> Result<Encoding, RunError> {
    let mut encoding = of_network.unwrap_or(Encoding::V1);
    for path in shards {
        let board = parse(&read_header(path)?.rules).at(path)?.board;
        if of_network.is_some() {
            encoding.check(board).at(path)?;
        }
        encoding = encoding.max(Encoding::of_board(board));
    }
    Ok(encoding)
}

fn file(out: &Path, number: usize) -> PathBuf {
    out.join(format!("samples-{number:05}.npz"))
}

fn save(
    rows: &[Row],
    encoding: Encoding,
    network: Option<&Inference>,
    out: &Path,
    exported: &mut Exported,
) -> Result<(), RunError> {
    let path = file(out, exported.files.len());
    write_atomically(&path, &arrays(rows, encoding, network))?;
    exported.rows += rows.len() as u64;
    exported.files.push(path);
    Ok(())
}

fn arrays(rows: &[Row], encoding: Encoding, network: Option<&Inference>) -> Vec<u8> {
    let batch = batch_of(rows.iter().map(|row| &row.sample), encoding);
    let samples = rows.len();
    let mut file = Npz::default();
    file.add("features", &[samples, SQUARES, encoding.features()], &batch.features);
    file.add("policy", &[samples, POLICY], &batch.policy);
    file.add("legal", &[samples, POLICY], &batch.legal);
    file.add("wdl", &[samples, 3], &batch.wdl);
    file.add("margin", &[samples], &batch.margin);
    file.add("value_weight", &[samples], &batch.value_weight);
    file.add("plies", &[samples], &batch.plies);
    if let Some(network) = network {
        add_outputs(&mut file, network, &batch.features, samples);
    }
    let mut column = |name: &str, of: fn(&Row) -> u64| {
        file.add(name, &[samples], &rows.iter().map(of).collect::<Vec<u64>>());
    };
    column("game", |row| row.game);
    column("generation", |row| row.generation.into());
    column("ply", |row| row.sample.position.plies().into());
    column("player", |row| row.sample.position.to_move().index() as u64);
    file.finish()
}

/// Adds the network's outputs for the samples, under `network_` and their names in ONNX.
fn add_outputs(file: &mut Npz, network: &Inference, features: &[f32], samples: usize) {
    let out = network.infer(features, samples);
    let mut add = |name: &str, shape: &[usize], values: &[f32]| {
        file.add(&format!("network_{name}"), shape, values);
    };
    let whole = "arrays that have just been made are contiguous";
    add("policy_logits", &[samples, POLICY], out.policy_logits.as_slice().expect(whole));
    add("wdl", &[samples, 3], out.wdl.as_slice().expect(whole));
    add("margin", &[samples], out.margin.as_slice().expect(whole));
    add("plies", &[samples], out.plies.as_slice().expect(whole));
}

#[cfg(test)]
mod tests {
    use salta_core::Variant;
    use salta_record::{ShardHeader, write_shard};

    use super::*;

    #[test]
    fn all_files_have_the_encoding_of_the_network_or_that_the_smallest_board_needs() {
        let folder = tempfile::tempdir().unwrap();
        let shard = |name: &str, rules: String| {
            let header = ShardHeader { rules, ..ShardHeader::default() };
            let path = folder.path().join(format!("{name}.shard"));
            write_shard(&path, &header, &[]).unwrap();
            path
        };
        let large = shard("large", Variant::named("walker").unwrap().rules().to_toml());
        let base = "base = \"buettgenbach-1899\"\nname = \"small\"\nboard = \"6x6\"\nranks = 1\n";
        let small = shard("small", base.into());
        let both = [large, small];
        let of = |paths: &[PathBuf], of_network| encoding_of(paths, of_network).unwrap();
        assert_eq!([of(&both[..1], None), of(&both, None)], [Encoding::V1, Encoding::V2]);
        assert_eq!(of(&both[..1], Some(Encoding::V2)), Encoding::V2);
        let error = encoding_of(&both, Some(Encoding::V1)).unwrap_err().to_string();
        assert!(error.contains("small.shard: a network that reads encoding 1 plays"), "{error}");
    }
}
