//! `cargo xtask docs`: the generated pages, and the documentation site.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::system::{call, cargo, is_there, run};

/// Where the site is assembled: a copy of every file of the repository, so that links need no
/// change.
const BOOK: &str = "target/book";

/// Writes the generated pages and builds the site.
pub(crate) fn build() -> Result<(), String> {
    let mut pages = cargo("test --locked -p salta-tests --test pages");
    run(pages.env("SALTA_WRITE_PAGES", "1"))?;
    let files = files()?;
    let _ = fs::remove_dir_all(BOOK); // of an earlier build
    // Git lists a symbolic link to a folder like a file.
    for file in files.split_terminator('\0').filter(|file| !Path::new(file).is_dir()) {
        let text = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        write(&format!("src/{file}"), &text)?;
    }
    // Links in the summary are relative to docs/, those of the site to the root.
    let summary = read("docs/SUMMARY.md")?.replace("](", "](docs/").replace("](docs/../", "](");
    write("src/SUMMARY.md", summary.as_bytes())?;
    write("book.toml", read("docs/book.toml")?.as_bytes())?;
    tool("mdbook", "mdbook", &["build", BOOK])
}

/// Runs a program that cargo installs; the error says how, if it is missing.
pub(crate) fn tool(name: &str, program: &str, arguments: &[&str]) -> Result<(), String> {
    if !is_there(name) {
        return Err(format!("{name} is missing; `cargo install --locked {name}` installs it"));
    }
    call(program, arguments)
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// The files of the repository, each followed by a zero byte.
fn files() -> Result<String, String> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    match Command::new("git").args(list).output() {
        Ok(done) if done.status.success() => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        Ok(done) => Err(format!("git ls-files failed ({})", done.status)),
        Err(error) => Err(format!("git ls-files: {error}")),
    }
}

/// Writes a file of the site's sources.
fn write(path: &str, text: &[u8]) -> Result<(), String> {
    let path = Path::new(BOOK).join(path);
    let folder = path.parent().expect("a path within the repository");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
