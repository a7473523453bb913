//! The rules of Salta: squares, rule records, positions, moves, exact points, notation, perft.
