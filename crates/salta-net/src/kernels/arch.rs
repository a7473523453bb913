//! The vectors that the network runs on.

use pulp::Arch;
use salta_core::isa::Isa;

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
