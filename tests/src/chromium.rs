use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::binary::root;

/// End of the message if a prerequisite is missing: how to install it or to skip the test.
pub const ADVICE: &str =
    "is missing: `cargo xtask test --install` installs it, SALTA_NO_BROWSER=1 skips this test";

/// Returns the path of the first of these programs that is found on the `PATH`.
fn find(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|p| p.is_file())
}

/// Returns a call of Node's test runner in `tests/browser`; `None` if `SALTA_NO_BROWSER` is set.
pub fn node_test() -> Option<Command> {
    if env::var_os("SALTA_NO_BROWSER").is_some() {
        eprintln!("skipped: SALTA_NO_BROWSER is set");
        return None;
    }
    let chromium = env::var_os("CHROMIUM").map(PathBuf::from);
    let chromium = chromium.or_else(|| find(&["chromium", "chromium-browser", "google-chrome"]));
    let chromium = chromium.unwrap_or_else(|| panic!("Chromium {ADVICE}"));
    let node = find(&["node"]).unwrap_or_else(|| panic!("Node.js {ADVICE}"));
    let tests = root().join("tests/browser");
    assert!(tests.join("node_modules/playwright-core").is_dir(), "playwright-core {ADVICE}");
    let mut call = Command::new(node);
    call.args(["--test", "--test-concurrency=1"]).current_dir(tests).env("CHROMIUM", chromium);
    Some(call)
}
