//! The rule texts by name: the files of `configs/variants/`, built in through a symbolic link to
//! that folder, so that the packaged crate contains them.

use thiserror::Error;

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        /// Names of the built-in variants, in the order of docs/rules.md, "Fields of the rules".
        pub const NAMED: &[&str] = &[$($name),*];

        /// The variant file with this name, as text.
        pub(crate) fn named_text(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(include_str!(concat!("../../variants/", $name, ".toml"))),)*
                _ => None,
            }
        }
    };
}

/// No built-in variant has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no variant is named `{0}` (named variants: {list})", list = NAMED.join(", "))]
pub struct UnknownVariant(pub(crate) String);

built_in!(
    "buettgenbach-1899",
    "buettgenbach-1899-free",
    "meyers-1908",
    "checkerboard",
    "nestor",
    "nestor-1901",
    "walker",
    "walker-9i",
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{named, parse};

    #[test]
    fn every_file_parses_and_has_its_name() {
        for name in NAMED {
            let rules = parse(named_text(name).unwrap()).unwrap();
            assert_eq!(rules.name, *name);
            // Shard headers and hashes contain this text, so defaults must not be written.
            let text = rules.to_toml();
            assert!(!text.contains("board =") && !text.contains("ranks ="), "{text}");
            assert_eq!(parse(&text), Ok(rules));
        }
        assert!(named("nobody").is_none());
    }
}
