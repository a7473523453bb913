//! Exponentials and logarithms that give the same bits on every processor and operating system,
//! which the platform's math library does not guarantee. PUCT's Dirichlet noise alone is sampled
//! with that of the platform.

/// e to the power of `x`, within two units in the last place; 0 below -87. Plain arithmetic without
/// branches, so that loops over it vectorise.
///
/// The polynomial is that of Cephes' `expf`.
///
/// ```
/// use salta_search::math::exp;
///
/// assert_eq!((exp(0.0), exp(f32::NEG_INFINITY)), (1.0, 0.0));
/// assert!((exp(1.0) - std::f32::consts::E).abs() < 3e-7);
/// ```
#[inline]
pub fn exp(x: f32) -> f32 {
    /// 1.5 * 2^23: adding it rounds a number to an integer and leaves that integer in the low bits.
    const WHOLE: f32 = 12_582_912.0;
    /// ln 2 in two parts: leading bits, few enough for exact products, and the remainder.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    const POLYNOMIAL: [f32; 6] =
        [1.987_569_1e-4, 1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5];
    let within = if x > 89.0 { 89.0 } else { x };
    let rounded = within * std::f32::consts::LOG2_E + WHOLE;
    let power = rounded - WHOLE;
    let rest = within - power * LN_2[0] - power * LN_2[1];
    let mut sum = POLYNOMIAL[0];
    for coefficient in &POLYNOMIAL[1..] {
        sum = sum * rest + coefficient;
    }
    let fraction = sum * (rest * rest) + rest + 1.0;
    // Two factors, since the largest power, 2^128, is not representable in an `f32`.
    let two_to = |power: i32| f32::from_bits((power.wrapping_add(127) << 23) as u32);
    let power = rounded.to_bits().wrapping_sub(WHOLE.to_bits()) as i32;
    let value = fraction * two_to(power >> 1) * two_to(power - (power >> 1));
    if x < -87.0 { 0.0 } else { value }
}

/// Replaces each value by its [`exp`].
///
/// ```
/// let mut values = [0.0, f32::NEG_INFINITY];
/// salta_search::math::exp_each(&mut values);
/// assert_eq!(values, [1.0, 0.0]);
/// ```
#[inline]
pub fn exp_each(values: &mut [f32]) {
    let (fours, rest) = values.as_chunks_mut::<4>();
    // An inner loop of constant length is vectorised regardless of the length of the slice.
    for four in fours {
        for value in four {
            *value = exp(*value);
        }
    }
    for value in rest {
        *value = exp(*value);
    }
}

/// The natural logarithm of a positive number.
pub fn ln(x: f32) -> f32 {
    libm::logf(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_within_two_units_in_the_last_place() {
        let mut worst = 0.0_f64;
        for step in -870_000..=880_000 {
            let x = step as f32 / 10_000.0;
            let (found, expected) = (f64::from(exp(x)), f64::from(x).exp());
            worst = worst.max((found - expected).abs() / (expected * f64::from(f32::EPSILON)));
        }
        assert!(worst < 2.0, "{worst}");
    }

    #[test]
    fn exp_of_many_is_exp_of_each() {
        for count in 0..10 {
            let mut values: Vec<f32> = (0..count).map(|i| i as f32 * -9.7).collect();
            let expected: Vec<f32> = values.iter().map(|&x| exp(x)).collect();
            exp_each(&mut values);
            assert_eq!(values, expected);
        }
    }

    #[test]
    fn exp_at_the_ends_and_of_what_is_no_number() {
        assert_eq!((exp(-0.0), exp(-88.0), exp(f32::MIN)), (1.0, 0.0, 0.0));
        assert_eq!((exp(89.0), exp(f32::INFINITY)), (f32::INFINITY, f32::INFINITY));
        assert!(exp(f32::NAN).is_nan());
    }
}
