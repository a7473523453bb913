//! What a server is told.

use std::net::IpAddr;
use std::path::PathBuf;

use salta_core::Variant;
use salta_players::PlayerSpec;

/// What a server is told: where to listen, what to show, what it may spend.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address to listen on; other machines reach only an address that is not loopback.
    pub host: IpAddr,
    /// Port; 0: any free one.
    pub port: u16,
    /// Searches at a time, each on a thread of its own; 0: one per core.
    pub threads: usize,
    /// Variants beside the named ones.
    pub variants: Vec<Variant>,
    /// Checkpoints (or runs, of which the last one is taken) to play and analyse with, beside those
    /// that are part of the program; the first one analyses.
    pub checkpoints: Vec<PathBuf>,
    /// Opponents beside those every server has.
    pub opponents: Vec<PlayerSpec>,
    /// A training run to watch.
    pub run: Option<PathBuf>,
    /// Version and commit of the program, as the pages show it.
    pub version: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 0,
            threads: 0,
            variants: Vec::new(),
            checkpoints: Vec::new(),
            opponents: Vec::new(),
            run: None,
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }
}
