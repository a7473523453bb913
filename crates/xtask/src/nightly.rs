//! `cargo xtask nightly`: the tests that take longer than CI allows, by name.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Instant, UNIX_EPOCH};

use crate::python;
use crate::system::{
    ADVICE, Install, absolute, call, cargo, has_target, is_there, provide, run, summary,
};

/// Number of shards of all mutants, one for each day.
const SHARDS: u64 = 90;

/// Why a part has to be skipped, if so.
type Skipped = Result<Option<String>, String>;

/// A part: its name, an estimate in minutes for two idle cores without builds (each run prints the
/// time it took), what it tests, and what runs it.
type Part = (&'static str, u32, &'static str, fn(Install) -> Skipped);

const PARTS: &[Part] = &[
    ("conformance", 2, "the rules against the slow twin, ten million plies", |_| {
        xtask("conformance --plies 10000000 --seed 2")
    }),
    ("gpu", 5, "networks on Mesa's software GPU, lavapipe, against the CPU", lavapipe),
    ("solve", 5, "6x6 solved under two records: the values that other solvers found", |_| {
        ignored("salta-solve", "values")
    }),
    (
        "walkthroughs",
        10,
        "the changes of the network that its walkthrough describes, tested",
        |_| ignored("salta-tests", "walkthroughs"),
    ),
    ("arm", 10, "games in int8 on an emulated ARM processor: the same as on any other", arm),
    ("python", 15, "other people's learners (PyTorch) on the environments", python::nightly),
    ("kills", 5, "training killed a hundred times", |_| xtask("torture --kills 100")),
    ("torture", 65, "damaged files, kills and failing writes for an hour", |install| {
        let skipped = if is_there("strace") { None } else { provide(&["strace"], install)? };
        xtask("torture --minutes 60").map(|_| skipped)
    }),
    ("fuzz", 60, "each check of the fuzz target for five minutes", |_| fuzz().map(|()| None)),
    (
        "miri",
        1,
        "the unsafe code of salta-core/src/isa.rs under Miri, each instruction set",
        |_| miri(),
    ),
    ("sanitizer", 3, "the unsafe code of salta-core and salta-net under AddressSanitizer", |_| {
        sanitizer().map(|()| None)
    }),
    (
        "mutants",
        90,
        "a ninetieth of all small changes to nine crates, another each day: tests notice nine in ten",
        |_| mutants().map(|()| None),
    ),
];

/// Runs the named parts, or all if none is named; `--list` lists them, `--install` allows
/// installing what tests need.
pub(crate) fn nightly(arguments: &[&str]) -> Result<(), String> {
    if arguments.contains(&"--list") {
        for (name, minutes, about, _) in PARTS {
            println!("{name:<12} about {minutes:>2} min  {about}");
        }
        return Ok(());
    }
    let (flag, arguments) = match arguments {
        ["--install", rest @ ..] => (true, rest),
        _ => (false, arguments),
    };
    let install = Install::allowed(flag);
    let known = |name: &&str| PARTS.iter().any(|part| part.0 == *name);
    if let Some(unknown) = arguments.iter().find(|name| !known(name)) {
        return Err(format!("`{unknown}` is no part of nightly; --list names them"));
    }
    let (mut failed, mut skipped) = (Vec::new(), Vec::new());
    for (name, .., part) in
        PARTS.iter().filter(|part| arguments.is_empty() || arguments.contains(&part.0))
    {
        let begun = Instant::now();
        let result = part(install);
        eprintln!("> {name}: {:.1} min", begun.elapsed().as_secs_f64() / 60.0);
        match result {
            Ok(reason) => skipped.push(reason),
            Err(error) => failed.push(format!("{name}: {error}")),
        }
    }
    if !failed.is_empty() {
        return Err(failed.join("; "));
    }
    summary(skipped);
    Ok(())
}

/// Runs the ignored tests of a test program.
fn ignored(package: &str, test: &str) -> Skipped {
    let test = format!("test --locked --package {package} --test {test} -- --ignored");
    run(&mut cargo(&test)).map(|()| None)
}

fn xtask(arguments: &str) -> Skipped {
    run(&mut cargo(&format!("run --quiet --package xtask --locked -- {arguments}"))).map(|()| None)
}

/// Driver file of the software device in Debian's mesa-vulkan-drivers.
const LAVAPIPE: &str = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json";

fn lavapipe(install: Install) -> Skipped {
    if env::var_os("VK_ICD_FILENAMES").is_none()
        && !Path::new(LAVAPIPE).is_file()
        && let Some(skipped) = provide(&["libvulkan1", "mesa-vulkan-drivers"], install)?
    {
        return Ok(Some(skipped));
    }
    let icd = env::var_os("VK_ICD_FILENAMES").unwrap_or_else(|| LAVAPIPE.into());
    let mut gpu = cargo("run --quiet --package xtask --locked -- gpu");
    run(gpu.env("VK_ICD_FILENAMES", icd)).map(|()| None)
}

const ARM: &str = "aarch64-unknown-linux-gnu";

fn arm(install: Install) -> Skipped {
    let (emulator, linker) = ("qemu-aarch64", "aarch64-linux-gnu-gcc");
    let packages = ["qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"];
    if (!is_there(emulator) || !is_there(linker))
        && let Some(skipped) = provide(&packages, install)?
    {
        return Ok(Some(skipped));
    }
    if !has_target(ARM, install) {
        return Ok(Some(format!("rustc has no target {ARM}; {ADVICE}")));
    }
    let emulated = format!("{emulator} -L /usr/aarch64-linux-gnu");
    let on_arm = |arguments: &str| {
        run(cargo(arguments)
            .args(["--locked", "--no-default-features", "--target", ARM])
            .env("CC_aarch64_unknown_linux_gnu", linker)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", linker)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", &emulated))
    };
    on_arm("test --package salta-net --lib exact::")?;
    on_arm("build --package salta-cli")?;
    let built = absolute(&format!("target/{ARM}/debug/salta"))?;
    let script = format!("target/{ARM}/salta");
    let text = format!("#!/bin/sh\nexec {emulated} '{}' \"$@\"\n", built.display());
    fs::write(&script, text).map_err(|error| format!("{script}: {error}"))?;
    call("chmod", &["+x", &script])?;
    let mut games = cargo("test --locked --package salta-tests --test golden int8");
    run(games.env("SALTA_BINARY", absolute(&script)?)).map(|()| None)
}

fn fuzz() -> Result<(), String> {
    let mut seeds = cargo("test --workspace --locked --test fuzz_files");
    run(seeds.env("SALTA_WRITE_SEEDS", "1"))?;
    let listed = Command::new("cargo").args(["+nightly", "fuzz", "list"]).output();
    if !listed.is_ok_and(|listed| listed.status.success()) {
        return Err("cargo-fuzz is missing; `cargo install --locked cargo-fuzz` installs it".into());
    }
    // Every check has seeds in one of these folders.
    let mut checks = BTreeSet::new();
    for folder in ["fuzz/seeds", "fuzz/corpus"] {
        let entries = fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
        let names = entries.flatten().map(|entry| entry.file_name());
        checks.extend(names.map(|name| name.to_string_lossy().into_owned()));
    }
    checks.iter().try_for_each(|check| {
        let folders = ["corpus", "seeds"].map(|folder| format!("fuzz/{folder}/{check}"));
        let [corpus, seeds] = &folders;
        fs::create_dir_all(corpus).map_err(|error| format!("{corpus}: {error}"))?;
        run(Command::new("cargo")
            .env("SALTA_CHECK", check)
            .args(["+nightly", "fuzz", "run", "-s", "none", "-O", "-a", "check", corpus])
            .args(Path::new(seeds).is_dir().then_some(seeds))
            .args(["--", "-max_total_time=300", "-max_len=4096"])
            .arg(format!("-artifact_prefix=fuzz/artifacts/check/{check}-")))
    })
}

/// Under Miri the processor has exactly the features that the compiler may use, hence two runs.
fn miri() -> Skipped {
    let there = Command::new("cargo").args(["+nightly", "miri", "--version"]).output();
    if !there.is_ok_and(|done| done.status.success()) {
        return Ok(Some("Miri: `rustup +nightly component add miri` installs it".into()));
    }
    let tests = ["+nightly", "miri", "test", "--package", "salta-core", "--lib", "isa::"];
    ["", "-Ctarget-feature=+avx2,+bmi1,+bmi2,+lzcnt,+popcnt"]
        .into_iter()
        .try_for_each(|flags| run(Command::new("cargo").args(tests).env("RUSTFLAGS", flags)))?;
    Ok(None)
}

/// Miri lacks the byte instructions beyond AVX2; here they run natively.
fn sanitizer() -> Result<(), String> {
    let host = format!("{}-unknown-linux-gnu", env::consts::ARCH);
    let tests = format!(
        "test --locked --no-default-features --lib --target {host} --package salta-core \
         --package salta-net --target-dir target/sanitizer -- isa:: exact::"
    );
    run(cargo(&tests)
        .env("RUSTFLAGS", "-Zsanitizer=address")
        // Sanitizers are unstable options, but the stable compiler has their runtime.
        .env("RUSTC_BOOTSTRAP", "1"))
}

/// Crates that are mutated to check whether tests notice.
const MUTATED: &str = "salta-core salta-search salta-train salta-selfplay salta-net salta-arena \
     salta-stats salta-study salta-run";

/// Test programs that run `salta`, for mutants that the crates' own tests miss; `binary` builds it.
const WHOLE: &str =
    "ablate binary engines for_people golden limits onnx rules_commands solve study training";

/// Tests one shard of the mutants of cargo-mutants, another one each day. Mutants that the tests of
/// the nine crates miss are tried against the tests of the whole program. Mutants that no test can
/// notice are excluded in `.cargo/mutants.toml`.
fn mutants() -> Result<(), String> {
    if !is_there("cargo-mutants") {
        return Err("cargo-mutants is missing; `cargo install --locked cargo-mutants`".into());
    }
    let day = UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs() / 86_400);
    let shard = format!("{}/{SHARDS}", day % SHARDS);
    let packages = MUTATED.split(' ').flat_map(|name| ["--package", name]);
    let own = try_mutants("target/mutants/own", |command| {
        command.args(["--sharding", "round-robin", "--shard", &shard]).args(packages.clone());
    })?;
    let mut missed = own[1].clone();
    if !missed.is_empty() {
        // `--re` does not apply to mutants that delete a struct field, so their lines are given as
        // well.
        let lines = "target/mutants/missed.diff";
        fs::write(lines, diff_of(&missed)?).map_err(|error| format!("{lines}: {error}"))?;
        let chosen = missed.iter().map(|name| format!("--re=^{}$", escaped(name)));
        let whole = try_mutants("target/mutants/whole", |command| {
            let tests = ["--test-package", "salta-cli", "--test-package", "salta-tests", "--"];
            // The baseline would look for these test programs in the nine crates, which have
            // others.
            command.args(["--baseline", "skip", "--timeout", "600"]);
            command.args(["--in-diff", lines]).args(packages).args(chosen).args(tests);
            command.args(WHOLE.split(' ').flat_map(|name| ["--test", name]));
        })?;
        // A mutant that the second run did not try counts as missed.
        missed.retain(|name| !whole[0].contains(name));
    }
    let (first, last, all) = (own[1].len(), missed.len(), own[0].len() + own[1].len());
    let told = format!(
        "{} of {all} changes noticed, {} by the tests of the nine crates; {}",
        all - last,
        all - first,
        match missed.is_empty() {
            true => "missed: none".into(),
            false => format!("missed: {}", missed.join("; ")),
        }
    );
    eprintln!("> shard {shard}: {told}");
    if 10 * last <= all { Ok(()) } else { Err(told) }
}

/// Runs cargo-mutants; returns the mutants that were noticed and those that were missed.
fn try_mutants(
    output: &str,
    arguments: impl FnOnce(&mut Command),
) -> Result<[Vec<String>; 2], String> {
    fs::create_dir_all(output).map_err(|error| format!("{output}: {error}"))?;
    let mut command = cargo(&format!("mutants --no-default-features --output {output}"));
    arguments(&mut command);
    // 2 and 3: some mutants were missed or timed out.
    if !matches!(command.status().map_err(|error| error.to_string())?.code(), Some(0 | 2 | 3)) {
        return Err("cargo mutants failed".into());
    }
    let lines = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(format!("{output}/mutants.out/{name}.txt"));
        text.unwrap_or_default().lines().map(str::to_owned).collect()
    };
    Ok([[lines("caught"), lines("timeout")].concat(), lines("missed")])
}

/// Returns a diff that adds the lines on which these mutants begin.
fn diff_of(mutants: &[String]) -> Result<String, String> {
    let mut lines = BTreeSet::new();
    for name in mutants {
        let mut place = name.split(':');
        let line = place.next().zip(place.next().and_then(|line| line.parse::<usize>().ok()));
        lines.insert(line.ok_or_else(|| format!("a mutant without a line: {name}"))?);
    }
    let mut diff = String::new();
    for of_file in lines.iter().collect::<Vec<_>>().chunk_by(|one, other| one.0 == other.0) {
        let file = of_file[0].0;
        let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        diff += &format!("--- a/{file}\n+++ b/{file}\n");
        for (_, line) in of_file {
            let text = text.lines().nth(line - 1).unwrap_or_default();
            diff += &format!("@@ -{line},0 +{line} @@\n+{text}\n");
        }
    }
    Ok(diff)
}

/// Returns a regular expression that matches exactly this text.
fn escaped(text: &str) -> String {
    let special = |letter| r"\.+*?()|[]{}^$".contains(letter);
    text.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_has_each_line_of_the_mutants_once() {
        let mutants = ["src/system.rs:1:3: a", "src/nightly.rs:12:1: b", "src/nightly.rs:3:5: c"];
        let mutants = [&mutants[..], &["src/nightly.rs:3:9: d"]].concat();
        let diff = diff_of(&mutants.into_iter().map(str::to_owned).collect::<Vec<_>>()).unwrap();
        let line = |file: &str, line: usize| {
            let text = fs::read_to_string(file).unwrap();
            format!("@@ -{line},0 +{line} @@\n+{}\n", text.lines().nth(line - 1).unwrap())
        };
        let [one, other] = ["src/nightly.rs", "src/system.rs"];
        let head = |file: &str| format!("--- a/{file}\n+++ b/{file}\n");
        let expected = [head(one), line(one, 3), line(one, 12), head(other), line(other, 1)];
        assert_eq!(diff, expected.concat());
        assert!(diff_of(&["src/nightly.rs: e".to_owned()]).unwrap_err().contains("without a line"));
    }
}
