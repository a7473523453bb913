//! Which training configs are accepted.

use std::fs;
use std::path::Path;

use salta_env::Encoding;
use salta_run::{RunConfig, RunDir, check_shared_config, load_rules, load_rules_beside};

use crate::common::{TINY, created, fails_with, file, folder, sets, tiny};

fn error(path: &Path, overrides: &[&str]) -> String {
    RunConfig::load(path, &sets(overrides)).unwrap_err().to_string()
}

#[test]
fn a_config_is_read_back_as_it_was() {
    let config = tiny(&["learner.learning_rate=0.1", "seed=9223372036854775807"]);
    assert_eq!(config.seed, i64::MAX as u64);
    let folder = folder();
    let path = file(&folder, "resolved.toml", config.to_toml());
    assert_eq!(RunConfig::load(&path, &[]).unwrap(), config);
}

#[test]
fn a_variant_that_cannot_be_read_is_refused_but_in_the_config_of_a_run() {
    let folder = folder();
    let small = "base = \"buettgenbach-1899\"\nname = \"small\"\nboard = \"4x4\"\nranks = 1\n";
    let variant = file(&folder, "small.toml", small);
    let set = format!("variant={}", variant.display());
    let run = created(&folder.path().join("run"), &[&set, "stage=[]"]);
    // Its encoding is chosen by the board, so nothing may take its place.
    assert_eq!(run.config().encoding(), Encoding::V2);
    fs::remove_file(&variant).unwrap();
    let path = file(&folder, "tiny.toml", TINY);
    assert!(error(&path, &[&set]).contains("small.toml"), "{}", error(&path, &[&set]));
    let found = RunDir::look(run.root()).unwrap();
    assert_eq!(found.config(), run.config());
}

#[test]
fn mistakes_in_a_file_name_it_and_the_key() {
    for (from, to, part) in [
        ("seed = 7", "seed = 7\nspeed = 3", "line 4: field `speed`"),
        ("seed = 7", "", "missing field `seed`"),
        ("seed = 7", "seed = -1", "field `seed`"),
        ("seed = 7", "seed = 9223372036854775808", "`seed` must be at most 9223372036854775807"),
        ("generations = 3", "generations = \"two\"", "line 5: field `generations`"),
        ("generations = 3", "generations = 0", "`generations` must be from 1"),
        ("games_per_generation = 4", "games_per_generation = 0", "`games_per_generation`"),
        ("threads = 2", "threads = 5000", "`threads`"),
        ("name = \"tiny\"", "name = \"../tiny\"", "`name` is `../tiny`"),
        ("name = \"tiny\"", "name = \"\"", "`name`"),
        ("channels = 8", "chanels = 8", "field `network.chanels`"),
        ("channels = 8", "channels = 8\nfeatures = 52", "[network] `features` must be 53"),
        ("channels = 8", "channels = 8\ntaps = 7", "[network] `taps`"),
        ("warmup_steps = 2", "warmup_steps = 2\nlearning_rate = 0.0", "[learner] `learning_rate`"),
        ("warmup_steps = 2", "schedule = \"linear\"", "field `learner.schedule`"),
        ("simulations = 4", "simulations = 0", "[selfplay] `search.simulations`"),
        ("batch = 2\n", "batch = 2.5\n", "field `selfplay.batch`"),
        ("steps_per_generation = 6", "steps = 3", "field `train.steps`"),
        ("window = 60", "window = 0", "[train] `window`"),
        ("from = 1", "from = 0", "line 32: `stage[0].from`"),
        ("from = 1", "from = 1\nsimulations = 0", "line 33: `stage[0].simulations`"),
        ("from = 1", "from = 1\ngames = 0", "line 33: `stage[0].games`"),
        ("from = 1", "from = 2\n[[stage]]\nfrom = 2", "line 34: `stage[1].from` must increase"),
        ("from = 1", "from = 3\n[[stage]]\nfrom = 2", "line 34: `stage[1].from` must increase"),
        ("from = 1", "first = 1", "field `stage[0].first`"),
        ("points = \"distance\"", "points = \"far\"", "field `stage[0].points`"),
        ("generations = [0]", "generations = [0, 3]", "[tournament] `generations`"),
        ("\"random\"", "\"chance\"", "unknown player `chance`"),
        ("pairs = 1", "pairs = 0", "[tournament.match] `pairs`"),
        ("pairs = 1", "paris = 1", "field `tournament.match.paris`"),
        ("[learner]", "[learner]\nloss = { reply = 0.5 }", "[learner] `loss.reply` = 0.5: "),
        (
            "games_per_generation = 4",
            "games_per_generation = 5\nmore_variants = [\"walker\"]",
            "must be multiples of `selfplay.games_per_group`, 2",
        ),
        ("generations = [0]", "generations = [0, 0]", "[tournament] generation 0 is listed twice"),
        ("\"random\"", "\"random\", \"random@1\"", "player `random@1` is listed twice"),
        ("name = ", "name ", "line 2"),
    ] {
        assert!(TINY.contains(from), "{from}");
        let folder = folder();
        let path = file(&folder, "wrong.toml", TINY.replacen(from, to, 1));
        let said = error(&path, &[]);
        assert!(said.starts_with(&format!("{}: ", path.display())), "{said}");
        assert!(said.contains(part), "{part}: {said}");
        assert!(!said.contains('\n'), "{said}");
    }
}

#[test]
fn overrides_come_on_top() {
    let config = tiny(&[
        "train.batch=20",
        "selfplay.search.simulations = 9",
        "name=other",
        "stage.0.move_limit=8",
        "tournament.opponents=[\"greedy\", \"alphabeta:depth=1\"]",
    ]);
    assert_eq!((config.train.batch, config.selfplay.search.simulations), (20, 9));
    assert_eq!((config.name.as_str(), config.stages[0].move_limit), ("other", Some(8)));
    let opponents: Vec<String> =
        config.tournament.opponents.iter().map(ToString::to_string).collect();
    assert_eq!(opponents, ["greedy@1", "alphabeta@1:depth=1"]);
    assert_eq!(tiny(&["stage=[]"]).stages, []);
}

#[test]
fn mistakes_in_an_override_name_it() {
    let folder = folder();
    let path = file(&folder, "tiny.toml", TINY);
    for set in [
        "train.bach=3",
        "train.batch=many",
        "train.batch=-1",
        "train",
        "other=1",
        "stage.1.from=2",
        "stage.0.x=1",
        "seed.x=1",
        "=1",
    ] {
        let said = error(&path, &["name=fine", set]);
        assert!(said.starts_with(&format!("--set {set}: ")), "{said}");
    }
    // The last of two overrides of a key counts, and errors name it.
    assert_eq!(tiny(&["train.batch=20", "train.batch=30"]).train.batch, 30);
    let said = error(&path, &["train.batch=20", "train.batch=99999999999"]);
    assert!(said.starts_with("--set train.batch=99999999999: "), "{said}");
    // An override is not to blame for a key that begins with the same letters.
    let text = TINY.replace("batch = 2\n", "batch = 2\ntemperature_half_life = \"x\"\n");
    let said = error(&file(&folder, "wrong.toml", text), &["selfplay.temperature=1.0"]);
    assert!(said.contains("field `selfplay.temperature_half_life`"), "{said}");
    for (set, part) in [
        ("train.batch=0", "[train] `batch`"),
        ("generations=0", "`generations`"),
        ("stage.0.simulations=0", "`stage[0].simulations`"),
        ("tournament.match={pairs=0}", "[tournament.match] `pairs`"),
    ] {
        let said = error(&path, &[set, "seed=8"]);
        assert!(said.starts_with(&format!("--set {set}: {part}")), "{said}");
    }
    let text = TINY.replace("window = 60", "window = 0");
    let said = error(&file(&folder, "zero.toml", text), &["train.batch=20"]);
    assert!(said.contains("zero.toml: line 29: [train] `window`"), "{said}");
    let said = error(&path, &[&format!("{}=1", ["a"; 30_000].join("."))]);
    assert_eq!(said, "--set: a key has at most 32 parts, and this one 30000");
}

#[test]
fn a_variant_is_a_name_or_a_file() {
    let folder = folder();
    let good = file(&folder, "mine.toml", "base = \"walker\"\nname = \"mine\"\nmove_limit = 9\n");
    assert_eq!(load_rules(good.to_str().unwrap()).unwrap().name, "mine");
    // In a config, a name that ends in .toml is a file relative to the config's folder.
    assert_eq!(load_rules_beside(folder.path(), "mine.toml", "here").unwrap().name, "mine");
}

#[test]
fn the_results_of_another_command_are_refused_as_such() {
    let folder = folder();
    file(&folder, "config.toml", "baseline = \"walker\"\n");
    let checked = check_shared_config(&tiny(&[]), folder.path(), &[]);
    fails_with(checked, &["holds the results of another command", "`baseline`"]);
}

#[test]
fn training_refuses_other_rules_under_the_name_of_a_built_in_variant() {
    let folder = folder();
    let path = file(&folder, "tiny.toml", TINY);
    for (limit, refused) in [(0, false), (9, true)] {
        let rules = format!("base = \"walker\"\nmove_limit = {limit}\n");
        let rules = file(&folder, "unnamed.toml", rules);
        let loaded = RunConfig::load(&path, &sets(&[&format!("variant={}", rules.display())]));
        let part = "unnamed.toml`: its rules are not those of the built-in `walker`; give it";
        assert_eq!(loaded.is_err_and(|error| error.to_string().contains(part)), refused);
        load_rules(rules.to_str().unwrap()).unwrap();
    }
}

#[test]
fn earlier_names_of_keys_mean_the_present_ones() {
    let folder = folder();
    let present = TINY.replace("batch = 2\n", "batch = 2\nleaf_exact_nodes = 5\nexact_nodes = 6\n");
    let earlier = present
        .replace("leaf_exact_nodes = 5\nexact_nodes = 6", "leaf_nodes = 5\nresult_nodes = 6")
        .replace("gumbel = { max_considered_actions = 4 }", "max_considered_actions = 4")
        .replace("max_exact_nodes", "max_points_budget")
        .replace(" exact_nodes", " points_budget");
    let path = file(&folder, "earlier.toml", &earlier);
    let present = file(&folder, "present.toml", &present);
    let load = |path: &Path, set: &[&str]| RunConfig::load(path, &sets(set)).unwrap();
    for set in [&[][..], &["seed=8"]] {
        assert_eq!(load(&path, set), load(&present, set));
    }
    // One layer has the key under its earlier name, the other under its present name.
    let changed = load(&path, &["selfplay.search.gumbel.max_considered_actions = 2"]);
    assert_eq!(changed.selfplay.search.gumbel.max_considered_actions, 2);
    assert_eq!(load(&present, &["selfplay.search.max_considered_actions = 2"]), changed);
    let said = error(&present, &["selfplay.search.c_scale = 'x'"]);
    assert!(said.contains("selfplay.search.c_scale"), "{said}");
    let twice = TINY.replace("batch = 2\n", "batch = 2\nleaf_nodes = 5\nleaf_exact_nodes = 6\n");
    let twice = file(&folder, "twice.toml", twice);
    let part = "twice.toml: `selfplay.leaf_nodes` is called `selfplay.leaf_exact_nodes` now; both";
    for set in [vec![], vec!["seed=8"]] {
        assert!(error(&twice, &set).contains(part), "{}", error(&twice, &set));
    }
    let said = error(&path, &["selfplay={leaf_nodes=5,leaf_exact_nodes=6}"]);
    assert!(said.starts_with("--set selfplay={") && said.ends_with("both are given"), "{said}");
}

/// The paths of all numbers in a table, in the form of `--set`, and whether each is a float.
fn numbers(at: &str, value: &toml::Value, found: &mut Vec<(String, bool)>) {
    let below = |name: &str| if at.is_empty() { name.into() } else { format!("{at}.{name}") };
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(name, value)| numbers(&below(name), value, found));
        }
        toml::Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(i, value)| numbers(&below(&i.to_string()), value, found));
        }
        toml::Value::Integer(_) => found.push((at.into(), false)),
        toml::Value::Float(_) => found.push((at.into(), true)),
        _ => {}
    }
}

#[test]
fn every_number_has_a_range() {
    let folder = folder();
    let text = tiny(&["stage.0.simulations=3", "stage.0.games=4"]).to_toml();
    let path = file(&folder, "whole.toml", &text);
    let mut found = Vec::new();
    numbers("", &text.parse().map(toml::Value::Table).unwrap(), &mut found);
    assert!(found.len() > 50, "{found:?}");
    // Seeds are arbitrary, and budgets of bytes and nodes have no upper limit.
    let free = [
        "seed",
        "games_bytes",
        "tournament.match.seed",
        "tournament.match.exact_nodes",
        "tournament.match.max_exact_nodes",
    ];
    for (key, float) in found {
        let absurd: &[&str] = match float {
            true => &["1e37", "-1.0", "nan", "inf"],
            false if free.contains(&key.as_str()) => &["-1"],
            false => &["9223372036854775807", "-1"],
        };
        for value in absurd {
            let set = format!("{key}={value}");
            let name = key.rsplit('.').find(|part| part.parse::<u32>().is_err()).unwrap();
            match RunConfig::load(&path, &sets(&[&set])) {
                Err(error) => assert!(error.to_string().contains(name), "{set}: {error}"),
                Ok(_) => panic!("{set} is taken"),
            }
        }
    }
}
