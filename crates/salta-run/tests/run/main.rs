//! Tests of the crate's public interface: one program, so that it is linked only once.

mod common;
mod config;
mod elsewhere;
mod export;
mod manifests;
mod matches;
mod players;
mod run_dir;
mod start;
mod tensorboard;
mod train_eval;
mod training;
