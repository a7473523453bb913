//! Clipping by the global norm: one norm over all tensors, so that their proportions are kept.

/// The Euclidean norm, summed in order and in double precision.
pub fn norm(values: &[f32]) -> f32 {
    values.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>().sqrt() as f32
}

/// Scales `gradient` down to the norm `most` if its norm is larger; returns the original norm.
pub fn clip(gradient: &mut [f32], most: f32) -> f32 {
    let norm = norm(gradient);
    if norm > most {
        let scale = most / norm;
        gradient.iter_mut().for_each(|value| *value *= scale);
    }
    norm
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_gradients_are_scaled_and_short_ones_kept() {
        let mut long = [3.0, 4.0];
        assert_eq!(clip(&mut long, 1.0), 5.0);
        assert!((norm(&long) - 1.0).abs() < 1e-6);
        let mut short = [0.3, 0.4];
        clip(&mut short, 1.0);
        assert_eq!(short, [0.3, 0.4]);
    }
}
