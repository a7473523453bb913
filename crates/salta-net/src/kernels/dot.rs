//! Dot products of bytes, four at a time, with the instructions that this processor has for them.
//! All instructions compute the same exact sums, so the results do not depend on the choice.
//!
//! The only `unsafe` code of this crate: it runs code compiled for special instructions, only after
//! detecting them, as [`salta_core::isa`] does.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use salta_core::isa::Isa;

use super::arch::TILES;

/// Number of sums computed at once.
pub(crate) const LANES: usize = 16;
/// Number of input bytes that each sum takes at once.
pub(crate) const DEPTH: usize = 4;
/// The largest input byte: the sum of two products with weights fits in 16 bits, as AVX2 requires.
pub(crate) const MOST: u8 = 127;
/// Weights for [`LANES`] sums, [`DEPTH`] for each.
pub(crate) type Weights = [i8; LANES * DEPTH];

/// Dot products with one set of instructions.
pub(crate) trait DotProducts: Copy {
    /// [`LANES`] sums.
    type Sums: Copy;

    fn zeros(self) -> Self::Sums;

    /// Adds to each sum the dot product of four inputs, each at most [`MOST`], with its four
    /// weights.
    fn add(self, sums: Self::Sums, inputs: [u8; DEPTH], weights: &Weights) -> Self::Sums;

    fn read(self, sums: Self::Sums) -> [i32; LANES];
}

/// Code to run with a set of instructions; `#[inline(always)]` down to its inner loops.
pub(crate) trait Task {
    fn run(self, dot: impl DotProducts);
}

/// A set of instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instructions(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    AvxVnni,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(target_arch = "aarch64")]
    NeonDot,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Instructions {
    /// All sets that this processor has, the fastest last.
    pub(crate) fn available() -> Vec<Instructions> {
        let mut kinds = vec![Kind::Portable];
        #[cfg(target_arch = "x86_64")]
        kinds.extend(x86::available());
        #[cfg(target_arch = "aarch64")]
        kinds.extend(neon::available());
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        kinds.push(Kind::Simd128);
        kinds.into_iter().map(Instructions).collect()
    }

    /// The fastest set, or, if [`Isa::choose`] was given an instruction set, the fastest within it.
    pub(crate) fn best() -> Instructions {
        static BEST: OnceLock<Instructions> = OnceLock::new();
        *BEST.get_or_init(|| {
            Instructions::fastest(Instructions::available(), Isa::chosen().map(Isa::name))
        })
    }

    fn fastest(available: Vec<Instructions>, within: Option<&str>) -> Instructions {
        let is_within = |with: &Instructions| match within {
            Some("portable") => with.0 == Kind::Portable,
            #[cfg(target_arch = "x86_64")]
            Some("avx2") => matches!(with.0, Kind::Portable | Kind::Avx2),
            _ => true,
        };
        let fastest = available.into_iter().rfind(is_within);
        fastest.expect("the portable ones are always there")
    }

    /// Numbers of positions processed at once, largest first.
    pub(crate) fn tile_sizes(self) -> &'static [usize] {
        TILES[usize::from(!self.are_wide())]
    }

    /// Whether they have 32 registers of [`LANES`] sums.
    pub(crate) fn are_wide(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return self.0 == Kind::Avx512Vnni;
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    #[inline(always)]
    pub(crate) fn run(self, task: impl Task) {
        match self.0 {
            Kind::Portable => task.run(Portable),
            // SAFETY: these values are created only after the instructions have been detected.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::avx2(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::AvxVnni => unsafe { x86::avx_vnni(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx512Vnni => unsafe { x86::avx512_vnni(task) },
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => task.run(neon::Quarters(neon::Neon)),
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Kind::NeonDot => unsafe { neon::dot(task) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => task.run(wasm::Simd128),
        }
    }
}

/// Plain loops.
#[derive(Clone, Copy)]
struct Portable;

impl DotProducts for Portable {
    type Sums = [i32; LANES];

    #[inline(always)]
    fn zeros(self) -> Self::Sums {
        [0; LANES]
    }

    #[inline(always)]
    fn add(self, mut sums: Self::Sums, inputs: [u8; DEPTH], weights: &Weights) -> Self::Sums {
        let inputs = inputs.map(i32::from);
        for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<DEPTH>().0) {
            for (input, weight) in inputs.into_iter().zip(weights) {
                *sum += input * i32::from(*weight);
            }
        }
        sums
    }

    #[inline(always)]
    fn read(self, sums: Self::Sums) -> [i32; LANES] {
        sums
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    use super::{DEPTH, DotProducts, Kind, LANES, Task, Weights};

    pub(super) fn available() -> Vec<Kind> {
        let mut kinds = Vec::new();
        if is_x86_feature_detected!("avx2") {
            kinds.push(Kind::Avx2);
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni") {
            kinds.push(Kind::AvxVnni);
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni")
        {
            kinds.push(Kind::Avx512Vnni);
        }
        kinds
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2(task: impl Task) {
        task.run(Halves(Avx2));
    }

    #[target_feature(enable = "avx2,avxvnni")]
    pub(super) fn avx_vnni(task: impl Task) {
        task.run(Halves(AvxVnni));
    }

    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    pub(super) fn avx512_vnni(task: impl Task) {
        task.run(Avx512Vnni);
    }

    /// Created, like the types below, only in code that runs with its instructions available.
    #[derive(Clone, Copy)]
    struct Avx512Vnni;

    impl DotProducts for Avx512Vnni {
        type Sums = __m512i;

        #[inline(always)]
        fn zeros(self) -> __m512i {
            // SAFETY: the instructions are available, as in all methods below.
            unsafe { _mm512_setzero_si512() }
        }

        #[inline(always)]
        fn add(self, sums: __m512i, inputs: [u8; DEPTH], weights: &Weights) -> __m512i {
            // SAFETY: as above, and both types are 64 bytes of plain data.
            unsafe {
                let inputs = _mm512_set1_epi32(i32::from_le_bytes(inputs));
                _mm512_dpbusd_epi32(sums, inputs, transmute::<Weights, __m512i>(*weights))
            }
        }

        #[inline(always)]
        fn read(self, sums: __m512i) -> [i32; LANES] {
            // SAFETY: both are 64 bytes of plain data.
            unsafe { transmute::<__m512i, [i32; LANES]>(sums) }
        }
    }

    /// Dot products of eight sums at a time.
    trait Half: Copy {
        fn add(self, sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i;
    }

    /// All sums, in two halves.
    #[derive(Clone, Copy)]
    struct Halves<H>(H);

    impl<H: Half> DotProducts for Halves<H> {
        type Sums = [__m256i; 2];

        #[inline(always)]
        fn zeros(self) -> Self::Sums {
            // SAFETY: the instructions are available.
            unsafe { [_mm256_setzero_si256(); 2] }
        }

        #[inline(always)]
        fn add(self, [a, b]: Self::Sums, inputs: [u8; DEPTH], weights: &Weights) -> Self::Sums {
            // SAFETY: the instructions are available, and both types are 64 bytes of plain data.
            let (inputs, [low, high]) = unsafe {
                let inputs = _mm256_set1_epi32(i32::from_le_bytes(inputs));
                (inputs, transmute::<Weights, [__m256i; 2]>(*weights))
            };
            [self.0.add(a, inputs, low), self.0.add(b, inputs, high)]
        }

        #[inline(always)]
        fn read(self, sums: Self::Sums) -> [i32; LANES] {
            // SAFETY: both are 64 bytes of plain data.
            unsafe { transmute::<Self::Sums, [i32; LANES]>(sums) }
        }
    }

    #[derive(Clone, Copy)]
    struct Avx2;

    impl Half for Avx2 {
        #[inline(always)]
        fn add(self, sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
            // SAFETY: the instructions are available.
            unsafe {
                let pairs = _mm256_maddubs_epi16(inputs, weights);
                _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
            }
        }
    }

    #[derive(Clone, Copy)]
    struct AvxVnni;

    impl Half for AvxVnni {
        #[inline(always)]
        fn add(self, sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
            // SAFETY: the instructions are available.
            unsafe { _mm256_dpbusd_avx_epi32(sums, inputs, weights) }
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;
    use std::arch::{asm, is_aarch64_feature_detected};
    use std::mem::transmute;

    use super::{DEPTH, DotProducts, Kind, LANES, Task, Weights};

    pub(super) fn available() -> Vec<Kind> {
        let dot = is_aarch64_feature_detected!("dotprod").then_some(Kind::NeonDot);
        [Kind::Neon].into_iter().chain(dot).collect()
    }

    #[target_feature(enable = "neon,dotprod")]
    pub(super) fn dot(task: impl Task) {
        task.run(Quarters(Dot));
    }

    /// Dot products of four sums at a time.
    pub(super) trait Quarter: Copy {
        fn add(self, sums: int32x4_t, inputs: int8x16_t, weights: int8x16_t) -> int32x4_t;
    }

    /// All sums, in four quarters.
    #[derive(Clone, Copy)]
    pub(super) struct Quarters<Q>(pub(super) Q);

    impl<Q: Quarter> DotProducts for Quarters<Q> {
        type Sums = [int32x4_t; 4];

        #[inline(always)]
        fn zeros(self) -> Self::Sums {
            // SAFETY: every aarch64 processor has these instructions; the same applies below.
            unsafe { [vdupq_n_s32(0); 4] }
        }

        #[inline(always)]
        fn add(self, mut sums: Self::Sums, inputs: [u8; DEPTH], weights: &Weights) -> Self::Sums {
            // SAFETY: both are 64 bytes of plain data; inputs are at most 127, so they fit signed
            // bytes.
            let (inputs, weights) = unsafe {
                let inputs = vreinterpretq_s8_u32(vdupq_n_u32(u32::from_le_bytes(inputs)));
                (inputs, transmute::<Weights, [int8x16_t; 4]>(*weights))
            };
            for (sums, weights) in sums.iter_mut().zip(weights) {
                *sums = self.0.add(*sums, inputs, weights);
            }
            sums
        }

        #[inline(always)]
        fn read(self, sums: Self::Sums) -> [i32; LANES] {
            // SAFETY: both are 64 bytes of plain data.
            unsafe { transmute::<[int32x4_t; 4], [i32; LANES]>(sums) }
        }
    }

    /// Available on every aarch64 processor.
    #[derive(Clone, Copy)]
    pub(super) struct Neon;

    impl Quarter for Neon {
        #[inline(always)]
        fn add(self, sums: int32x4_t, inputs: int8x16_t, weights: int8x16_t) -> int32x4_t {
            // SAFETY: the instructions are available.
            unsafe {
                let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
                let high = vmull_high_s8(inputs, weights);
                vpadalq_s16(sums, vpaddq_s16(low, high))
            }
        }
    }

    /// Created only in code that runs with the dot product of bytes available.
    #[derive(Clone, Copy)]
    struct Dot;

    impl Quarter for Dot {
        /// `vdotq_s32`, which stable Rust does not have yet.
        #[inline(always)]
        fn add(self, mut sums: int32x4_t, inputs: int8x16_t, weights: int8x16_t) -> int32x4_t {
            // SAFETY: the instruction is available, and changes nothing but the sums.
            unsafe {
                asm!(
                    "sdot {sums:v}.4s, {inputs:v}.16b, {weights:v}.16b",
                    sums = inout(vreg) sums,
                    inputs = in(vreg) inputs,
                    weights = in(vreg) weights,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            sums
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use std::arch::wasm32::*;
    use std::mem::transmute;

    use super::{DEPTH, DotProducts, LANES, Weights};

    /// Available wherever a module compiled for it runs.
    #[derive(Clone, Copy)]
    pub(super) struct Simd128;

    impl DotProducts for Simd128 {
        /// Each sum in two parts, next to each other.
        type Sums = [v128; 8];

        #[inline(always)]
        fn zeros(self) -> Self::Sums {
            [i32x4_splat(0); 8]
        }

        #[inline(always)]
        fn add(self, mut sums: Self::Sums, inputs: [u8; DEPTH], weights: &Weights) -> Self::Sums {
            // SAFETY: both are 64 bytes of plain data.
            let weights = unsafe { transmute::<Weights, [v128; 4]>(*weights) };
            let inputs = i16x8_extend_low_u8x16(u32x4_splat(u32::from_le_bytes(inputs)));
            for (sums, weights) in sums.as_chunks_mut::<2>().0.iter_mut().zip(weights) {
                let [low, high] = sums;
                *low = i32x4_add(*low, i32x4_dot_i16x8(inputs, i16x8_extend_low_i8x16(weights)));
                *high = i32x4_add(*high, i32x4_dot_i16x8(inputs, i16x8_extend_high_i8x16(weights)));
            }
            sums
        }

        #[inline(always)]
        fn read(self, sums: Self::Sums) -> [i32; LANES] {
            let whole = |[a, b]: [v128; 2]| {
                i32x4_add(i32x4_shuffle::<0, 2, 4, 6>(a, b), i32x4_shuffle::<1, 3, 5, 7>(a, b))
            };
            let [a, b, c, d, e, f, g, h] = sums;
            // SAFETY: both are 64 bytes of plain data.
            unsafe {
                transmute::<[v128; 4], [i32; LANES]>([[a, b], [c, d], [e, f], [g, h]].map(whole))
            }
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_within_the_chosen_instruction_set() {
        use Kind::{Avx2, Avx512Vnni, AvxVnni, Portable};

        let all = [Portable, Avx2, AvxVnni, Avx512Vnni];
        let fastest = |count: usize, within| {
            Instructions::fastest(all[..count].iter().copied().map(Instructions).collect(), within)
                .0
        };
        assert_eq!([1, 2, 3, 4].map(|count| fastest(count, None)), all);
        assert_eq!(fastest(4, Some("avx512")), Avx512Vnni);
        assert_eq!((fastest(4, Some("avx2")), fastest(4, Some("portable"))), (Avx2, Portable));
    }
}
