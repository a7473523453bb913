//! Compares networks on a GPU with the CPU, and trains, kills and resumes one: `cargo xtask gpu`.
//!
//! On a machine without cargo, run the compiled test directly: `SALTA_BINARY=./salta ./gpu-…`.

use std::time::Instant;

use salta_tests::TINY;
use salta_tests::place::{Place, killed, metrics};
use serde_json::Value;

/// Networks that cover every code path: default, wide, with custom blocks, with attention.
const NETWORKS: [(&str, &str); 4] = [
    ("default", "{}"),
    ("wide", r#"{"channels":64,"blocks":6,"taps":5,"global_pooling":2,"auxiliary":true}"#),
    (
        "blocks",
        r#"{"channels":12,"auxiliary":true,"block":[{"kind":"residual","channels":20,"layers":3,"pool":true},{"kind":"residual","taps":1,"normalise":true}]}"#,
    ),
    ("attention", r#"{"channels":16,"block":[{"kind":"attention","heads":4}]}"#),
];

fn main() {
    let place = Place::with([("tiny.toml", TINY)]);
    timed("doctor", || {
        let gpu = place.json("doctor --json")["gpu"].take();
        assert_eq!(gpu["works"], true, "{gpu}");
    });
    for (name, network) in NETWORKS {
        timed(&format!("forward pass and gradient: {name}"), || {
            let said = place.command("gpu-trial").arg(network).output().expect("salta starts");
            let said = String::from_utf8_lossy(&said.stdout).trim().to_owned();
            assert_eq!(said, "salta gpu-trial:", "{name}");
        });
    }
    timed("training on the CPU", || train(&place, "cpu"));
    timed("training", || train(&place, "vulkan"));
    compare(&place);
    timed("training, killed and resumed", || {
        kill(&place);
        place.run("train --resume killed --quiet").well();
        place.run("verify killed").well();
        assert_eq!(metrics(&place.path("killed")).len(), 3);
    });
    println!("everything works");
}

fn timed(what: &str, work: impl FnOnce()) {
    let begun = Instant::now();
    work();
    println!("{what}: {:.1} s", begun.elapsed().as_secs_f64());
}

fn train(place: &Place, compute: &str) {
    place.run(&format!("train tiny.toml --out {compute} --set compute={compute} --quiet")).well();
}

/// Compares the losses, which are only close: rounding differences may lead to different games.
fn compare(place: &Place) {
    let [cpu, gpu] = ["cpu", "vulkan"].map(|run| metrics(&place.path(run)));
    assert_eq!(cpu.len(), gpu.len());
    for (cpu, gpu) in cpu.iter().zip(&gpu) {
        let total = |line: &Value| line["losses"]["total"].as_f64().expect("a loss");
        let (generation, [cpu, gpu]) = (&cpu["generation"], [total(cpu), total(gpu)]);
        println!("generation {generation}: loss {gpu:.4}, on the CPU {cpu:.4}");
        assert!((gpu - cpu).abs() < 0.1 * cpu, "generation {generation}");
    }
}

/// Starts a run and kills it in its second generation.
fn kill(place: &Place) {
    let mut command = place.command("train tiny.toml --out killed --set compute=vulkan --quiet");
    let status = killed(&mut command, || place.path("killed/checkpoints/gen-0001").exists());
    assert!(status.code().is_none(), "it ended before it was killed: {status}");
}
