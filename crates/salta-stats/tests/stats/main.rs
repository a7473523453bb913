//! Intervals, the sequential test and ratings: whether they hold what they promise on simulated
//! players, and against another implementation.

mod choix;
mod coverage;
mod rating_coverage;
mod simulated;
mod sprt_errors;
