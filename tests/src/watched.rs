use std::fs;
use std::path::Path;

use crate::binary::salta;
use crate::{SHORT, TINY};

/// A tournament between the networks of a two-generation run in `run`, and `greedy`.
const LADDER: &str = r#"
variant = "short.toml"
players = [
    "checkpoint:run/checkpoints/gen-0000:sims=2", "checkpoint:run/checkpoints/gen-0001:sims=2",
    "checkpoint:run/checkpoints/gen-0002:sims=2", "greedy@1",
]
format = "round-robin"
anchor = "greedy@1"

[match]
pairs = 2
exact_nodes = 100
max_exact_nodes = 100
"#;

/// Trains two generations of two games in `folder/run` and rates their networks there.
pub fn train(folder: &Path) {
    for (name, text) in [("tiny.toml", TINY), ("short.toml", SHORT), ("ladder.toml", LADDER)] {
        fs::write(folder.join(name), text).expect("a folder that can be written");
    }
    for arguments in [
        "train tiny.toml --out run --quiet --set generations=2 --set games_per_generation=2",
        "arena ladder.toml --out run/ladder",
    ] {
        salta().args(arguments.split(' ')).current_dir(folder).assert().success();
    }
}
