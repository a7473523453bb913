use crate::place::Place;
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

/// A place where two generations of two games were trained in `run` and their networks rated.
pub fn place() -> Place {
    let place = Place::with([("tiny.toml", TINY), ("short.toml", SHORT), ("ladder.toml", LADDER)]);
    for arguments in [
        "train tiny.toml --out run --quiet --set generations=2 --set games_per_generation=2",
        "arena ladder.toml --out run/ladder",
    ] {
        place.run(arguments).well();
    }
    place
}
