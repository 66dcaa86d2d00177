//! The 64-bit fingerprint of a position.

use std::{fmt, ops::BitXor, ops::BitXorAssign};

/// A Zobrist key. Equal positions have equal keys; the reverse holds but for a chance of 2⁻⁶⁴.
///
/// Source: Albert L. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl BitXor for Key {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016X}", self.0)
    }
}
