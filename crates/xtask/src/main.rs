//! The project's own commands: `cargo xtask test`, `cargo xtask lint`, `cargo xtask ci`.

use std::env;
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask test | lint | ci
  test  every test of the workspace
  lint  formatting, clippy and documentation, warnings denied
  ci    both";

/// A call of cargo: its arguments and one variable of its environment.
type Step = (&'static [&'static str], Option<(&'static str, &'static str)>);

const TEST: &[Step] = &[(&["test", "--workspace", "--locked"], None)];

const LINT: &[Step] = &[
    (&["fmt", "--all", "--check"], None),
    (&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"], None),
    (&["doc", "--workspace", "--no-deps", "--locked"], Some(("RUSTDOCFLAGS", "-D warnings"))),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let steps = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => TEST.to_vec(),
        ["lint"] => LINT.to_vec(),
        ["ci"] => [TEST, LINT].concat(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match steps.into_iter().try_for_each(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run((arguments, variable): Step) -> Result<(), String> {
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
