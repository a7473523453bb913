//! The exact count on sets of final positions: how many counts are proven, and how fast.
//!
//! ```sh
//! cargo bench -p salta-core --bench solo_sets -- 1000000 data/ends/alphabeta2.txt
//! ```
//!
//! Prints one table row per file. A position counts as proven within 10 ms if its two sides are
//! proven in 10 ms together; times are CPU time of the thread.

use std::path::Path;
use std::process::ExitCode;

use rustix::time::{ClockId, clock_gettime};
use salta_core::solo::{Solo, Solution};
use salta_core::{Position, Side, Variant};

/// Time limit for a position, both sides together.
const LIMIT_MS: f64 = 10.0;
const USAGE: &str = "usage: solo_sets NODES FILE...";

/// One side's count.
struct Count {
    found: Solution,
    ms: f64,
}

fn main() -> ExitCode {
    // Cargo adds `--bench` itself.
    let arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    match run(&arguments.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [nodes, files @ ..] = arguments else { return Err(USAGE.into()) };
    let nodes = nodes.parse().map_err(|_| format!("`{nodes}` is no number of nodes; {USAGE}"))?;
    println!(
        "| set | positions | proven ≤ 10 ms | sides proven | sides proven ≤ 10 ms \
        | median ms | 99 % | worst | nodes median | 99 % | worst | open: mean width |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    files.iter().try_for_each(|file| report(Path::new(file), nodes))
}

fn report(path: &Path, nodes: u64) -> Result<(), String> {
    let variant = Variant::named("buettgenbach-1899").expect("a named variant");
    let counts: Vec<[Count; 2]> = read(path)?
        .lines()
        .enumerate()
        .map(|(i, line)| match variant.parse_position(line) {
            Ok(position) => Ok(Side::BOTH.map(|side| count(&variant, &position, side, nodes))),
            Err(error) => Err(format!("{}: line {}: {error}", path.display(), i + 1)),
        })
        .collect::<Result<_, _>>()?;
    println!("{}", row(&path.file_stem().unwrap_or_default().to_string_lossy(), &counts));
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn count(variant: &Variant, position: &Position, side: Side, nodes: u64) -> Count {
    let begun = cpu_ms();
    let found = variant.solve(position, side, nodes);
    Count { found, ms: cpu_ms() - begun }
}

fn cpu_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}

fn row(name: &str, counts: &[[Count; 2]]) -> String {
    let is_proven = |count: &&Count| count.found.solo.proven().is_some();
    let sides: Vec<&Count> = counts.iter().flatten().collect();
    let proven: Vec<&Count> = sides.iter().copied().filter(is_proven).collect();
    let within = |sides: &&[Count; 2]| {
        sides.iter().all(|side| is_proven(&side)) && sides[0].ms + sides[1].ms <= LIMIT_MS
    };
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let ms = sorted(sides.iter().map(|count| count.ms));
    let nodes = sorted(sides.iter().map(|count| count.found.nodes as f64));
    let open = sides.iter().filter(|count| !is_proven(count));
    let widths: Vec<u32> =
        open.map(|count| count.found.solo).map(|Solo { lo, hi }| hi - lo).collect();
    format!(
        "| {name} | {} | {:.1} % | {:.2} % | {:.2} % | {:.2} | {:.1} | {:.0} | {} | {} | {} | {} |",
        counts.len(),
        share(counts.iter().filter(within).count(), counts.len()),
        share(proven.len(), sides.len()),
        share(proven.iter().filter(|count| count.ms <= LIMIT_MS).count(), sides.len()),
        at(&ms, 50),
        at(&ms, 99),
        at(&ms, 100),
        at(&nodes, 50),
        at(&nodes, 99),
        at(&nodes, 100),
        if widths.is_empty() {
            "–".into()
        } else {
            format!("{:.1}", f64::from(widths.iter().sum::<u32>()) / widths.len() as f64)
        },
    )
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The percentile of sorted values; 0 if there are none.
fn at(sorted: &[f64], percent: usize) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((sorted.len() * percent / 100).min(last)).copied().unwrap_or(0.0)
}
