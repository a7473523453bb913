//! Limits of the search per turn, so that players of different kinds can meet on equal terms.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The maximum depth of `alphabeta@1`; it has no transposition table, so deeper searches are
/// infeasible.
pub const MAX_DEPTH: u32 = 12;
/// The maximum depth of `alphabeta@2` and `alphabeta@3`.
pub const MAX_DEPTH_2: u32 = 60;
/// The maximum number of nodes per turn.
pub const MAX_NODES: u64 = 1_000_000_000_000;
/// The maximum number of threads of `alphabeta@3`.
pub const MAX_THREADS: u32 = 256;
/// The maximum number of simulations.
pub const MAX_SIMULATIONS: u32 = 1_000_000;

/// The limit of each player's search per turn, in place of its own setting. In TOML: `limit.nodes =
/// 1000` or `limit.time_ms = 50`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Positions that the search visits: nodes of alpha-beta, simulations of a tree search (for
    /// each hop of a chain). Results are reproducible.
    Nodes(u64),
    /// Milliseconds of wall time (for a network, for each hop of a chain). Results depend on the
    /// machine and its load and are not reproducible.
    TimeMs(u64),
}

impl Limit {
    /// The time, if time is limited.
    pub const fn time(self) -> Option<Duration> {
        match self {
            Limit::Nodes(_) => None,
            Limit::TimeMs(milliseconds) => Some(Duration::from_millis(milliseconds)),
        }
    }

    /// Whether the same seed gives the same games.
    pub const fn is_reproducible(self) -> bool {
        matches!(self, Limit::Nodes(_))
    }
}

impl fmt::Display for Limit {
    /// `1000 nodes per turn` or `50 ms per turn`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes per turn"),
            Limit::TimeMs(milliseconds) => write!(f, "{milliseconds} ms per turn"),
        }
    }
}
