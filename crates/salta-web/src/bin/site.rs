//! Writes the pages as plain files, as `cargo xtask site` does: `site PROGRAM.wasm FOLDER`.

use std::path::Path;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, out] = &arguments[..] else {
        return Err("usage: site PROGRAM.wasm FOLDER".into());
    };
    let written = salta_web::write_site(Path::new(program), Path::new(out));
    written.map_err(|error| error.to_string())
}
