//! Writes the pages as plain files, for `cargo xtask site`:
//! `site PROGRAM.wasm FOLDER VARIANT.toml …`.

use std::path::Path;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, out, variants @ ..] = &arguments[..] else {
        return Err("usage: site PROGRAM.wasm FOLDER VARIANT.toml …".into());
    };
    let written = salta_web::write_site(Path::new(program), variants, Path::new(out));
    written.map_err(|error| error.to_string())
}
