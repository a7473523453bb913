//! Dot products of bytes, four at a time, with the instructions that this processor has for them. All
//! of them take the same exact sums, so which one runs cannot be told from the results.
//!
//! The only `unsafe` code of this crate: it calls code compiled for instructions after they have been
//! detected, as [`salta_core::isa`] does.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use salta_core::isa::Isa;

/// Sums that are taken at once.
pub(crate) const LANES: usize = 16;
/// Bytes that each of them takes at once.
pub(crate) const DEPTH: usize = 4;
/// The largest input: two products of it with a weight fit 16 bits, which AVX2 needs.
pub(crate) const MOST: u8 = 127;
/// Weights for [`LANES`] sums, [`DEPTH`] for each of them.
pub(crate) type Weights = [i8; LANES * DEPTH];

/// The instructions of one processor.
pub(crate) trait DotProducts: Copy {
    /// [`LANES`] sums.
    type Sums: Copy;

    /// Zeros.
    fn zeros(self) -> Self::Sums;

    /// Adds to each sum the product of four inputs, each at most [`MOST`], with its four weights.
    fn add(self, sums: Self::Sums, inputs: [u8; DEPTH], weights: &Weights) -> Self::Sums;

    /// The sums.
    fn read(self, sums: Self::Sums) -> [i32; LANES];
}

/// Code to run with the instructions of a processor; `#[inline(always)]` down to its inner loops.
pub(crate) trait Task {
    /// Runs it.
    fn run(self, dot: impl DotProducts);
}

/// Instructions that this processor has.
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
}

impl Instructions {
    /// All that this processor has, the fastest last.
    pub(crate) fn available() -> Vec<Instructions> {
        #[cfg_attr(target_family = "wasm", allow(unused_mut))]
        let mut kinds = vec![Kind::Portable];
        #[cfg(target_arch = "x86_64")]
        kinds.extend(x86::available());
        #[cfg(target_arch = "aarch64")]
        kinds.push(Kind::Neon);
        kinds.into_iter().map(Instructions).collect()
    }

    /// The fastest, or, if [`Isa::choose`] was given an instruction set, the fastest within it.
    pub(crate) fn best() -> Instructions {
        static BEST: OnceLock<Instructions> = OnceLock::new();
        *BEST.get_or_init(|| {
            let chosen = Isa::chosen().map(Isa::name);
            let within = |at: &Instructions| match chosen {
                Some("portable") => at.0 == Kind::Portable,
                #[cfg(target_arch = "x86_64")]
                Some("avx2") => matches!(at.0, Kind::Portable | Kind::Avx2),
                _ => true,
            };
            let fastest = Instructions::available().into_iter().rfind(within);
            fastest.expect("the portable ones are always there")
        })
    }

    /// Whether they have 32 registers of [`LANES`] sums.
    pub(crate) fn are_wide(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return self.0 == Kind::Avx512Vnni;
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    /// Runs a task with them.
    #[inline(always)]
    pub(crate) fn run(self, task: impl Task) {
        match self.0 {
            Kind::Portable => task.run(Portable),
            // SAFETY: these values are made only after the instructions are detected.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::avx2(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::AvxVnni => unsafe { x86::avx_vnni(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx512Vnni => unsafe { x86::avx512_vnni(task) },
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => task.run(neon::Neon),
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
        task.run(Avx2(()));
    }

    #[target_feature(enable = "avx2,avxvnni")]
    pub(super) fn avx_vnni(task: impl Task) {
        task.run(AvxVnni(()));
    }

    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    pub(super) fn avx512_vnni(task: impl Task) {
        task.run(Avx512Vnni(()));
    }

    /// Made only in code that runs where there is AVX-512 with VNNI.
    #[derive(Clone, Copy)]
    struct Avx512Vnni(());

    impl DotProducts for Avx512Vnni {
        type Sums = __m512i;

        #[inline(always)]
        fn zeros(self) -> __m512i {
            // SAFETY: the instructions are there; so in all methods below.
            unsafe { _mm512_setzero_si512() }
        }

        #[inline(always)]
        fn add(self, sums: __m512i, inputs: [u8; DEPTH], weights: &Weights) -> __m512i {
            // SAFETY: and both are 64 bytes of plain data.
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

    /// Two halves of eight sums.
    type Halves = [__m256i; 2];

    #[inline(always)]
    fn halves(weights: &Weights) -> Halves {
        // SAFETY: both are 64 bytes of plain data.
        unsafe { transmute::<Weights, Halves>(*weights) }
    }

    #[inline(always)]
    fn read_halves(sums: Halves) -> [i32; LANES] {
        // SAFETY: both are 64 bytes of plain data.
        unsafe { transmute::<Halves, [i32; LANES]>(sums) }
    }

    /// Made only in code that runs where there is AVX2.
    #[derive(Clone, Copy)]
    struct Avx2(());

    impl DotProducts for Avx2 {
        type Sums = Halves;

        #[inline(always)]
        fn zeros(self) -> Halves {
            // SAFETY: the instructions are there.
            unsafe { [_mm256_setzero_si256(); 2] }
        }

        #[inline(always)]
        fn add(self, sums: Halves, inputs: [u8; DEPTH], weights: &Weights) -> Halves {
            let [low, high] = halves(weights);
            // SAFETY: the instructions are there.
            unsafe {
                let inputs = _mm256_set1_epi32(i32::from_le_bytes(inputs));
                let products = |weights| {
                    let pairs = _mm256_maddubs_epi16(inputs, weights);
                    _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
                };
                [
                    _mm256_add_epi32(sums[0], products(low)),
                    _mm256_add_epi32(sums[1], products(high)),
                ]
            }
        }

        #[inline(always)]
        fn read(self, sums: Halves) -> [i32; LANES] {
            read_halves(sums)
        }
    }

    /// Made only in code that runs where there is AVX2 with VNNI.
    #[derive(Clone, Copy)]
    struct AvxVnni(());

    impl DotProducts for AvxVnni {
        type Sums = Halves;

        #[inline(always)]
        fn zeros(self) -> Halves {
            // SAFETY: the instructions are there.
            unsafe { [_mm256_setzero_si256(); 2] }
        }

        #[inline(always)]
        fn add(self, sums: Halves, inputs: [u8; DEPTH], weights: &Weights) -> Halves {
            let [low, high] = halves(weights);
            // SAFETY: the instructions are there.
            unsafe {
                let inputs = _mm256_set1_epi32(i32::from_le_bytes(inputs));
                [
                    _mm256_dpbusd_avx_epi32(sums[0], inputs, low),
                    _mm256_dpbusd_avx_epi32(sums[1], inputs, high),
                ]
            }
        }

        #[inline(always)]
        fn read(self, sums: Halves) -> [i32; LANES] {
            read_halves(sums)
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;
    use std::mem::transmute;

    use super::{DEPTH, DotProducts, LANES, Weights};

    /// Every processor of this kind has it.
    #[derive(Clone, Copy)]
    pub(super) struct Neon;

    impl DotProducts for Neon {
        type Sums = [int32x4_t; 4];

        #[inline(always)]
        fn zeros(self) -> Self::Sums {
            // SAFETY: the instructions are there; so below.
            unsafe { [vdupq_n_s32(0); 4] }
        }

        #[inline(always)]
        fn add(self, sums: Self::Sums, inputs: [u8; DEPTH], weights: &Weights) -> Self::Sums {
            // SAFETY: both are 64 bytes of plain data; an input is at most 127, the same as a signed byte.
            unsafe {
                let weights = transmute::<Weights, [int8x16_t; 4]>(*weights);
                let inputs = vreinterpretq_s8_u32(vdupq_n_u32(u32::from_le_bytes(inputs)));
                let mut next = sums;
                for (sum, weights) in next.iter_mut().zip(weights) {
                    let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
                    let high = vmull_high_s8(inputs, weights);
                    *sum = vpadalq_s16(*sum, vpaddq_s16(low, high));
                }
                next
            }
        }

        #[inline(always)]
        fn read(self, sums: Self::Sums) -> [i32; LANES] {
            // SAFETY: both are 64 bytes of plain data.
            unsafe { transmute::<[int32x4_t; 4], [i32; LANES]>(sums) }
        }
    }
}
