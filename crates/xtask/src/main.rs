//! The project's own commands: `cargo xtask test`, `python`, `lint`, `ci`, `conformance`, `kills`.

mod browser;
mod python;
mod system;

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

const USAGE: &str =
    "usage: cargo xtask test | python | lint | ci | conformance [--plies N] [--seed N] [--unit N]
                  | kills [--times N] [--seed N]
  test         every test of the workspace, and those of Python; installs Chromium and
               playwright-core if they are missing
  python       the Python package and what else is tested from Python; installs Debian's PyTorch
               if there is none and SALTA_NO_TORCH is not set
  lint         formatting, clippy and documentation, warnings denied; what the browser runs is
               checked for WebAssembly if rustc has the target
  ci           both
  conformance  the rules against a second, slow implementation, ply by ply; a million plies if
               no number is given, on all cores
  kills        a training run killed at random moments, a hundred if no number is given, and gone
               on with; it has to come to the same files as one that nobody disturbed";

/// A call of cargo: its arguments and one variable of its environment.
type Step<'a> = (&'a [&'a str], Option<(&'a str, &'a str)>);

const TEST: &[Step<'_>] = &[
    (&["test", "--workspace", "--locked"], None),
    (&["test", "--package", "salta-net", "--no-default-features", "--locked"], None),
];

/// The Python package, which is a workspace of its own.
const PYTHON: &str = "crates/salta-py/Cargo.toml";

/// Where it is built.
const PYTHON_TARGET: &str = "target/python/cargo";

const LINT: &[Step<'_>] = &[
    (&["fmt", "--all", "--check"], None),
    (&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"], None),
    // What `cargo serve` builds.
    (
        &[
            "clippy",
            "--package",
            "salta-cli",
            "--no-default-features",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
        None,
    ),
    (&["doc", "--workspace", "--no-deps", "--locked"], Some(("RUSTDOCFLAGS", "-D warnings"))),
    (&["fmt", "--manifest-path", PYTHON, "--check"], None),
    (
        &[
            "clippy",
            "--manifest-path",
            PYTHON,
            "--target-dir",
            PYTHON_TARGET,
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
        None,
    ),
];

/// What the board runs in the browser.
const WASM: &str = "wasm32-unknown-unknown";

/// The long comparison, to which the arguments behind this are given.
const CONFORMANCE: &[&str] =
    &["test", "--release", "--locked", "-p", "salta-core", "--test", "conformance_long", "--"];

/// What is killed, and what kills it.
const KILLED: Step<'_> = (&["build", "--release", "--locked", "-p", "salta-cli"], None);
const KILLS: &[&str] =
    &["test", "--release", "--locked", "-p", "salta-tests", "--test", "kills", "--"];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["python"] => python::test(),
        ["lint"] => lint(),
        ["ci"] => test().and_then(|()| lint()),
        ["conformance", ref rest @ ..] => run((&[CONFORMANCE, rest].concat(), None)),
        ["kills", ref rest @ ..] => run(KILLED).and_then(|()| run((&[KILLS, rest].concat(), None))),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    browser::prepare()?;
    TEST.iter().copied().try_for_each(run)?;
    python::test()
}

fn lint() -> Result<(), String> {
    LINT.iter().copied().try_for_each(run)?;
    let library =
        Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]).output();
    if !library.is_ok_and(|path| Path::new(String::from_utf8_lossy(&path.stdout).trim()).is_dir()) {
        eprintln!("left out: salta-analysis for {WASM}; `rustup target add {WASM}` installs it");
        return Ok(());
    }
    run((&["check", "--package", "salta-analysis", "--target", WASM, "--locked"], None))
}

fn run((arguments, variable): Step<'_>) -> Result<(), String> {
    let shown = format!("cargo {}", arguments.join(" "));
    eprintln!("> {shown}");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).envs(variable);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("`{shown}` did not start: {error}")),
    }
}
