//! The files of a release: wheels that contain the program, an archive of the program, checksums
//! and licences, below `target/dist`. `dist.py` assembles them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::python;
use crate::system::{cargo, run};

const OUT: &str = "target/dist";

/// Builds, packs and tests a release.
pub(crate) fn dist() -> Result<(), String> {
    run(&mut cargo("rustc --release --locked -p salta-cli --bin salta -- -C strip=symbols"))?;
    fs::create_dir_all(OUT).map_err(|error| format!("{OUT}: {error}"))?;
    let (python, wheel) = python::wheel(Path::new("target/python/release"), &["--release"])?;
    let program = format!("target/release/salta{}", std::env::consts::EXE_SUFFIX);
    run(Command::new(python).arg("crates/xtask/dist.py").arg(program).arg(wheel).arg(OUT))
}
