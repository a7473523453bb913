//! A test here makes `cargo test --workspace` build the binary, which the end-to-end tests of
//! `tests/` run.

use std::process::Command;

#[test]
fn the_binary_says_its_version() {
    let output = Command::new(env!("CARGO_BIN_EXE_salta")).arg("--version").output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    // The commit follows if the program was built in a clone.
    assert!(said.starts_with(concat!("salta ", env!("CARGO_PKG_VERSION"))), "{said}");
}
