//! Runs code compiled for the instruction set that is detected at run time.
//!
//! Inner loops here are plain safe code, which the compiler turns into the widest vectors it may
//! use. So the same body ([`Task::run`]) is compiled three times, with different target features,
//! and [`Isa::run`] dispatches among them at run time. Calling code compiled for instructions that
//! the processor may lack is unsafe, so an [`Isa`] is constructed only after they are detected.
//! [`Isa::PORTABLE`] is the same body without such instructions; tests compare the results.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use crate::bitboard::Bitboard;

/// An instruction set that inner loops are compiled for and that this processor has: it is
/// constructed only after detection.
///
/// ```
/// use salta_core::isa::Isa;
///
/// assert!(Isa::available().any(|isa| isa == Isa::PORTABLE));
/// println!("this program runs on {}", Isa::best().name());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Portable,
    Avx2,
    Avx512,
}

static BEST: OnceLock<Isa> = OnceLock::new();
static CHOSEN: OnceLock<Isa> = OnceLock::new();

/// Code to run on an instruction set.
pub trait Task {
    /// Its result.
    type Output;

    /// Runs it. Implementations are `#[inline(always)]` down to their inner loops: only inlined
    /// code is compiled for the instruction set.
    fn run(self, pick: impl PickSquare) -> Self::Output;
}

/// Picks a square of a set by its rank, with the best instruction available.
pub trait PickSquare: Copy {
    /// The square of a set with this rank, counted from the lowest; empty if there is none.
    fn pick(self, set: Bitboard, rank: u64) -> Bitboard;
}

impl Isa {
    /// The baseline of the target, which every processor has.
    pub const PORTABLE: Isa = Isa(Level::Portable);

    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT, if this processor has them.
    pub fn avx2() -> Option<Isa> {
        has_avx2().then_some(Isa(Level::Avx2))
    }

    /// The same with AVX-512 F, BW, CD, DQ, VL and VPOPCNTDQ, if this processor has them.
    pub fn avx512() -> Option<Isa> {
        has_avx512().then_some(Isa(Level::Avx512))
    }

    /// All instruction sets that this processor has, the widest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Isa> {
        [Some(Isa::PORTABLE), Isa::avx2(), Isa::avx512()].into_iter().flatten()
    }

    /// The default: the one that [`Isa::choose`] has set, else the widest that this processor has.
    #[inline]
    pub fn best() -> Isa {
        *BEST.get_or_init(|| Isa::avx512().or_else(Isa::avx2).unwrap_or(Isa::PORTABLE))
    }

    /// Makes this [`Isa::best`] for the whole process, to reproduce a run on a narrower processor.
    /// Call it once, before the first use of [`Isa::best`].
    ///
    /// # Errors
    /// If one is already in use; returns it.
    pub fn choose(self) -> Result<(), Isa> {
        BEST.set(self).and_then(|()| CHOSEN.set(self)).map_err(|_| Isa::best())
    }

    /// The one that [`Isa::choose`] has set, if any.
    pub fn chosen() -> Option<Isa> {
        CHOSEN.get().copied()
    }

    /// The instruction set with this name, if this processor has it.
    pub fn named(name: &str) -> Option<Isa> {
        Isa::available().find(|isa| isa.name() == name)
    }

    /// Its name: `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    /// Runs a task on this instruction set.
    #[inline(always)]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this value is constructed only after the instructions are detected.
            Level::Avx512 => unsafe { x86::avx512(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this value is constructed only after the instructions are detected.
            Level::Avx2 => unsafe { x86::avx2(task) },
            _ => task.run(Clearing),
        }
    }
}

/// Picks a square by clearing those below it, one by one.
#[derive(Clone, Copy)]
struct Clearing;

impl PickSquare for Clearing {
    #[inline(always)]
    fn pick(self, set: Bitboard, rank: u64) -> Bitboard {
        let (mut set, mut cleared) = (set.bits(), 0);
        while cleared < rank {
            set &= set.wrapping_sub(1);
            cleared += 1;
        }
        Bitboard::from_bits(set & set.wrapping_neg())
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{PickSquare, Task};
    use crate::bitboard::Bitboard;

    /// Picks a square by depositing one bit into the set; constructed only where BMI2 is available.
    #[derive(Clone, Copy)]
    struct Deposit(());

    impl PickSquare for Deposit {
        #[inline(always)]
        fn pick(self, set: Bitboard, rank: u64) -> Bitboard {
            // SAFETY: a `Deposit` is constructed only below, in code that runs where BMI2 is
            // available.
            let bits = unsafe { std::arch::x86_64::_pdep_u64(1 << (rank & 63), set.bits()) };
            Bitboard::from_bits(bits)
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn avx2<T: Task>(task: T) -> T::Output {
        task.run(Deposit(()))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn avx512<T: Task>(task: T) -> T::Output {
        task.run(Deposit(()))
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Picks(u64);

    impl Task for Picks {
        type Output = Vec<u64>;

        #[inline(always)]
        fn run(self, pick: impl PickSquare) -> Vec<u64> {
            (0..64).map(|rank| pick.pick(Bitboard::from_bits(self.0), rank).bits()).collect()
        }
    }

    #[test]
    fn every_instruction_set_picks_the_same_squares() {
        for set in [0, 1, 0x8000_0000_0000_0000, 0x0123_4567_89ab_cdef, u64::MAX] {
            let squares: Vec<u64> = (0..64).map(|bit| set & 1 << bit).filter(|s| *s != 0).collect();
            for isa in Isa::available() {
                let picked = isa.run(Picks(set));
                assert_eq!(picked[..squares.len()], squares, "{isa:?}");
                assert!(picked[squares.len()..].iter().all(|square| *square == 0));
            }
        }
    }
}
