//! The pages as plain files, with the program that answers them in place of a server.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use salta_core::rules;
use salta_run::{RunError, shipped_files, shipped_names};

use crate::assets;

/// Writes the pages into a folder, for any static file server: `program` is `salta-wasm` compiled
/// for WebAssembly, and the page offers the `variants` of these files besides the named ones. The
/// page fetches networks when they are chosen.
///
/// # Errors
/// If a file cannot be read or written, or is not a variant.
pub fn write_site(
    program: &Path,
    variants: &[impl AsRef<Path>],
    out: &Path,
) -> Result<(), RunError> {
    let text = |path: &Path| {
        let text = fs::read_to_string(path).map_err(|error| RunError::at(path, error))?;
        rules::parse(&text).map_err(|error| RunError::at(path, error))?;
        Ok(text)
    };
    let texts: Result<Vec<_>, RunError> = variants.iter().map(|path| text(path.as_ref())).collect();
    let boards = serde_json::to_vec(&texts?).expect("texts");
    write(&out.join("boards.json"), &boards)?;
    for (path, text) in assets::without_server() {
        let path = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
        write(&out.join(path), text.as_bytes())?;
    }
    let program = fs::read(program).map_err(|error| RunError::at(program, error))?;
    write(&out.join("salta.wasm"), &program)?;
    let mut descriptions = BTreeMap::new();
    for name in shipped_names() {
        let [(_, description), (_, network)] = shipped_files(name).expect("it is shipped");
        descriptions.insert(name, String::from_utf8_lossy(description));
        write(&out.join(format!("networks/{name}.safetensors")), network)?;
    }
    let index = serde_json::to_vec(&descriptions).expect("names and texts");
    write(&out.join("networks/index.json"), &index)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let folder = path.parent().expect("a file lies in a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| RunError::at(path, error))
}
