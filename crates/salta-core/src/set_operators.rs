//! Operators for sets that are stored as the bits of one word.

/// Implements `&`, `|`, `^` and `-` (set difference), each with its assigning form, for a tuple
/// struct of one word.
macro_rules! set_operators {
    ($set:ident) => {
        set_operators!($set, BitAnd::bitand, BitAndAssign::bitand_assign, |a, b| a & b);
        set_operators!($set, BitOr::bitor, BitOrAssign::bitor_assign, |a, b| a | b);
        set_operators!($set, BitXor::bitxor, BitXorAssign::bitxor_assign, |a, b| a ^ b);
        set_operators!($set, Sub::sub, SubAssign::sub_assign, |a, b| a & !b);
    };
    (
        $set:ident, $operator:ident :: $method:ident, $assign:ident :: $assign_method:ident,
        |$a:ident, $b:ident| $bits:expr
    ) => {
        impl std::ops::$operator for $set {
            type Output = $set;

            #[inline(always)]
            fn $method(self, other: $set) -> $set {
                let ($a, $b) = (self.0, other.0);
                $set($bits)
            }
        }

        impl std::ops::$assign for $set {
            #[inline(always)]
            fn $assign_method(&mut self, other: $set) {
                *self = std::ops::$operator::$method(*self, other);
            }
        }
    };
}

pub(crate) use set_operators;
