//! The crate as its users see it: one program, so that it is linked once.

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
