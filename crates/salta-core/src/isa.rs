//! The one place with `unsafe`: running code that was compiled for the instructions that this
//! processor turns out to have.
//!
//! Inner loops here are plain safe code, which the compiler turns into the widest vectors it may
//! use. So the same body ([`Task::run`]) is compiled three times, with different target features,
//! and [`Isa::run`] picks among them while the program runs. What is unsafe about it is calling code
//! made for instructions that the processor may lack; an [`Isa`] is made only by asking it.
//! [`Isa::PORTABLE`] is the same body without any such instruction; tests compare the results.
#![allow(unsafe_code)]

use std::sync::OnceLock;

/// An instruction set that inner loops are compiled for and that this processor has: there is no
/// other way to get one than to ask the processor.
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

/// Something to run with the instructions at hand.
pub trait Task {
    /// What it gives back.
    type Output;

    /// Does it. Implementations are `#[inline(always)]` down to their inner loops: only what is
    /// inlined is compiled for the instruction set.
    fn run(self, pick: impl PickSquare) -> Self::Output;
}

/// Picks squares of sets, by whatever instruction there is.
pub trait PickSquare: Copy {
    /// The square of a set with this rank, counted from the lowest; empty if there is none.
    fn pick(self, set: u64, rank: u64) -> u64;
}

impl Isa {
    /// What every processor of the target has.
    pub const PORTABLE: Isa = Isa(Level::Portable);

    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT, if this processor has them.
    pub fn avx2() -> Option<Isa> {
        has_avx2().then_some(Isa(Level::Avx2))
    }

    /// The same with AVX-512 F, BW, CD, DQ, VL and VPOPCNTDQ, if this processor has them.
    pub fn avx512() -> Option<Isa> {
        has_avx512().then_some(Isa(Level::Avx512))
    }

    /// All that this processor has, the widest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Isa> {
        [Some(Isa::PORTABLE), Isa::avx2(), Isa::avx512()].into_iter().flatten()
    }

    /// The one that everything runs on unless told otherwise: the widest that this processor has,
    /// or the one that [`Isa::choose`] was given.
    #[inline]
    pub fn best() -> Isa {
        *BEST.get_or_init(|| Isa::avx512().or_else(Isa::avx2).unwrap_or(Isa::PORTABLE))
    }

    /// Makes this [`Isa::best`] for the whole process, so that a run can be repeated as a narrower
    /// processor computes it. To be called once, before anything has asked for the best one.
    ///
    /// # Errors
    /// The one in use, if there is one already.
    pub fn choose(self) -> Result<(), Isa> {
        CHOSEN.set(self).and_then(|()| BEST.set(self)).map_err(|_| Isa::best())
    }

    /// The one that [`Isa::choose`] was given.
    pub fn chosen() -> Option<Isa> {
        CHOSEN.get().copied()
    }

    /// The one with this name, if this processor has it.
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

    /// Runs a task with these instructions.
    #[inline(always)]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this value was made after the processor said that it has the instructions.
            Level::Avx512 => unsafe { x86::avx512(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this value was made after the processor said that it has the instructions.
            Level::Avx2 => unsafe { x86::avx2(task) },
            _ => task.run(Clearing),
        }
    }
}

/// Clears the squares before the one that is picked.
#[derive(Clone, Copy)]
struct Clearing;

impl PickSquare for Clearing {
    #[inline(always)]
    fn pick(self, mut set: u64, rank: u64) -> u64 {
        let mut cleared = 0;
        while cleared < rank {
            set &= set.wrapping_sub(1);
            cleared += 1;
        }
        set & set.wrapping_neg()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{PickSquare, Task};

    /// Deposits one bit into the set; made only where BMI2 is.
    #[derive(Clone, Copy)]
    struct Deposit(());

    impl PickSquare for Deposit {
        #[inline(always)]
        fn pick(self, set: u64, rank: u64) -> u64 {
            // SAFETY: a `Deposit` is made below alone, in code that runs where BMI2 is.
            unsafe { std::arch::x86_64::_pdep_u64(1 << (rank & 63), set) }
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
            (0..64).map(|rank| pick.pick(self.0, rank)).collect()
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
