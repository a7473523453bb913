//! The whole program, run as a user runs it, and the shape of its workspace.

/// The binary under test.
pub mod binary;
/// Which file of a crate uses which.
pub mod imports;
/// Which crate may depend on which.
pub mod layers;
/// A training run to look at.
pub mod watched;

/// A training config that takes a second: one generation of two games.
pub const TINY: &str = r#"
name = "tiny"
seed = 7
variant = "buettgenbach-1899"
generations = 1
games_per_generation = 2
threads = 2
network = { channels = 8, blocks = 1, margin_bins = 11, value_hidden = 8 }
learner = { warmup_steps = 2, micro_batch = 8 }
train = { batch = 8, steps_per_generation = 2, window = 60 }
stage = [{ from = 1, move_limit = 5, points = "distance" }]

[selfplay]
games_per_group = 2
batch = 2
opening_plies = 2
search = { simulations = 4, gumbel = { max_considered_actions = 4 } }

[tournament]
simulations = 2
generations = []
opponents = ["random"]
match = { pairs = 1, opening_plies = 2, exact_nodes = 100, max_exact_nodes = 100 }
"#;
