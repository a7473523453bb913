//! Players, pairings, matches and ratings with intervals.
