//! `cargo xtask python`: the Python package and the notebooks, built and tested with nothing
//! installed beforehand but Python 3.11 or newer.
//!
//! Everything is below `target/python`. The environment is recreated when its requirements change;
//! cargo keeps the wheel up to date.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::system::{Install, absolute, build_binary, cargo, provide, run};

const CRATE: &str = "crates/salta-py";
/// Directory of the environment and of all builds.
const HOME: &str = "target/python";
/// The Python linter; its settings are in ruff.toml.
const RUFF: &str = "ruff==0.17.6";

/// Runs all tests, then those that need PyTorch from PyPI; returns which of the former was skipped,
/// if any.
pub(crate) fn nightly(install: Install) -> Result<Option<String>, String> {
    let skipped = test(install)?;
    let python = bin(Path::new(HOME), "python");
    pip(&python, "-r", format!("{CRATE}/requirements-nightly.txt"))?;
    run(Command::new(python).args(["-m", "pytest", "-m", "nightly", CRATE]))?;
    Ok(skipped)
}

/// Builds the wheel into `out`, which is emptied first; `arguments` are for maturin. Returns the
/// Python of the environment, and the wheel.
pub(crate) fn wheel(out: &Path, arguments: &[&str]) -> Result<(PathBuf, PathBuf), String> {
    let home = Path::new(HOME);
    let python = environment()?;
    let _ = fs::remove_dir_all(out); // of earlier builds
    let manifest = format!("{CRATE}/Cargo.toml");
    run(Command::new(bin(home, "maturin"))
        .args(["build", "--quiet", "--manifest-path", &manifest, "--target-dir"])
        .arg(home.join("cargo"))
        .arg("--out")
        .arg(out)
        .args(["--locked", "--interpreter"])
        .arg(&python)
        .args(arguments))?;
    Ok((python, only_file(out)?))
}

/// Builds the wheel, installs it and runs the tests; returns which of them was skipped, if any.
pub(crate) fn test(install: Install) -> Result<Option<String>, String> {
    let (python, wheel) = wheel(&Path::new(HOME).join("wheels"), &[])?;
    pip(&python, "--no-deps --force-reinstall", wheel)?;
    let skipped = find_torch(&python, install);
    let salta = build_binary()?;
    run(Command::new(&python).args(["-m", "pytest", CRATE]).env("SALTA", &salta))?;
    let notebooks = ["-m", "pytest", "--nbmake", "--nbmake-timeout=300", "notebooks"];
    run(Command::new(&python).args(notebooks).env("SALTA", &salta))?;
    // The ONNX Runtime of the environment also computes ONNX models for the program.
    let venv = absolute(&format!("{HOME}/venv"))?;
    // As a part of the workspace: what was built for its tests serves here too.
    for tests in ["--test onnx", "--lib -- onnx::"] {
        run(cargo(&format!("test --workspace --locked {tests}"))
            .env("SALTA_BINARY", &salta)
            .env("SALTA_NEEDS_ONNX", "1")
            .env("VIRTUAL_ENV", &venv))?;
    }
    Ok(skipped)
}

/// Checks all Python files with ruff, in a separate environment, so that nothing else is needed.
pub(crate) fn lint() -> Result<(), String> {
    let home = Path::new("target/ruff");
    if !fs::read_to_string(home.join("version")).is_ok_and(|version| version == RUFF) {
        run(Command::new(system_python()?).args(["-m", "venv", "--clear"]).arg(home.join("venv")))?;
        pip(&bin(home, "python"), "--disable-pip-version-check", RUFF)?;
        fs::write(home.join("version"), RUFF).map_err(|error| format!("target/ruff: {error}"))?;
    }
    run(Command::new(bin(home, "ruff")).args(["check", "."]))
}

/// Finds or installs PyTorch for one test; returns why the test is skipped, if so. Installs
/// Debian's package, since the one of PyPI brings gigabytes for GPUs.
fn find_torch(python: &Path, install: Install) -> Option<String> {
    let has_torch = |python: &Path| {
        let done = Command::new(python).args(["-c", "import torch, numpy"]).output();
        done.is_ok_and(|done| done.status.success())
    };
    if [python, Path::new("/usr/bin/python3")].into_iter().any(has_torch) {
        return None;
    }
    let failure = match env::var_os("SALTA_NO_TORCH") {
        Some(_) => "SALTA_NO_TORCH is set".into(),
        None => provide(&["python3-torch"], install).unwrap_or_else(Some)?,
    };
    Some(format!("the comparison with PyTorch: {failure}"))
}

/// Returns the Python of a virtual environment with what the tests need.
fn environment() -> Result<PathBuf, String> {
    let home = Path::new(HOME);
    let text = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let requirements = Path::new(CRATE).join("requirements-hashed.txt");
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
    pip(&python, "--disable-pip-version-check --require-hashes -r", &requirements)?;
    fs::copy(&requirements, &stamp).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(python)
}

/// Installs what `packages` names into the environment of `python`; `options` are split at spaces.
fn pip(python: &Path, options: &str, packages: impl AsRef<OsStr>) -> Result<(), String> {
    let install = ["-m", "pip", "install", "--quiet"];
    run(Command::new(python).args(install).args(options.split(' ')).arg(packages))
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
