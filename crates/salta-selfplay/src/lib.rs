//! Self-play on rayon: many games at once, one batch per network call; records out.
