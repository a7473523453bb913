//! `cargo xtask nightly`: the tests that take longer than CI allows, by name.

use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::docs::tool;
use crate::python;
use crate::system::{Install, call, cargo, install, is_there, run};

struct Part {
    name: &'static str,
    about: &'static str,
    /// An estimate for two quiet cores, builds left out; each call ends with the time it took.
    minutes: u32,
    run: fn() -> Result<(), String>,
}

const PARTS: &[Part] = &[
    Part {
        name: "conformance",
        about: "the rules against the slow twin, ten million plies",
        minutes: 15,
        run: || xtask(&["conformance", "--plies", "10000000", "--seed", "2"]),
    },
    Part {
        name: "gpu",
        about: "networks on Mesa's software GPU, lavapipe, against the CPU",
        minutes: 5,
        run: lavapipe,
    },
    Part {
        name: "solve",
        about: "6x6 solved under two records: the values that other solvers found",
        minutes: 5,
        run: || {
            let test = ["test", "--locked", "--package", "salta-solve", "--test", "values"];
            run(cargo().args(test).args(["--", "--ignored"]))
        },
    },
    Part {
        name: "arm",
        about: "games in int8 on an emulated ARM processor: the same as on any other",
        minutes: 10,
        run: arm,
    },
    Part {
        name: "python",
        about: "other people's learners (PyTorch) on the environments",
        minutes: 15,
        run: || python::nightly(Install::allowed(false)),
    },
    Part {
        name: "kills",
        about: "a training run killed a hundred times",
        minutes: 10,
        run: || xtask(&["kills"]),
    },
    Part {
        name: "torture",
        about: "damaged files, kills and failing writes for an hour",
        minutes: 65,
        run: || xtask(&["torture", "--minutes", "60"]),
    },
    Part { name: "fuzz", about: "each fuzz target for five minutes", minutes: 60, run: fuzz },
    Part {
        name: "miri",
        about: "the unsafe code of salta-core/src/isa.rs under Miri, each instruction set",
        minutes: 3,
        run: miri,
    },
    Part {
        name: "mutants",
        about: "small changes to statistics and learning, each noticed by a test",
        minutes: 60,
        run: mutants,
    },
];

/// Runs the named parts, all if none is named; `--list` says which there are.
///
/// # Errors
/// One sentence with the parts that failed, or the name that is none.
pub(crate) fn nightly(arguments: &[&str]) -> Result<(), String> {
    if arguments == ["--list"] {
        for Part { name, about, minutes, .. } in PARTS {
            println!("{name:<12} about {minutes:>2} min  {about}");
        }
        return Ok(());
    }
    let known = |name: &&str| PARTS.iter().any(|part| part.name == *name);
    if let Some(unknown) = arguments.iter().find(|name| !known(name)) {
        return Err(format!("`{unknown}` is no part of nightly; --list names them"));
    }
    let mut failed = Vec::new();
    for part in PARTS.iter().filter(|part| arguments.is_empty() || arguments.contains(&part.name)) {
        let begun = Instant::now();
        let result = (part.run)();
        eprintln!("> {}: {:.1} min", part.name, begun.elapsed().as_secs_f64() / 60.0);
        failed.extend(result.err().map(|error| format!("{}: {error}", part.name)));
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ")) }
}

fn xtask(arguments: &[&str]) -> Result<(), String> {
    run(cargo().args(["run", "--quiet", "--package", "xtask", "--locked", "--"]).args(arguments))
}

/// Where Debian's mesa-vulkan-drivers has its software device.
const LAVAPIPE: &str = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json";

fn lavapipe() -> Result<(), String> {
    if env::var_os("VK_ICD_FILENAMES").is_none() && !Path::new(LAVAPIPE).is_file() {
        install(&["libvulkan1", "mesa-vulkan-drivers"])?;
    }
    let icd = env::var_os("VK_ICD_FILENAMES").unwrap_or_else(|| LAVAPIPE.into());
    let xtask = ["run", "--quiet", "--package", "xtask", "--locked", "--", "gpu"];
    run(cargo().args(xtask).env("VK_ICD_FILENAMES", icd))
}

const ARM: &str = "aarch64-unknown-linux-gnu";

fn arm() -> Result<(), String> {
    let (emulator, linker) = ("qemu-aarch64", "aarch64-linux-gnu-gcc");
    if !is_there(emulator) || !is_there(linker) {
        install(&["qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"])?;
    }
    call("rustup", &["target", "add", ARM])?;
    let emulated = format!("{emulator} -L /usr/aarch64-linux-gnu");
    let on_arm = |arguments: &[&str]| {
        run(cargo()
            .args(arguments)
            .args(["--locked", "--no-default-features", "--target", ARM])
            .env("CC_aarch64_unknown_linux_gnu", linker)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", linker)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", &emulated))
    };
    on_arm(&["test", "--package", "salta-net", "--lib", "exact::"])?;
    on_arm(&["build", "--package", "salta-cli"])?;
    let (built, script) = (format!("target/{ARM}/debug/salta"), format!("target/{ARM}/salta"));
    let built = Path::new(&built).canonicalize().map_err(|error| format!("{built}: {error}"))?;
    let text = format!("#!/bin/sh\nexec {emulated} '{}' \"$@\"\n", built.display());
    std::fs::write(&script, text).map_err(|error| format!("{script}: {error}"))?;
    call("chmod", &["+x", &script])?;
    let script = Path::new(&script).canonicalize().map_err(|error| error.to_string())?;
    let games = ["test", "--locked", "--package", "salta-tests", "--test", "golden", "int8"];
    run(cargo().args(games).env("SALTA_BINARY", script))
}

fn fuzz() -> Result<(), String> {
    run(cargo()
        .args(["test", "--workspace", "--locked", "--test", "fuzz_files"])
        .env("SALTA_WRITE_SEEDS", "1"))?;
    let listed = Command::new("cargo").args(["+nightly", "fuzz", "list"]).output();
    let listed = listed.map_err(|error| format!("cargo +nightly fuzz list: {error}"))?;
    let targets = String::from_utf8_lossy(&listed.stdout).into_owned();
    if targets.trim().is_empty() {
        return Err("cargo-fuzz is missing; `cargo install --locked cargo-fuzz` installs it".into());
    }
    targets.lines().try_for_each(|target| {
        let folders = ["corpus", "seeds"].map(|folder| format!("fuzz/{folder}/{target}"));
        let [corpus, seeds] = &folders;
        std::fs::create_dir_all(corpus).map_err(|error| format!("{corpus}: {error}"))?;
        run(Command::new("cargo")
            .args(["+nightly", "fuzz", "run", "-s", "none", "-O", "-a", target, corpus])
            .args(Path::new(seeds).is_dir().then_some(seeds))
            .args(["--", "-max_total_time=300", "-max_len=4096"]))
    })
}

/// Miri says that the processor has what the compiler may use.
fn miri() -> Result<(), String> {
    ["", "-Ctarget-feature=+avx2,+bmi1,+bmi2,+lzcnt,+popcnt"].into_iter().try_for_each(|flags| {
        run(Command::new("cargo")
            .args(["+nightly", "miri", "test", "--package", "salta-core", "--lib", "isa::"])
            .env("RUSTFLAGS", flags))
    })
}

fn mutants() -> Result<(), String> {
    let packages = ["salta-stats", "salta-train"].map(|name| ["--package", name]);
    let arguments = ["mutants", "--in-place", "--test-workspace=false", "--no-shuffle"];
    tool("cargo-mutants", "cargo", &[&arguments[..], packages.as_flattened()].concat())
}
