//! Checkpoints that are part of the program: those of `data/checkpoints`, by their folders' names.

use std::path::Path;

/// A checkpoint within the program.
pub(crate) struct Shipped {
    name: &'static str,
    /// Its `checkpoint.json`.
    pub(crate) description: &'static str,
    network: &'static [u8],
}

impl Shipped {
    /// Its files for players: name and contents.
    pub(crate) fn files(&self) -> [(&'static str, &'static [u8]); 2] {
        [("checkpoint.json", self.description.as_bytes()), ("ema.safetensors", self.network)]
    }
}

const SHIPPED: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The names of the checkpoints that are part of the program.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.name)
}

/// The shipped checkpoint that a path stands for: a plain name. A folder of the same name is
/// written `./name`.
pub(crate) fn shipped(path: &Path) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| path.as_os_str() == shipped.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickstart_is_shipped_under_its_plain_name_alone() {
        assert!(shipped_names().any(|name| name == "quickstart"));
        assert!(shipped(Path::new("quickstart")).is_some());
        assert!(shipped(Path::new("./quickstart")).is_none());
    }
}
