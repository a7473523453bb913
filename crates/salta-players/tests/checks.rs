//! Programs that follow the text protocol, and programs that do not.

use std::path::Path;
use std::time::Duration;

use salta_players::check::{Check, Verdict, check_program};

fn checked(engine: &str, arguments: &[&str], patience: f64) -> (bool, Vec<Check>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines").join(engine);
    let path = path.to_str().unwrap();
    let words: Vec<String> =
        ["python3", path].iter().chain(arguments).map(|word| word.to_string()).collect();
    let mut checks = Vec::new();
    let patience = Duration::from_secs_f64(patience);
    let good = check_program(&words, patience, &|| false, &mut |check| checks.push(check.clone()));
    (good.unwrap(), checks)
}

/// The names of the checks with this verdict.
fn those(checks: &[Check], verdict: Verdict) -> Vec<&str> {
    let those = checks.iter().filter(|check| check.verdict == verdict);
    those.map(|check| check.name.as_str()).collect()
}

#[test]
fn the_engine_written_from_the_page_passes() {
    let (good, checks) = checked("random_engine.py", &[], 10.0);
    assert!(good, "{checks:?}");
    assert_eq!(those(&checks, Verdict::Skipped), ["variant walker", "variant walker-9i"]);
    let passed = those(&checks, Verdict::Passed);
    for name in ["handshake", "moves in nestor-1901", "stop", "quit", "end of input"] {
        assert!(passed.contains(&name), "{name}");
    }
}

#[test]
fn every_fault_is_found() {
    for (arguments, patience, expected) in [
        (vec!["illegal", "3"], 10.0, "moves in buettgenbach-1899"),
        (vec!["crash", "40"], 10.0, "moves in nestor"),
        (vec!["refuse", "5"], 10.0, "moves in buettgenbach-1899"),
        (vec!["stubborn", "0", "/dev/null"], 10.0, "quit"),
        (vec!["early"], 10.0, "handshake"),
        (vec!["deaf"], 0.5, "handshake"),
    ] {
        let (good, checks) = checked("bad_engine.py", &arguments, patience);
        let failed = those(&checks, Verdict::Failed);
        assert!(!good && failed.contains(&expected), "{arguments:?}: {failed:?}");
    }
}
