//! The project's own commands. Each that fails says so in one sentence.

mod browser;
mod dist;
mod docs;
mod nightly;
mod python;
mod site;
mod system;

use std::env;
use std::process::ExitCode;

use crate::system::{Install, cargo, run, summary};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [--install]    every test of the workspace, and those of Python
  python [--install]  the Python package, and what else is tested from Python
  lint                formatting, clippy and documentation, warnings denied; Python
                      with ruff, JavaScript with Biome; what the browser runs is checked for
                      WebAssembly if rustc has the target, licences if cargo-deny is there
  deny                licences, duplicates and sources of the dependencies
  docs                docs/cli.md, and the documentation site below target/book
  dist                the files of a release, in target/dist: wheels with the program in them, an
                      archive of the program, checksums, licences; installed and tested
  site [FOLDER]       the board as plain files that need no server, in target/board-site by
                      default
  puzzles FIRST COUNT puzzles for data/puzzles.ndjson, mined from games numbered from FIRST on
  conformance [--plies N] [--seed N] [--unit N]
                      the rules against a second, slow implementation, ply by ply; a million plies
                      by default, on all cores
  torture [--minutes N] [--seed N] [--case N]
                      damaged files, kills and failing writes, for five minutes by default
  torture --kills N [--seed N]
                      training killed N times at random moments and resumed: it has to come to the
                      same files as undisturbed
  torture --writes [JOB…]
                      each kind of call that writes fails on each kind of file
  gpu                 networks on the GPU that Vulkan finds first, compared with the CPU
  nightly [--install] [--list | PART…]
                      long-running checks: all parts, or those named

--install (implied by CI=true) lets apt-get and rustup install what tests need: Chromium, Node.js,
PyTorch, an emulator, targets.
Without it, tests whose programs are missing are skipped, and the summary says so. Python 3.11,
cargo-fuzz and cargo-mutants have to be there.";

/// Cargo's calls for `lint`, beside that for the documentation.
const LINT: [&str; 6] = [
    "fmt --all --check",
    "clippy --workspace --all-targets --locked -- -D warnings",
    // Also the targets that `cargo test` and `cargo bench` leave out.
    "clippy --workspace --test * --bench * --locked -- -D warnings",
    // Without burn, as the program is built.
    "clippy --package salta-cli --locked -- -D warnings",
    // The Python package is a separate workspace.
    "fmt --manifest-path crates/salta-py/Cargo.toml --check",
    "clippy --manifest-path crates/salta-py/Cargo.toml --target-dir target/python/cargo --locked \
     -- -D warnings",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test", ref rest @ ..] if is_install(rest) => test(Install::allowed(!rest.is_empty())),
        ["python", ref rest @ ..] if is_install(rest) => {
            python::test(Install::allowed(!rest.is_empty())).map(|skipped| summary([skipped]))
        }
        ["lint"] => lint(),
        ["deny"] => deny(),
        ["docs"] => docs::build(),
        ["dist"] => dist::dist(),
        ["site"] => site::build_afresh("target/board-site"),
        ["site", out] => site::build(out),
        ["puzzles", first, count] => site::puzzles(first, count),
        ["conformance", ref rest @ ..] => {
            run(cargo("test --release --locked -p salta-core --test conformance_long --")
                .args(rest))
        }
        ["torture", ref rest @ ..] => torture(rest),
        ["gpu"] => gpu(),
        ["nightly", ref rest @ ..] => nightly::nightly(rest),
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

/// strace makes system calls fail; without it that part is skipped.
fn torture(arguments: &[&str]) -> Result<(), String> {
    if !system::is_there("strace") {
        system::provide(&["strace"], Install::allowed(false))?;
    }
    let binary = system::build_binary()?;
    let mut torture = cargo("test --workspace --locked --test torture --");
    run(torture.args(arguments).env("SALTA_BINARY", binary))
}

/// Compares networks on the GPU with the CPU; a separate build, since the feature changes much.
fn gpu() -> Result<(), String> {
    run(&mut cargo("build --locked -p salta-cli --features vulkan"))?;
    let binary = system::absolute("target/debug/salta")?;
    run(cargo("test --locked -p salta-tests --test gpu").env("SALTA_BINARY", binary))
}

fn is_install(arguments: &[&str]) -> bool {
    matches!(arguments, [] | ["--install"])
}

fn test(install: Install) -> Result<(), String> {
    let (browser, site) = (browser::prepare(install)?, site::prepare(install));
    [&browser, &site].into_iter().flatten().for_each(|skipped| eprintln!("> SKIPPED: {skipped}"));
    let skip = |skipped: &Option<String>, variable| skipped.as_ref().map(|_| (variable, "1"));
    let (no_browser, no_site) = (skip(&browser, browser::SKIP), skip(&site, site::SKIP));
    for tests in ["--workspace", "--package salta-net --no-default-features"] {
        run(cargo(&format!("test {tests} --locked")).envs(no_browser).envs(no_site))?;
    }
    summary([browser, site, python::test(install)?, system::without_namespaces()]);
    Ok(())
}

fn deny() -> Result<(), String> {
    docs::tool("cargo-deny", "cargo", &["deny", "check", "licenses", "bans", "sources"])
}

fn lint() -> Result<(), String> {
    LINT.iter().try_for_each(|step| run(&mut cargo(step)))?;
    run(cargo("doc --workspace --no-deps --locked").env("RUSTDOCFLAGS", "-D warnings"))?;
    match system::is_there("cargo-deny") {
        true => deny()?,
        false => eprintln!("> SKIPPED: licences and duplicates; cargo-deny is missing"),
    }
    python::lint()?;
    browser::lint()?;
    let target = site::TARGET;
    if !system::has_target(target, Install::Never) {
        eprintln!("> SKIPPED: salta-wasm for {target}; `rustup target add {target}` installs it");
        return Ok(());
    }
    run(&mut cargo(&format!("clippy -p salta-wasm --target {target} --locked -- -D warnings")))
}
