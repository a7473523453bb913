//! `cargo xtask python`: the Python package and the notebooks, built and tested with nothing there
//! beforehand but Python 3.11 or newer.
//!
//! Everything lies below `target/python`. The environment is made again when its requirements
//! change; the wheel is cargo's business.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::system;

const CRATE: &str = "crates/salta-py";

/// Builds the wheel, installs it and runs the tests.
pub(crate) fn test() -> Result<(), String> {
    let home = PathBuf::from("target/python");
    let python = environment(&home)?;
    let wheels = home.join("wheels");
    let _ = fs::remove_dir_all(&wheels); // of earlier builds
    let manifest = format!("{CRATE}/Cargo.toml");
    run(Command::new(bin(&home, "maturin"))
        .args(["build", "--quiet", "--manifest-path", &manifest, "--target-dir"])
        .arg(home.join("cargo"))
        .arg("--out")
        .arg(&wheels)
        .args(["--locked", "--interpreter"])
        .arg(&python))?;
    let wheel = only_file(&wheels)?;
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"])
        .arg(wheel))?;
    find_torch(&python);
    build_binary()?;
    let salta = binary()?;
    run(Command::new(&python).args(["-m", "pytest", CRATE]).env("SALTA", &salta))?;
    let notebooks = ["-m", "pytest", "--nbmake", "--nbmake-timeout=300", "notebooks"];
    run(Command::new(&python).args(notebooks).env("SALTA", salta))
}

/// PyTorch for one test, which says so if it has to be left out: Debian's, since the one of PyPI
/// brings some gigabytes for graphics cards.
fn find_torch(python: &Path) {
    let has_torch = |python: &Path| {
        let done = Command::new(python).args(["-c", "import torch, numpy"]).output();
        done.is_ok_and(|done| done.status.success())
    };
    let found = [python, Path::new("/usr/bin/python3")].into_iter().any(has_torch);
    if found || env::var_os("SALTA_NO_TORCH").is_some() {
        return;
    }
    if let Err(failure) = system::install(&["python3-torch"]) {
        eprintln!("> without PyTorch: {failure}");
    }
}

/// The `salta` binary, built by the call that the Rust tests build it with.
fn build_binary() -> Result<(), String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo).args([
        "test",
        "--workspace",
        "--locked",
        "--test",
        "binary",
        "--no-run",
    ]))
}

fn binary() -> Result<PathBuf, String> {
    let path = Path::new("target/debug").join(format!("salta{}", env::consts::EXE_SUFFIX));
    path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
}

/// Python in a virtual environment with what the tests need.
fn environment(home: &Path) -> Result<PathBuf, String> {
    let text = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let requirements = Path::new(CRATE).join("requirements.txt");
    let stamp = home.join("installed.txt");
    let python = bin(home, "python").canonicalize().map(|_| bin(home, "python"));
    if let Ok(python) = python
        && text(&stamp) == text(&requirements)
    {
        return Ok(python);
    }
    let _ = fs::remove_dir_all(home.join("venv")); // one for other requirements
    fs::create_dir_all(home).map_err(|error| format!("{}: {error}", home.display()))?;
    run(Command::new(system_python()?).args(["-m", "venv"]).arg(home.join("venv")))?;
    let python = bin(home, "python");
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"])
        .arg(&requirements))?;
    fs::copy(&requirements, &stamp).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(python)
}

/// The first Python that is new enough.
fn system_python() -> Result<String, String> {
    let names = ["python3.11", "python3.12", "python3.13", "python3.14", "python3"];
    let new_enough = |name: &&&str| {
        let check = "import sys, venv; sys.exit(sys.version_info < (3, 11))";
        Command::new(name).args(["-c", check]).output().is_ok_and(|done| done.status.success())
    };
    let found = names.iter().find(new_enough);
    found.map(ToString::to_string).ok_or_else(|| "the tests need Python 3.11 or newer".into())
}

fn bin(home: &Path, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    home.join("venv").join(folder).join(name)
}

fn only_file(dir: &Path) -> Result<PathBuf, String> {
    let entries = fs::read_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.next().ok_or_else(|| format!("{}: no wheel was built", dir.display()))
}

fn run(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}").replace('"', "");
    eprintln!("> {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("`{shown}` did not start: {error}")),
    }
}
