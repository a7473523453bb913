//! Compares tables with slower ways to compute the same values.

mod common;
mod files;
mod kept;
mod minimax;
#[path = "../../../salta-core/tests/random_rules/rules.rs"]
#[allow(dead_code, unreachable_pub)]
mod records;
mod symmetry;
#[path = "../../../salta-core/tests/twin/mod.rs"]
mod twin;
mod value_iteration;
