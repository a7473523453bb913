//! Gumbel MCTS over a small Game trait, and alpha-beta: pure values, no threads, no network.
