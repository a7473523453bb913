//! The fuzz target: runs the check that the environment variable `SALTA_CHECK` names.
#![no_main]

use std::sync::LazyLock;

mod checks;
mod file_checks;

static CHECK: LazyLock<checks::Check> = LazyLock::new(|| {
    let name = std::env::var("SALTA_CHECK").unwrap_or_default();
    let all = || checks::CHECKS.iter().chain(&file_checks::CHECKS);
    let found = all().find(|(known, _)| *known == name);
    let known = || all().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
    found.unwrap_or_else(|| panic!("SALTA_CHECK is `{name}`, none of {}", known())).1
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| CHECK(data));
