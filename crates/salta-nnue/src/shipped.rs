//! The networks that are part of the program.

use std::sync::{Arc, OnceLock};

use crate::network::Network;

/// Under the names of their files in `data/nnue`, the default first.
const FILES: [(&str, &[u8]); 2] = [
    ("buettgenbach-1899", include_bytes!("../../../data/nnue/buettgenbach-1899.nnue")),
    ("all-variants", include_bytes!("../../../data/nnue/all-variants.nnue")),
];

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
        let read = || Arc::new(Network::from_bytes(FILES[0].1).expect("a test reads it"));
        Arc::clone(SHIPPED.get_or_init(read))
    }

    /// The file of a built-in network by its name.
    pub fn shipped_file(name: &str) -> Option<&'static [u8]> {
        FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
    }

    /// The names of the built-in networks.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }
}
