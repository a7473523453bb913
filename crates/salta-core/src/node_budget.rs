//! The limit of a search for an exact count.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Nodes that the search for an exact count may visit for each side before it returns bounds.
/// Configs call it `exact_nodes`.
///
/// Nodes, not time, so that results do not depend on the machine.
///
/// ```
/// use salta_core::{NodeBudget, Variant};
///
/// let variant = Variant::named("buettgenbach-1899").unwrap();
/// let position = variant.parse_position("5/5/5/A4/5/4a/5/5/5/5 w 0")?;
/// // White needs one step, Black two.
/// assert_eq!(variant.margin(&position, NodeBudget(1000)).exact(), Some(1));
/// // A number converts to a budget.
/// assert_eq!(variant.margin(&position, 1000).exact(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeBudget(pub u64);

impl From<u64> for NodeBudget {
    fn from(nodes: u64) -> NodeBudget {
        NodeBudget(nodes)
    }
}

impl fmt::Display for NodeBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
