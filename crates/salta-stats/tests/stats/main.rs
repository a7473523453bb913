//! Tests intervals, effects, the sequential test and ratings on simulated players and against
//! another implementation.

mod choix;
mod coverage;
mod effects;
mod rating_coverage;
mod simulated;
mod sprt_errors;
