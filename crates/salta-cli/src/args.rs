//! Arguments that several commands share.

use clap::Args;

use salta_core::{Position, Variant};

use crate::error::Error;
use crate::load;

/// The version and the commit it was built from.
pub(crate) const VERSION: &str = env!("SALTA_VERSION");

/// Whether all of the program was optimised in full, as `--release` does.
pub(crate) const OPTIMISED: bool = matches!(env!("SALTA_OPT_LEVEL").as_bytes(), b"3");

/// A position of a variant.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Rule variant: a name, or a file (a path with a separator or ending in .toml)
    #[arg(long, value_name = "NAME|FILE", default_value = "buettgenbach-1899")]
    variant: String,
    /// Position line, as in "…/ABCDE w 0"; by default the variant's start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl Place {
    /// Whether a position was given.
    pub(crate) const fn has_position(&self) -> bool {
        self.position.is_some()
    }

    /// Reads the variant and the position.
    pub(crate) fn load(&self) -> Result<(Variant, Position), Error> {
        let variant = load::variant(&self.variant)?;
        let position = match &self.position {
            None => variant.start(),
            Some(line) => {
                variant.parse_position(line).map_err(|error| Error::at("--position", error))?
            }
        };
        Ok((variant, position))
    }
}

/// How hard to look for an exact count.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Budget {
    /// Node budget of the exact count of one side's remaining moves
    #[arg(long = "exact-nodes", aliases = ["nodes", "budget"], value_name = "N",
        default_value_t = DEFAULT_NODES)]
    pub(crate) nodes: u64,
}

/// Nodes for one side's exact count where the user does not say: some eight seconds of one core where
/// they do not suffice, and random scrambles of all fifteen pieces rarely need as many.
pub(crate) const DEFAULT_NODES: u64 = 1_000_000;
