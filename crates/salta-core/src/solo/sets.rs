//! The solver's sets of squares and of pieces, with one bit per element.

use crate::set_operators::set_operators;

macro_rules! set {
    ($(#[$doc:meta])* $name:ident($bits:ty) of $item:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(super) struct $name($bits);

        impl $name {
            pub(super) const EMPTY: $name = $name(0);

            #[inline(always)]
            pub(super) const fn of(item: $item) -> $name {
                $name(1 << item)
            }

            /// The set of this item if `condition` holds, else the empty set; branch-free.
            #[inline(always)]
            pub(super) fn when(condition: bool, item: $item) -> $name {
                $name(<$bits>::from(condition) << item)
            }

            #[inline(always)]
            pub(super) const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[inline(always)]
            pub(super) const fn contains(self, item: $item) -> bool {
                self.0 & 1 << item != 0
            }

            #[inline(always)]
            pub(super) const fn intersects(self, other: $name) -> bool {
                self.0 & other.0 != 0
            }

            /// The items, lowest first.
            #[inline(always)]
            pub(super) fn iter(self) -> impl Iterator<Item = $item> {
                let mut bits = u64::from(self.0);
                std::iter::from_fn(move || {
                    let item = (bits != 0).then_some(bits.trailing_zeros() as $item);
                    bits &= bits.wrapping_sub(1);
                    item
                })
            }
        }

        set_operators!($name);

        impl FromIterator<$item> for $name {
            #[inline(always)]
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $name {
                items.into_iter().fold($name::EMPTY, |set, item| set | $name::of(item))
            }
        }
    };
}

set! {
    /// Squares by their indices, 0–49. (A [`Bitboard`](crate::Bitboard) has ghost bits between
    /// them, for shifts; the solver looks neighbours up and indexes tables by square.)
    SquareSet(u64) of u8
}

set! {
    /// Pieces by their numbers in the problem, 0–14.
    PieceSet(u16) of usize
}

impl PieceSet {
    #[inline(always)]
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The pieces with numbers above `piece`.
    #[inline(always)]
    pub(super) const fn above(self, piece: usize) -> PieceSet {
        PieceSet(self.0 & !((2 << piece) - 1))
    }

    /// The piece with the lowest number, if there is one.
    #[inline(always)]
    pub(super) fn first(self) -> Option<usize> {
        (self.0 != 0).then_some(self.0.trailing_zeros() as usize)
    }
}
