//! The networks that are part of the program.

use std::sync::{Arc, OnceLock};

use crate::network::Network;

/// The built-in networks by the names of their files in `data/nnue`, the default first.
const FILES: [(&str, &[u8]); 4] = [
    ("buettgenbach-1899", include_bytes!("../../../data/nnue/buettgenbach-1899.nnue")),
    ("meyers-1908", include_bytes!("../../../data/nnue/meyers-1908.nnue")),
    ("checkerboard", include_bytes!("../../../data/nnue/checkerboard.nnue")),
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
        Network::shipped_at(0)
    }

    /// The built-in network of this name.
    pub fn shipped_as(name: &str) -> Option<Arc<Network>> {
        FILES.iter().position(|(known, _)| *known == name).map(Network::shipped_at)
    }

    fn shipped_at(number: usize) -> Arc<Network> {
        static READ: [OnceLock<Arc<Network>>; FILES.len()] = [const { OnceLock::new() }; _];
        let read = || Arc::new(Network::from_bytes(FILES[number].1).expect("a test reads it"));
        Arc::clone(READ[number].get_or_init(read))
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
