//! The techniques that the search uses.

use std::fmt;
use std::str::FromStr;

/// A technique that can be switched off, to measure what it gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// Late moves are first searched to a reduced depth.
    Reductions,
    /// Late moves of shallow nodes are pruned.
    LatePruning,
    /// Nodes whose evaluation is far above the window are pruned.
    Futility,
    /// A single legal move is searched one turn deeper.
    Extensions,
    /// Iterations begin with a narrow window.
    Aspiration,
    /// Moves are ordered by cut-offs anywhere in the search.
    History,
    /// Moves are ordered by cut-offs at the same ply.
    Killers,
}

impl Technique {
    /// All techniques.
    pub const ALL: [Technique; 7] = [
        Technique::Reductions,
        Technique::LatePruning,
        Technique::Futility,
        Technique::Extensions,
        Technique::Aspiration,
        Technique::History,
        Technique::Killers,
    ];
}

/// The technique's name in the texts that name players.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Technique::Reductions => "reductions",
            Technique::LatePruning => "late-pruning",
            Technique::Futility => "futility",
            Technique::Extensions => "extensions",
            Technique::Aspiration => "aspiration",
            Technique::History => "history",
            Technique::Killers => "killers",
        })
    }
}

impl FromStr for Technique {
    type Err = String;

    fn from_str(text: &str) -> Result<Technique, String> {
        let names = Technique::ALL.map(|technique| technique.to_string());
        let found = names.iter().position(|name| name == text).map(|at| Technique::ALL[at]);
        let names = names.join(", ");
        found.ok_or_else(|| format!("`{text}` is no technique of the search; there are {names}"))
    }
}

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// A bit for each technique in use.
    pub(super) techniques: u8,
    /// The transposition table has 2^this entries of 16 bytes.
    pub table_bits: u32,
    /// Threads that search a position with one table (lazy SMP), at least 1. With more than one,
    /// the results depend on timing.
    pub threads: u32,
}

impl Settings {
    /// The settings of `alphabeta@3`: fixed.
    pub const ALPHABETA_3: Settings = Settings { techniques: u8::MAX, table_bits: 20, threads: 1 };

    /// Whether a technique is used.
    #[inline(always)]
    pub(crate) const fn uses(&self, technique: Technique) -> bool {
        self.techniques >> technique as u8 & 1 == 1
    }

    /// The same settings without a technique.
    pub const fn without(self, technique: Technique) -> Settings {
        Settings { techniques: self.techniques & !(1 << technique as u8), ..self }
    }

    /// The same settings with this many threads.
    pub const fn with_threads(self, threads: u32) -> Settings {
        Settings { threads, ..self }
    }

    /// The same settings with a table no larger than `nodes` nodes can fill: a small one stays in
    /// the processor's caches.
    pub fn for_nodes(self, nodes: u64) -> Settings {
        let bits = nodes.max(1).ilog2() + 2;
        Settings { table_bits: self.table_bits.min(bits), ..self }
    }
}
