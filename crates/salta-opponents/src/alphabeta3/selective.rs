//! Reductions and pruning.

/// Largest depth at which an evaluation far above the window ends a node.
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// Largest depth at which late turns are pruned.
pub(super) const LATE_DEPTH: i32 = 4;
/// Half the width of the first window around the last iteration's value, in hundredths of a point.
pub(super) const ASPIRATION: i32 = 60;

/// Hundredths of a point by which an evaluation must exceed the window to end a node at this depth.
pub(super) const fn futility_margin(depth: i32) -> i32 {
    120 * depth
}

/// Number of turns that are tried at this depth before the rest is pruned.
pub(super) const fn late_count(depth: i32) -> usize {
    (4 + 2 * depth * depth) as usize
}

/// Plies by which the turn with index `tried` is reduced: about 3/8 · ln(depth) · ln(tried).
pub(super) fn reduction(depth: i32, tried: usize) -> i32 {
    let log = |n: u32| (n * n * n).ilog2();
    if depth < 3 || tried < 6 {
        return 0;
    }
    let product = log((depth as u32).min(100)) * log((tried as u32).min(100));
    (product / 50 + 1) as i32
}
