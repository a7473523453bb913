//! The two classes that refer to each other; their methods are in [`crate::variant`] and
//! [`crate::position`].

use std::sync::Arc;

use pyo3::prelude::*;

/// A rule variant, ready to play.
///
/// `Variant("walker")` is a named one, `Variant("mine.toml")` a file;
/// `Variant.from_toml(text)` reads the text of one.
#[pyclass(frozen, module = "salta")]
pub(crate) struct Variant {
    pub(crate) rules: Arc<salta_core::Variant>,
}

/// A position of a variant. It is immutable: moves return new ones.
///
/// Player 0 is White, 1 is Black.
#[pyclass(frozen, module = "salta")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) variant: Arc<salta_core::Variant>,
    pub(crate) position: salta_core::Position,
}
