//! `cargo xtask docs`: the generated pages, and the documentation site.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::system::{call, cargo, is_there, run};

/// Where the site is assembled: a copy of every file of the repository, so that links need no
/// change.
const BOOK: &str = "target/book";

/// Writes the generated pages and builds the site.
///
/// # Errors
/// One sentence on the first step that fails.
pub(crate) fn build() -> Result<(), String> {
    run(cargo()
        .args(["test", "--locked", "-p", "salta-tests", "--test", "pages"])
        .env("SALTA_WRITE_PAGES", "1"))?;
    let files = output(
        Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others"])
            .args(["--exclude-standard"]),
    )?;
    let _ = fs::remove_dir_all(BOOK); // of an earlier build
    // Git lists a symbolic link to a folder like a file.
    let files = String::from_utf8_lossy(&files);
    for file in files.split_terminator('\0').filter(|file| !Path::new(file).is_dir()) {
        let text = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        write(&Path::new(BOOK).join("src").join(file), &text)?;
    }
    // Links in the summary are relative to docs/, those of the site to the root.
    let summary = read("docs/SUMMARY.md")?.replace("](", "](docs/").replace("](docs/../", "](");
    write(&Path::new(BOOK).join("src/SUMMARY.md"), summary.as_bytes())?;
    write(&Path::new(BOOK).join("book.toml"), read("docs/book.toml")?.as_bytes())?;
    tool("mdbook", "mdbook", &["build", BOOK])
}

/// Runs a program that cargo installs.
///
/// # Errors
/// How to install it, if it is missing; the call, if it fails.
pub(crate) fn tool(name: &str, program: &str, arguments: &[&str]) -> Result<(), String> {
    if !is_there(name) {
        return Err(format!("{name} is missing; `cargo install --locked {name}` installs it"));
    }
    call(program, arguments)
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let done = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if done.status.success() {
        Ok(done.stdout)
    } else {
        Err(format!("{command:?} failed ({})", done.status))
    }
}

fn write(path: &Path, text: &[u8]) -> Result<(), String> {
    let folder = path.parent().expect("a path within the repository");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
