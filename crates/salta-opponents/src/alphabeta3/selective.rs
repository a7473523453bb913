//! What is reduced and what is left out.

/// Depth up to which an evaluation far above the window ends a node.
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// Depth up to which late turns are left out.
pub(super) const LATE_DEPTH: i32 = 4;
/// Half the first window around the last iteration's value, in hundredths of a point.
pub(super) const ASPIRATION: i32 = 60;

/// Hundredths of a point that an evaluation must be above the window at this depth.
pub(super) const fn futility_margin(depth: i32) -> i32 {
    120 * depth
}

/// Turns that are tried at this depth before the rest is left out.
pub(super) const fn late_count(depth: i32) -> usize {
    (4 + 2 * depth * depth) as usize
}

/// Plies by which the turn of this number, from 0, is reduced: about 3/8 · ln(depth) · ln(number).
pub(super) fn reduction(depth: i32, tried: usize) -> i32 {
    let log = |n: u32| (n * n * n).ilog2();
    if depth < 3 || tried < 6 {
        return 0;
    }
    let product = log((depth as u32).min(100)) * log((tried as u32).min(100));
    (product / 50 + 1) as i32
}
