//! Configs, run directories, resume, metrics, and the loop that ties self-play, training and evaluation.
