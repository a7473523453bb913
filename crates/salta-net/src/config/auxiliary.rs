//! The auxiliary heads that a network has.

use serde::{Deserialize, Serialize};

use super::error::{ConfigError, ensure};
use crate::terms::LOSSES;

/// The heads that `true` selects. Fixed, because checkpoints contain `true` too: new heads are not
/// added here.
const ALL: [&str; 3] = ["reply", "home", "short_term_value"];

/// Auxiliary heads in settings: `true`, `false`, or a list of their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected true, false or a list of auxiliary heads")]
pub enum AuxiliaryHeads {
    /// `reply`, `home` and `short_term_value`, or none.
    All(bool),
    /// The heads with these names.
    Named(Vec<String>),
}

impl Default for AuxiliaryHeads {
    fn default() -> Self {
        AuxiliaryHeads::All(false)
    }
}

impl AuxiliaryHeads {
    pub(crate) fn contain(&self, name: &str) -> bool {
        match self {
            AuxiliaryHeads::All(all) => *all && ALL.contains(&name),
            AuxiliaryHeads::Named(names) => names.iter().any(|known| known == name),
        }
    }

    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        let AuxiliaryHeads::Named(names) = self else { return Ok(()) };
        let heads = LOSSES.iter().filter(|term| term.auxiliary).map(|term| term.name);
        let heads: Vec<&str> = heads.collect();
        let why = format!("the auxiliary heads are {}, each at most once", heads.join(", "));
        names.iter().enumerate().try_for_each(|(at, name)| {
            let good = heads.contains(&name.as_str()) && !names[..at].contains(name);
            ensure(good, "auxiliary", format!("{name:?}"), &why)
        })
    }
}
