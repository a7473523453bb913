//! The board in a real, headless Chromium: `tests/browser/board.test.mjs` against `salta serve`.
//!
//! `cargo xtask test` installs what it needs. Where that cannot be, `SALTA_NO_BROWSER=1` leaves
//! this test out, and says so.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use salta_tests::binary::{path, root};

/// A server that ends with the test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve() -> (Serving, String) {
    let mut child = Command::new(path())
        .args(["serve", "--port", "0"])
        .current_dir(root())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (Serving(child), line.trim().to_owned())
}

/// A program of the search path.
fn find(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|p| p.is_file())
}

#[test]
fn the_board_works_in_chromium() {
    if env::var_os("SALTA_NO_BROWSER").is_some() {
        eprintln!("left out: SALTA_NO_BROWSER is set");
        return;
    }
    let advice = "is missing; `cargo xtask test` installs it where it can, SALTA_NO_BROWSER=1 leaves \
                  this test out";
    let chromium = env::var_os("CHROMIUM").map(PathBuf::from);
    let chromium = chromium.or_else(|| find(&["chromium", "chromium-browser", "google-chrome"]));
    let chromium = chromium.unwrap_or_else(|| panic!("Chromium {advice}"));
    let node = find(&["node"]).unwrap_or_else(|| panic!("Node.js {advice}"));
    let tests = root().join("tests/browser");
    assert!(tests.join("node_modules/playwright-core").is_dir(), "playwright-core {advice}");
    let (_serving, address) = serve();
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    let output = Command::new(node)
        .args(["--test", "board.test.mjs"])
        .current_dir(&tests)
        .env("SALTA_URL", &address)
        .env("CHROMIUM", chromium)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("# pass 10") || said.contains("pass 10"), "{said}");
}
