//! The vector instructions that the network uses, and the sizes that depend on them.

use pulp::{Arch, Simd, WithSimd};
use salta_core::isa::Isa;

/// Maximum number of vectors in a panel, with 32 registers and with 16.
const MOST_VECTORS: [usize; 2] = [3, 2];
/// Numbers of positions processed at once, largest first, with 32 registers and with 16.
pub(crate) const TILES: [&[usize]; 2] = [&[8, 4, 2, 1], &[4, 2, 1]];

/// The widest vectors that this processor has, or those of the instruction set that
/// [`Isa::choose`] was given.
pub(crate) fn arch() -> Arch {
    match Isa::chosen().map(Isa::name) {
        None | Some("avx512") => Arch::new(),
        #[cfg(target_arch = "x86_64")]
        Some("avx2") => pulp::x86::V3::try_new().map_or(Arch::Scalar, Arch::V3),
        _ => Arch::Scalar,
    }
}

/// The instruction set that f32 networks compute with, on which their exact results depend:
/// `portable`, `avx2`, `avx512` or `neon`. It may be wider than [`Isa::best`], which needs more of
/// AVX-512 for the rules.
pub fn instruction_set() -> &'static str {
    match arch() {
        Arch::Scalar => "portable",
        #[cfg(target_arch = "x86_64")]
        Arch::V3(_) => "avx2",
        #[cfg(target_arch = "x86_64")]
        Arch::V4(_) => "avx512",
        #[cfg(target_arch = "aarch64")]
        Arch::Neon(_) => "neon",
        #[allow(unreachable_patterns)]
        _ => "other",
    }
}

/// Floats in a vector.
pub(crate) fn lanes(arch: Arch) -> usize {
    struct Lanes;

    impl WithSimd for Lanes {
        type Output = usize;

        #[inline(always)]
        fn with_simd<S: Simd>(self, _: S) -> usize {
            S::F32_LANES
        }
    }

    arch.dispatch(Lanes)
}

/// Index of this processor into arrays by number of registers: processors with vectors of at least
/// 16 floats have 32 of them.
fn registers(arch: Arch) -> usize {
    usize::from(lanes(arch) < 16)
}

/// The largest number of vectors per panel that divides `all` vectors into whole panels.
pub(crate) fn vectors(arch: Arch, all: usize) -> usize {
    let most = MOST_VECTORS[registers(arch)];
    (1..=most).rev().find(|vectors| all.is_multiple_of(*vectors)).expect("1 always does")
}

/// Numbers of positions processed at once, largest first.
pub(crate) fn tile_sizes(arch: Arch) -> &'static [usize] {
    TILES[registers(arch)]
}

/// The tiles of this many positions: the first position and the size of each.
pub(crate) fn tiles(sizes: &[usize], positions: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let count = sizes.iter().copied().find(|size| *size <= positions - first)?;
        first += count;
        Some((first - count, count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instruction_set_has_its_name() {
        let by_lanes = match lanes(arch()) {
            1 => "portable",
            4 => "neon",
            8 => "avx2",
            _ => "avx512",
        };
        assert_eq!(instruction_set(), by_lanes);
    }
}
