//! Embeds all checkpoints of `data/checkpoints` in the program.

use std::path::{Path, PathBuf};
use std::{env, fs};

const PLACE: &str = "../../data/checkpoints";

fn main() {
    println!("cargo::rerun-if-changed={PLACE}");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says so"));
    let list = fs::read_dir(root.join(PLACE)).expect("the repository has checkpoints");
    let mut dirs: Vec<PathBuf> = list.map(|entry| entry.expect("readable").path()).collect();
    dirs.retain(|dir| dir.join("checkpoint.json").is_file());
    dirs.sort();
    let entries: String = dirs.iter().map(|dir| entry(dir)).collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says so")).join("shipped.rs");
    fs::write(out, format!("&[{entries}]")).expect("the output folder is writable");
}

/// The source text for one checkpoint: the files that players load, without the learner's state.
fn entry(dir: &Path) -> String {
    let name = dir.file_name().expect("a folder").to_str().expect("a plain name");
    let [description, network] = ["checkpoint.json", "ema.safetensors"].map(|file| dir.join(file));
    format!(
        "({name:?}, [(\"checkpoint.json\", include_bytes!({description:?})), \
        (\"ema.safetensors\", include_bytes!({network:?}))]),"
    )
}
