//! Sampling moves with a temperature, for variety in openings.

use rand::{Rng, RngExt};

/// Draws an action with probability proportional to `policy^(1/temperature)`: 1 samples from the
/// policy itself, and lower temperatures favour the best action. At 0 the best action is taken (the
/// first on ties) and nothing is drawn from the generator. `actions`, `policy`: shape `[legal]`.
///
/// AlphaZero (Silver et al. 2018, "Self-play") draws from visit counts this way; with the few
/// visits of a Gumbel search the improved policy is the smoother choice.
///
/// # Examples
///
/// ```
/// use rand::{SeedableRng, rngs::SmallRng};
/// use salta_search::sample_action;
///
/// let mut rng = SmallRng::seed_from_u64(1);
/// let (actions, policy) = ([4, 9], [0.25, 0.75]);
/// assert_eq!(sample_action(&actions, &policy, 0.0, &mut rng), 9); // the best one
/// assert!(actions.contains(&sample_action(&actions, &policy, 1.0, &mut rng)));
/// ```
///
/// # Panics
/// If there is no action, the lengths differ, or the temperature is negative or not finite.
pub fn sample_action<R: Rng + ?Sized>(
    actions: &[u16],
    policy: &[f32],
    temperature: f32,
    rng: &mut R,
) -> u16 {
    assert!(!actions.is_empty() && actions.len() == policy.len(), "one probability per action");
    let is_valid = temperature >= 0.0 && temperature.is_finite();
    assert!(is_valid, "a temperature is finite and not negative, got {temperature}");
    let best = policy.iter().copied().fold(0.0, f32::max);
    if temperature == 0.0 {
        return actions[policy.iter().position(|p| *p == best).unwrap_or(0)];
    }
    let weights: Vec<f32> =
        policy.iter().map(|p| libm::powf(p / best, temperature.recip())).collect();
    let target = rng.random::<f32>() * weights.iter().sum::<f32>();
    actions[index_at(&weights, target)]
}

/// The temperature after `turns` turns, when it halves every `half_life` turns; a half-life of 0
/// keeps it constant (as in Wu 2019, "Accelerating self-play learning in Go", Appendix D).
///
/// # Examples
///
/// ```
/// use salta_search::decayed_temperature;
///
/// assert_eq!(decayed_temperature(0.8, 10.0, 20), 0.2);
/// assert_eq!(decayed_temperature(0.8, 0.0, 20), 0.8);
/// ```
pub fn decayed_temperature(temperature: f32, half_life: f32, turns: u32) -> f32 {
    if half_life == 0.0 {
        temperature
    } else {
        temperature * libm::exp2f(-(turns as f32) / half_life)
    }
}

/// Returns the first index at which the running sum exceeds `target`. If rounding keeps the sum
/// from exceeding it, returns the last action with positive weight.
fn index_at(weights: &[f32], target: f32) -> usize {
    let mut sum = 0.0;
    let reached = weights.iter().position(|weight| {
        sum += weight;
        sum > target
    });
    reached.or_else(|| weights.iter().rposition(|w| *w > 0.0)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn share_of_five(temperature: f32) -> f32 {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let draws = 20_000;
        let drawn = (0..draws)
            .filter(|_| sample_action(&[2, 5, 9], &[0.25, 0.75, 0.0], temperature, &mut rng) == 5);
        drawn.count() as f32 / draws as f32
    }

    #[test]
    fn temperature_sharpens_and_flattens() {
        assert_eq!(share_of_five(0.0), 1.0);
        assert!((share_of_five(1.0) - 0.75).abs() < 0.01);
        assert!((share_of_five(0.5) - 0.9).abs() < 0.01);
        assert!((share_of_five(1e6) - 0.5).abs() < 0.01);
        assert!(share_of_five(1e-3) > 0.999);
    }

    #[test]
    fn an_action_without_probability_is_never_drawn() {
        assert_eq!(index_at(&[0.0, 1.0, 0.0], 0.0), 1);
        assert_eq!(index_at(&[0.0, 1.0, 0.0], 1.0), 1);
    }
}
