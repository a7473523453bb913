//! Checkpoints embedded in the program: those in `data/checkpoints`, by the names of their folders.

use std::path::Path;

/// An embedded checkpoint.
pub(crate) struct Shipped {
    name: &'static str,
    /// Its `checkpoint.json`.
    pub(crate) description: &'static str,
    network: &'static [u8],
}

impl Shipped {
    /// The files that players load: names and contents.
    pub(crate) fn files(&self) -> [(&'static str, &'static [u8]); 2] {
        [("checkpoint.json", self.description.as_bytes()), ("ema.safetensors", self.network)]
    }
}

const SHIPPED: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The names of the embedded checkpoints.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.name)
}

/// The files that players load from the embedded checkpoint of this name: `checkpoint.json`, then
/// the weights.
pub fn shipped_files(name: &str) -> Option<[(&'static str, &'static [u8]); 2]> {
    shipped(Path::new(name)).map(Shipped::files)
}

/// The embedded checkpoint that a path names, which must be a plain name. For a folder of the same
/// name, write `./name`.
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
