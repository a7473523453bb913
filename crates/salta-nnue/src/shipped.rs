//! The network that is part of the program.

use std::sync::{Arc, OnceLock};

use crate::network::Network;

const FILE: &[u8] = include_bytes!("../../../data/nnue/buettgenbach-1899.nnue");

impl Network {
    /// The built-in network, trained in `buettgenbach-1899` (experiments/017-nnue).
    ///
    /// ```
    /// use salta_nnue::Network;
    ///
    /// assert_eq!(Network::shipped().trained_in(), ["buettgenbach-1899"]);
    /// ```
    pub fn shipped() -> Arc<Network> {
        static SHIPPED: OnceLock<Arc<Network>> = OnceLock::new();
        let read = || Arc::new(Network::from_bytes(FILE).expect("a test reads it"));
        Arc::clone(SHIPPED.get_or_init(read))
    }
}
