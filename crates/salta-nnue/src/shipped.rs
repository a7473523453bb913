//! The networks that are part of the program.

use std::sync::{Arc, OnceLock};

use crate::network::Network;

const DEFAULT: &[u8] = include_bytes!("../../../data/nnue/buettgenbach-1899.nnue");
const ALL_VARIANTS: &[u8] = include_bytes!("../../../data/nnue/all-variants.nnue");

impl Network {
    /// The network that `alphabeta@3` plays with by default, trained in `buettgenbach-1899`
    /// (experiments/017-nnue).
    ///
    /// ```
    /// use salta_nnue::Network;
    ///
    /// assert_eq!(Network::shipped().trained_in(), ["buettgenbach-1899"]);
    /// ```
    pub fn shipped() -> Arc<Network> {
        static SHIPPED: OnceLock<Arc<Network>> = OnceLock::new();
        let read = || Arc::new(Network::from_bytes(DEFAULT).expect("a test reads it"));
        Arc::clone(SHIPPED.get_or_init(read))
    }

    /// The file of a built-in network by its name, which is that of a file in `data/nnue`.
    pub fn shipped_file(name: &str) -> Option<&'static [u8]> {
        match name {
            "buettgenbach-1899" => Some(DEFAULT),
            "all-variants" => Some(ALL_VARIANTS),
            _ => None,
        }
    }
}
