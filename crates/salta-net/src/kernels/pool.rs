//! Mean and maximum over the squares of each position, and their gradients.

use crate::SQUARES;

/// Mean and maximum over the squares: `[50, P, width]` to `[2, P, width]`.
#[inline(always)]
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

/// Adds the gradient of `squares` `[50, P, width]` to `gradient`, from that of mean and maximum,
/// `pooled_gradient` `[2, P, width]`. Of equal maxima the first square has the gradient.
pub(crate) fn unpool(
    squares: &[f32],
    pooled: &[f32],
    pooled_gradient: &[f32],
    gradient: &mut [f32],
) {
    let each = pooled.len() / 2;
    let (mean, most) = pooled_gradient.split_at(each);
    let mut left = most.to_vec();
    for (row, gradient) in squares.chunks_exact(each).zip(gradient.chunks_exact_mut(each)) {
        for at in 0..each {
            let first = row[at] == pooled[each + at];
            let most = if first { left[at] } else { 0.0 };
            gradient[at] += mean[at] / SQUARES as f32 + most;
            left[at] -= most;
        }
    }
}
