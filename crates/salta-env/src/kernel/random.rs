//! The generators of the games: xoshiro256++, whose steps vectorise.

use rand::Rng;

/// xoshiro256++ 1.0 (Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021,
/// fig. 4).
#[derive(Clone, Debug)]
pub(crate) struct Xoshiro(pub(crate) [u64; 4]);

impl Xoshiro {
    /// A state drawn from another generator.
    pub(crate) fn seeded(key: &mut impl Rng) -> Xoshiro {
        Xoshiro(std::array::from_fn(|_| key.next_u64()))
    }

    /// The next 64 bits.
    #[inline(always)]
    pub(crate) const fn next(&mut self) -> u64 {
        let [s0, s1, s2, s3] = self.0;
        let drawn = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
        let (t2, t3) = (s2 ^ s0, s3 ^ s1);
        self.0 = [s0 ^ t3, s1 ^ t2, t2 ^ (s1 << 17), t3.rotate_left(45)];
        drawn
    }

    /// A number below `n`, from the high half of one draw (Lemire 2019, without the rejection: the
    /// bias is below n / 2³²).
    #[inline(always)]
    pub(crate) const fn below(&mut self, n: u64) -> u64 {
        ((self.next() >> 32) * n) >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_are_those_of_the_reference() {
        // rand_xoshiro 0.6, test of Xoshiro256PlusPlus: from the authors' C code with this state.
        let mut random = Xoshiro([1, 2, 3, 4]);
        let drawn: Vec<u64> = (0..4).map(|_| random.next()).collect();
        let expected = [41943041, 58720359, 3588806011781223, 3591011842654386];
        assert_eq!(drawn, expected);
    }
}
