//! `salta ablate`, run as a user runs it.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use salta_tests::binary;
use salta_tests::place::{Place, files, interrupted, killed, lasting, metrics, metrics_with_times};
use salta_tests::{FOUR, SHORT};
use serde_json::{Value, json};

/// A directory with an ablation of two arms, based on a very short quickstart.
fn place() -> Place {
    let base = binary::root().join("configs/train/quickstart.toml");
    let text = format!(
        r#"
title = "Short games"
base = {base:?}
seeds = [1, 2]
search = "sims=4"
panel = ["random"]
set = {{ generations = 3, games_per_generation = 4, stage = [{{ from = 1, move_limit = 10 }}], network = {{ channels = 8, blocks = 1 }}, selfplay = {{ search = {{ simulations = 2 }}, games_per_group = 2, exact_nodes = 500 }}, train = {{ batch = 8, steps_per_generation = 2 }} }}
[match]
pairs = 2
exact_nodes = 500
max_exact_nodes = 500
[[arm]]
name = "wide"
set = {{ network.channels = 16 }}
[[arm]]
name = "win"
about = "the win alone"
source = "nobody"
set = {{ selfplay.utility.win_weight = 1.0 }}
"#
    );
    Place::with([("ablation.toml", &text), ("board.toml", FOUR)])
}

/// Checks the cost of each arm in the findings against the metrics of its runs.
fn agrees_with_its_runs(out: &Path) {
    let findings = fs::read_to_string(out.join("findings.json")).unwrap();
    let findings: Value = serde_json::from_str(&findings).unwrap();
    // Sums over both seeds, so twice the means.
    let costs = |arm: &str, seeds: [u32; 2]| {
        let (mut positions, mut seconds) = (0.0, 0.0);
        for seed in seeds {
            for line in metrics_with_times(&out.join(arm).join(format!("seed-{seed}"))) {
                let number = |part: &str, key: &str| line[part][key].as_f64().unwrap();
                positions += number("games", "simulations");
                seconds += number("time", "selfplay") + number("time", "train");
            }
            // Three generations of two steps of eight samples; a sample costs three positions.
            positions += 3.0 * 2.0 * 8.0 * 3.0;
        }
        (positions, seconds)
    };
    let base = costs("base", [1, 2]).0;
    for (number, (arm, seeds)) in
        [("control", [1001, 1002]), ("wide", [1, 2]), ("win", [1, 2])].into_iter().enumerate()
    {
        let (positions, seconds) = costs(arm, seeds);
        let found = |key: &str| findings["arms"][number][key].as_f64().unwrap();
        assert_eq!((&findings["arms"][number]["arm"], found("generations")), (&json!(arm), 3.0));
        assert!((2.0 * found("seconds") / seconds - 1.0).abs() < 1e-9, "{arm}: {seconds}");
        let ratio = found("compute") / (positions / base);
        let fits = if arm == "wide" { ratio > 1.5 } else { (ratio - 1.0).abs() < 1e-9 };
        assert!(fits, "{arm}: {ratio}");
    }
}

#[test]
fn a_killed_ablation_goes_on_to_the_same_bytes() {
    let place = place();
    place.run("ablate ablation.toml --out whole --jobs 1").well().says(&["2 × 2"]);
    let whole = lasting(&place.path("whole"));
    for name in ["control/seed-1002/config.toml", "matches.csv", "effects.svg", "methods.md"] {
        assert!(whole.contains_key(name), "{name}: {:?}", whole.keys());
    }
    assert!(whole["control/seed-1002/config.toml"].text().contains("\ngames_bytes = 1\n"));
    // Every generation was trained; files that a finished run no longer needs are removed.
    assert!(whole.keys().any(|name| name.starts_with("base/seed-1/checkpoints/gen-0003/")));
    assert!(!whole.keys().any(|name| name.contains("/games/") || name.contains("gen-0002/")));
    agrees_with_its_runs(&place.path("whole"));
    let row = whole["methods.md"].text();
    assert!(row.contains("| the win alone (`win`) | nobody |"), "{row}");
    let place_of = ["base/seed-1/checkpoints/gen-0002", "win/seed-1", "matches/wide-2 vs base-1"];
    for (number, seen) in place_of.iter().enumerate() {
        let mut command = place.command("ablate ablation.toml --out killed --jobs 2 --threads 2");
        let seen = || place.path("killed").join(seen).exists();
        if number == 1 {
            interrupted(&mut command, seen);
        } else {
            killed(&mut command, seen);
        }
    }
    place.run("ablate ablation.toml --out killed --jobs 3 --threads 3").well();
    assert_eq!(lasting(&place.path("killed")), whole);
}

#[test]
fn an_ablation_reports_what_is_there() {
    let place = place();
    let one = "ablate ablation.toml --out part --set seeds=[1]";
    let findings: Value = place.run(&format!("{one} --json")).well().line();
    // `--open` and `--item` serve an external queue; a finished item is not run again.
    let open = "ablate ablation.toml --out part";
    let said: Value = place.run(&format!("{open} --open")).well().line();
    assert_eq!((&said["open"], &said["of"]), (&json!(17), &json!(28)), "{said}");
    let before = files(&place.path("part/base/seed-1"));
    place.run(&format!("{open} --item base-1")).well();
    assert_eq!(files(&place.path("part/base/seed-1")), before);
    place.run(&format!("{open} --item base-9")).refused(&["`base-9` is no run or match"]);
    assert_eq!(findings["runs"], json!([4, 4]));
    assert_eq!(findings["arms"][1]["effect"], Value::Null);
    assert_eq!(findings["arms"][1]["p"], Value::Null);
    let report = "ablate ablation.toml --out part --report";
    place.run(report).well().says(&["Not complete: 4 of 8 runs and 7 of 20 matches"]);
    // If a network is missing, the matches against it do not count.
    fs::remove_dir_all(place.path("part/wide/seed-1")).unwrap();
    place.run(report).well().says(&["Not complete: 3 of 8 runs and 5 of 20 matches"]);
    place.run("ablate ablation.toml --out equal --set budget=compute").well();
    // At equal compute, a network with twice the channels gets fewer generations.
    let config = fs::read_to_string(place.path("equal/wide/seed-2/config.toml"));
    assert!(config.unwrap().contains("generations = 1\n"));
    // The other arm stops as close to the base's mean compute as whole generations allow. It has
    // the base's network, so simulations measure compute.
    let compute = |run: &str| {
        let lines = metrics(&place.path("equal").join(run));
        lines.iter().map(|line| line["games"]["simulations"].as_f64().unwrap()).sum::<f64>()
    };
    let mean = (compute("base/seed-1") + compute("base/seed-2")) / 2.0;
    // The cost of a finished run is read from its metrics, not from other files beside them.
    let report =
        || place.run("ablate ablation.toml --out equal --set budget=compute --report").well();
    let said = report().out;
    let forged = r#"{"generations":4294967295,"compute":1e30,"seconds":1e9}"#;
    fs::write(place.path("equal/base/seed-1/finished.json"), forged).unwrap();
    assert_eq!(report().out, said);
    place.run("ablate ablation.toml --out equal --set budget=compute").well();
    let metrics = place.path("equal/base/seed-1/metrics.ndjson");
    let text = fs::read_to_string(&metrics).unwrap();
    fs::write(&metrics, text.replacen("\"simulations\":", "\"simulations\":9", 1)).unwrap();
    let edited = place.run("ablate ablation.toml --out equal --set budget=compute --report");
    edited.refused(&["metrics.ndjson", "simulations", "generation 1"]);
    fs::write(&metrics, text).unwrap();
    for run in ["win/seed-1", "win/seed-2"] {
        assert!((compute(run) / mean - 1.0).abs() < 0.25, "{run}: {}, {mean}", compute(run));
    }
}

#[test]
fn runs_of_equal_compute_follow_the_base_and_count_each_generation_once() {
    let place = place();
    let ablate = "ablate ablation.toml --out equal --set budget=compute --set keep_games=true";
    // The base's runs determine how long the others take.
    let part = "equal/base/seed-1: the run is not finished";
    place.run(&format!("{ablate} --item wide-1")).failed(&[part]);
    place.run(ablate).well();
    let run = place.path("equal/win/seed-1");
    let whole = lasting(&run);
    // Their mean would be another with more seeds.
    let part = "made with another config: `seeds.2` is 3, not unset as there";
    place.run(&format!("{ablate} --set seeds=[1,2,3]")).failed(&[part]);
    // Killed after the last generation's line, before its manifest.
    let last = fs::read_to_string(run.join("metrics.ndjson")).unwrap().lines().count();
    fs::remove_file(run.join("finished.json")).unwrap();
    fs::remove_file(run.join(format!("manifests/gen-{last:04}.json"))).unwrap();
    fs::remove_dir_all(run.join(format!("learner/gen-{last:04}"))).unwrap();
    place.run(ablate).well();
    assert_eq!(lasting(&run), whole);
}

#[test]
fn runs_that_were_tampered_with_are_refused_and_lost_lines_restored() {
    let place = place();
    let ablate = "ablate ablation.toml --out out --set seeds=[1] --set keep_games=true \
                  --set budget=compute";
    place.run(ablate).well();
    let compute = || {
        let findings = fs::read_to_string(place.path("out/findings.json")).unwrap();
        let findings: Value = serde_json::from_str(&findings).unwrap();
        ["compute", "generations"].map(|key| findings["arms"][2][key].as_f64().unwrap())
    };
    let counted = compute();
    let metrics = place.path("out/win/seed-1/metrics.ndjson");
    let text = fs::read_to_string(&metrics).unwrap();
    // The budget is counted with lines that were lost.
    fs::write(&metrics, text.split_inclusive('\n').skip(2).collect::<String>()).unwrap();
    fs::remove_file(place.path("out/win/seed-1/finished.json")).unwrap();
    place.run(ablate).well().warns(&["the line of generation 1 is lost; restored"]);
    assert_eq!(compute(), counted);
    let first = text.lines().next().unwrap();
    let forged = first.replacen("\"generation\":1", "\"generation\":0", 1);
    assert_ne!(forged, first);
    fs::write(&metrics, format!("{forged}\n{text}")).unwrap();
    place.run(&format!("{ablate} --report")).failed(&["metrics.ndjson: a line of generation 0"]);
    fs::write(&metrics, &text).unwrap();
    // A network exchanged for another of the same shape.
    let network =
        |generation| place.path(&format!("out/win/seed-1/checkpoints/gen-{generation:04}"));
    let (first, last) = (network(1), network(text.lines().count()));
    fs::remove_dir_all(&last).unwrap();
    fs::create_dir(&last).unwrap();
    for file in fs::read_dir(first).unwrap().map(|file| file.unwrap().path()) {
        fs::copy(&file, last.join(file.file_name().unwrap())).unwrap();
    }
    place.run(ablate).failed(&["out/win/seed-1/checkpoints/gen-", "exchanged or altered"]);
}

#[test]
fn what_an_ablation_cannot_do_is_said() {
    let place = place();
    let text = fs::read_to_string(place.path("ablation.toml")).unwrap();
    for (set, part) in [
        ("seeds=[1,1]", "`seeds`"),
        ("seeds=[9223372036854775000]", "`seeds` must be from 0 to 9223372036854774807"),
        ("seeds=[1,1001]", "`seeds`: 1001 is also a seed of the control"),
        ("search=fast", "`search`"),
        ("match.sprt={}", "`sprt`"),
        ("match.limit.time_ms=5", "`match`: under a time limit, results depend on what else runs"),
        (
            "match.limit.nodes=2000000 --set panel=[]",
            "`limit` is 2000000; a network makes at most 1000000 simulations",
        ),
        (
            "budget=compute --set arm.0.set.generations=4",
            "--set arm.0.set.generations=4: `arm[0].set`: must not set `generations`",
        ),
        ("arm=[]", "--set arm=[]: `arm`: an ablation needs at least one"),
        ("arm.0.name=lock", "--set arm.0.name=lock: `arm[0].name`: must be lower-case"),
        (
            "match.limit.nodes=5 --set panel=[\"alphabeta@1:depth=1\"]",
            "player `alphabeta@1:depth=1`: `alphabeta@1:depth=1` does not support 5 nodes per turn",
        ),
        ("arm.0.name=base", "got `base`"),
        ("arm.0.set={}", "`arm[0].set`: arm `wide` changes nothing"),
        ("arm.0.set={network={}}", "`arm[0].set`: arm `wide` changes nothing"),
        ("panel=[\"perfect:nope\"]", "`panel`: nope: no such file"),
        ("panel=[\"greedy\",\"greedy\"]", "`panel`: `greedy@1` is listed twice"),
        ("set.network.channels=x", "`set`: runs of `base`: `set` network.channels="),
        ("base=nope.toml", "`base`: runs of `base`: nope.toml: no such file"),
        ("arm.1.name=wide", "`arm[1].name`: `wide` is listed twice"),
        ("arm.0.set.network.width=3", "runs of `wide`: `set` network.width=3: unknown field"),
        ("arm.0.set.variant=./board.toml", "runs of `wide`: `./board.toml` has another board than"),
    ] {
        place.run(&format!("ablate ablation.toml --set {set}")).refused(&[part]);
    }
    place.file("typo.toml", text.replace("network.channels", "network.chanels"));
    place.run("ablate typo.toml").refused(&["typo.toml: line 14: `arm[0].set`: runs of `wide`"]);
    place.run("ablate ablation.toml --out kept --set seeds=[1]").well();
    let report = place.run("ablate ablation.toml --out kept --set match.pairs=3 --report");
    let other = "made with another config: `match.pairs` is 3, not 2 as there";
    report.failed(&[other]);
    let item = "ablate ablation.toml --out kept --set match.pairs=3 --item wide-1";
    place.run(item).failed(&[other]);
    let panel = "ablate ablation.toml --out kept --set seeds=[1] --set panel";
    place.run(&format!("{panel}=[\"greedy\",\"random\"]")).failed(&["`panel`: its players"]);
    place.run(&format!("{panel}=[\"random\",\"greedy\"]")).well();
    place.run(&format!("{panel}=[\"random\"]")).well();
    place.file("other.toml", text.replace("channels = 16", "channels = 12"));
    let part = "seed-1: made with another config: `network.channels` is 12, not 16 as there";
    place.run("ablate other.toml --out kept --set seeds=[1]").failed(&[part]);
}

#[test]
fn a_run_that_fails_is_named_and_the_others_are_reported() {
    let place = place();
    // A name that TOML would read as a date; with so long an opening there is nothing to learn.
    let arm = "arm=[{name=\"2024-01\",set={selfplay={opening_plies=100000}}}]";
    let call = "ablate ablation.toml --out out --set seeds=[10] --set";
    let said = place.run_with(call, &[arm]).failed(&["2024-01-10: generation 1: no samples"]);
    assert!(said.out.contains("control"), "{}", said.out);
}

#[test]
fn an_ablation_in_use_is_left_alone() {
    let place = place();
    place.run("ablate ablation.toml --out kept --set seeds=[1]").well();
    let _lock = salta_run::lock(&place.path("kept")).unwrap();
    let said = place.run("ablate ablation.toml --out kept --set seeds=[1]");
    let said = said.failed(&["kept: in use by another process"]);
    assert_eq!(said.out, "");
}

#[test]
fn the_plan_counts_runs_and_games() {
    let place = place();
    let costs = place.run("ablate ablation.toml --plan --seconds 0.2 --json").well().line();
    assert_eq!((&costs[0]["runs"], &costs[0]["games"]), (&2.into(), &24.into()));
    // For each of two seeds: two pairs against each of two base runs and one panel player.
    assert_eq!(costs[2]["match_games"], 24);
    assert_eq!(costs[1]["compute"], 1.0);
    let wide = costs[2]["compute"].as_f64().unwrap();
    assert!((1.5..8.0).contains(&wide), "{wide}");
}

/// A directory with a scaling study of two sizes on a board that is solved instantly.
fn scaling_place() -> Place {
    let base = binary::root().join("configs/train/small.toml");
    let text = format!(
        r#"
title = "Short games"
base = {base:?}
seeds = [1, 2]
generations = [1, 3]
simulations = [1, 4]
games = 2
placements = 20
set = {{ variant = "./board.toml", games_per_generation = 4, selfplay = {{ games_per_group = 2, search = {{ simulations = 2 }} }}, train = {{ batch = 8, steps_per_generation = 2 }} }}
[[size]]
name = "4"
set = {{ network = {{ channels = 4, blocks = 1 }} }}
[[size]]
name = "8"
set = {{ network = {{ channels = 8, blocks = 1 }} }}
"#
    );
    Place::with([("board.toml", FOUR), ("scaling.toml", &text)])
}

/// Checks the compute of generation 3 relative to generation 1 against the metrics of a run.
fn compute_is_that_of_the_metrics(out: &Path) {
    let metrics = metrics(&out.join("8/seed-2"));
    let positions = |generations: usize| -> f64 {
        let simulations = |line: &Value| line["games"]["simulations"].as_f64().unwrap();
        let simulations = metrics[..generations].iter().map(simulations).sum::<f64>();
        // Two steps of eight samples per generation; a sample costs three positions.
        simulations + (generations * 2 * 8 * 3) as f64
    };
    let points = csv::Reader::from_path(out.join("points.csv")).unwrap().into_deserialize();
    let points: Vec<BTreeMap<String, String>> = points.map(Result::unwrap).collect();
    let compute = |generation: &str| -> f64 {
        let is = |point: &&BTreeMap<String, String>| {
            ["size", "seed", "generation"].map(|key| &*point[key]) == ["8", "2", generation]
        };
        points.iter().find(is).unwrap()["compute"].parse().unwrap()
    };
    let ratio = compute("3") / compute("1") / (positions(3) / positions(1));
    assert!((ratio - 1.0).abs() < 1e-3, "{ratio}: {points:?}");
}

#[test]
fn an_interrupted_scaling_study_resumes_to_the_same_points() {
    let place = scaling_place();
    let endless = "scaling scaling.toml --out endless --set set.selfplay.max_plies=0";
    place.run(endless).refused(&["variant `four`", "games that measure regret need `max_plies`"]);
    assert!(!place.path("endless").exists());
    let plan = place.run("scaling scaling.toml --plan --seconds 0.2").well();
    plan.says(&["time of measuring", "solving the board"]);
    place.run("scaling scaling.toml --out whole --jobs 2").well().says(&["frontier", "placements"]);
    let points = |out: &str| fs::read_to_string(place.path(out).join("points.csv")).unwrap();
    let whole = points("whole");
    // Two sizes, seeds, generations and simulation counts, each in games and in placements.
    assert_eq!(whole.lines().count(), 1 + 32, "{whole}");
    compute_is_that_of_the_metrics(&place.path("whole"));
    let mut command = place.command("scaling scaling.toml --out killed --jobs 1");
    interrupted(&mut command, || place.path("killed/4/seed-1/points.json").exists());
    place.run("scaling scaling.toml --out killed --jobs 2").well();
    assert_eq!(points("killed"), whole);
    let page = fs::read_to_string(place.path("killed/report.html")).unwrap();
    assert!(page.matches("<svg").count() == 2 && !page.contains("NaN"), "{page}");
    let plot = fs::read_to_string(place.path("killed/plots/placements.svg")).unwrap();
    assert!(plot.starts_with("<svg") && page.contains(&plot), "{plot}");
    let file = place.path("whole/8/seed-2/points.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"loss\":", "\"loss\":1", 1)).unwrap();
    place.run("scaling scaling.toml --out whole").refused(&["8/seed-2/points.json: altered"]);
    fs::remove_file(&file).unwrap();
    let report = place.run("scaling scaling.toml --out whole --report").well();
    let missing = "Not complete: 3 of 4 runs have been measured.";
    report.says(&[missing]);
    assert!(fs::read_to_string(place.path("whole/report.html")).unwrap().contains(missing));
    place.run("scaling scaling.toml --out whole").well();
    assert_eq!(points("whole"), whole);
    // A report on fewer seeds contains only their points.
    place.run("scaling scaling.toml --out whole --report --set seeds=[1]").well();
    assert_eq!(points("whole").lines().count(), 1 + 16);
}

#[test]
fn scaling_is_measured_against_players_where_a_board_cannot_be_solved() {
    let place = scaling_place();
    place.file("short.toml", SHORT);
    let sets = "--set set.variant=./short.toml --set seeds=[1] --set simulations=[2] \
                --set panel=[\"random\",\"alphabeta@1:depth=2\"] --set match.pairs=4";
    let said = place.run(&format!("scaling scaling.toml --out whole {sets}")).well().out;
    assert!(said.contains("alphabeta@1:depth=2"), "{said}");
    let points = fs::read_to_string(place.path("whole/points.csv")).unwrap();
    // Two sizes, generations and players.
    assert_eq!(points.lines().count(), 1 + 8, "{points}");
    let of = |player: &str| points.lines().filter(|line| line.contains(player)).count();
    assert_eq!((of(",random@1,"), of(",alphabeta@1:depth=2,")), (4, 4), "{points}");
    let page = fs::read_to_string(place.path("whole/report.html")).unwrap();
    assert!(page.contains("score of random@1") && !page.contains("NaN"), "{page}");
    assert!(place.path("whole/plots/panel-2.svg").exists());
    let losses: HashSet<&str> =
        points.lines().skip(1).filter_map(|line| line.rsplit(',').nth(1)).collect();
    assert!(losses.len() > 2, "{points}");
    place
        .run(&format!("scaling scaling.toml --out whole --report {sets} --set panel=[\"random\"]"))
        .refused(&["whole: made with another config: `panel.1` is unset"]);
    // A match that has been played is not played again.
    let kept = place.path("whole/4/seed-1/matches");
    let before = files(&kept);
    fs::remove_file(place.path("whole/4/seed-1/points.json")).unwrap();
    place.run(&format!("scaling scaling.toml --out whole {sets}")).well();
    assert_eq!(files(&kept), before);
    assert_eq!(fs::read_to_string(place.path("whole/points.csv")).unwrap(), points);
}

#[test]
fn scaling_studies_that_do_not_fit_are_refused_in_a_sentence() {
    let place = scaling_place();
    for (set, part) in [
        ("generations=[3,1]", "`generations` must be one number or more, from 1, in rising order"),
        ("set.variant=walker", "walker"),
        ("table=nowhere.table", "nowhere.table"),
        (
            "set.learner={schedule=\"cosine\",warmup_steps=1,total_steps=9}",
            "`learner.total_steps` = 9 steps, 3 generations take 6; set it to that",
        ),
        ("size.1.set.variant=walker", "runs of `8`: `walker` has another board than `"),
    ] {
        place.run(&format!("scaling scaling.toml --out refused --set {set}")).refused(&[part]);
    }
    assert!(!place.path("refused").exists());
}
