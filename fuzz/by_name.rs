// A fuzz target: runs the check that has the target's name. Included by the files in `targets/`.

#[path = "checks.rs"]
mod checks;
#[path = "file_checks.rs"]
mod file_checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut all = checks::CHECKS.iter().chain(&file_checks::CHECKS);
    let (_, check) = all.find(|(name, _)| *name == env!("CARGO_BIN_NAME")).expect("a check");
    check(data);
});
