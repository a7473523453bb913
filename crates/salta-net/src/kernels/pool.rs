//! Mean and maximum over the squares of each position, and their slopes.

use crate::SQUARES;

/// Mean and maximum over the squares: `[50, P, width]` to `[2, P, width]`.
pub(crate) fn pool(squares: &[f32], pooled: &mut [f32]) {
    let (mean, most) = pooled.split_at_mut(pooled.len() / 2);
    mean.copy_from_slice(&squares[..mean.len()]);
    most.copy_from_slice(mean);
    for row in squares.chunks_exact(mean.len()).skip(1) {
        for ((sum, most), value) in mean.iter_mut().zip(most.iter_mut()).zip(row) {
            *sum += value;
            *most = most.max(*value);
        }
    }
    mean.iter_mut().for_each(|sum| *sum /= SQUARES as f32);
}

/// Adds the slopes of `squares` `[50, P, width]` to `slopes`, from those of mean and maximum,
/// `pooled_slopes` `[2, P, width]`. Of equal maxima the first square has the slope.
pub(crate) fn unpool(squares: &[f32], pooled: &[f32], pooled_slopes: &[f32], slopes: &mut [f32]) {
    let each = pooled.len() / 2;
    let (mean, most) = pooled_slopes.split_at(each);
    let mut left = most.to_vec();
    for (row, slopes) in squares.chunks_exact(each).zip(slopes.chunks_exact_mut(each)) {
        for at in 0..each {
            let first = row[at] == pooled[each + at];
            let most = if first { left[at] } else { 0.0 };
            slopes[at] += mean[at] / SQUARES as f32 + most;
            left[at] -= most;
        }
    }
}
