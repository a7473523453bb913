//! Muon (Jordan et al. 2024): orthogonalised momentum steps for the matrices of the blocks. They
//! are scaled as in Liu et al. 2025 ("Muon is scalable for LLM training", §2.2), so that AdamW's
//! learning rate and weight decay fit.

use ndarray::{Array2, ArrayView2};

/// Decay of the momentum.
const MOMENTUM: f32 = 0.95;
/// Root mean square of a step's elements, in units of the learning rate; typical of AdamW too.
const STEP: f32 = 0.2;
/// Coefficients of the Newton-Schulz iteration as Jordan chose them: singular values quickly end up
/// near 1.
const QUINTIC: [f32; 3] = [3.4445, -4.775, 2.0315];
const ITERATIONS: usize = 5;

/// Updates `momentum` with `gradient` and returns the step for a matrix of `rows` rows, in units of
/// the learning rate.
pub(crate) fn step(momentum: &mut [f32], gradient: &[f32], rows: usize) -> Vec<f32> {
    let mut update = Vec::with_capacity(gradient.len());
    for (kept, new) in momentum.iter_mut().zip(gradient) {
        *kept = MOMENTUM * *kept + new;
        update.push(new + MOMENTUM * *kept); // Nesterov momentum
    }
    let columns = update.len() / rows;
    let update = Array2::from_shape_vec((rows, columns), update).expect("rows of equal length");
    let scale = STEP * (rows.max(columns) as f32).sqrt();
    (orthogonal(update) * scale).into_raw_vec_and_offset().0
}

/// The nearest matrix with singular values of about 1 (0.7 to 1.2); zero stays zero.
fn orthogonal(matrix: Array2<f32>) -> Array2<f32> {
    let norm = matrix.iter().map(|x| x * x).sum::<f32>().sqrt();
    let mut x = matrix / norm.max(1e-7);
    let wide = x.ncols() > x.nrows();
    for _ in 0..ITERATIONS {
        let [a, b, c] = QUINTIC;
        // The smaller of the two products of `x` and its transpose.
        let square = if wide { x.dot(&x.t()) } else { x.t().dot(&x) };
        let polynomial = &square * b + square.dot(&square) * c;
        let times = |x: ArrayView2<'_, f32>| {
            if wide { polynomial.dot(&x) } else { x.dot(&polynomial) }
        };
        x = &x * a + times(x.view());
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn singular_values_become_about_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for shape in [(40, 16), (16, 40), (16, 16)] {
            let matrix = Array2::from_shape_simple_fn(shape, || rng.random_range(-1.0..1.0f32));
            let x = orthogonal(matrix);
            let square = if shape.1 > shape.0 { x.dot(&x.t()) } else { x.t().dot(&x) };
            // The mean of the squared singular values; some of those of the square matrix start
            // near 0.
            let mean = square.diag().mean().unwrap();
            assert!((0.6..1.4).contains(&mean), "{shape:?}: {mean}");
            let off = square.indexed_iter().filter(|((i, j), _)| i != j).map(|(_, v)| v.abs());
            assert!(off.fold(0.0, f32::max) < 0.5);
        }
        assert_eq!(orthogonal(Array2::zeros((3, 2))), Array2::<f32>::zeros((3, 2)));
    }

    #[test]
    fn a_step_of_one_row_has_the_direction_of_the_momentum() {
        let mut momentum = vec![0.0, 1.0];
        let step = step(&mut momentum, &[1.0, 0.0], 1);
        assert_eq!(momentum, [1.0, 0.95]);
        let ratio = step[1] / step[0]; // Nesterov momentum: gradient + 0.95 * momentum
        assert!((ratio - 0.95 * 0.95 / 1.95).abs() < 1e-5, "{step:?}");
        let length = step.iter().map(|x| x * x).sum::<f32>().sqrt();
        assert!((length / (STEP * 2f32.sqrt()) - 1.0).abs() < 0.35, "{length}");
    }
}
