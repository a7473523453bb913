//! Versioned, checksummed files for games and their training targets.
