//! What the system has, and what Debian's packages bring.

use std::env;
use std::process::Command;

/// Whether a program is on the path.
pub(crate) fn is_there(name: &str) -> bool {
    let Some(path) = env::var_os("PATH") else { return false };
    env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Installs packages of Debian.
///
/// # Errors
/// One sentence, if that cannot be done here.
pub(crate) fn install(packages: &[&str]) -> Result<(), String> {
    if !is_there("apt-get") {
        return Err("there is no apt-get".into());
    }
    let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
    call("apt-get", &["update"])?;
    call("apt-get", &install)
}

/// Runs a program to its end.
///
/// # Errors
/// One sentence with the call, if it fails.
pub(crate) fn call(program: &str, arguments: &[&str]) -> Result<(), String> {
    let shown = format!("{program} {}", arguments.join(" "));
    eprintln!("> {shown}");
    match Command::new(program).args(arguments).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("`{shown}` did not start: {error}")),
    }
}
