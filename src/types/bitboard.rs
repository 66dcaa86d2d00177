//! Sets of points. All bit arithmetic of the crate that is not table indexing stays here.

use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign},
};

use super::{Color, File, Rank, Square};

const ALL: u128 = (1 << 90) - 1;
const FILE_A: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < 10 {
        bits |= 1 << (9 * rank);
        rank += 1;
    }
    bits
};

/// A set of points, bit `9 * rank + file` of 128. Bits 90 and up are always zero.
///
/// ```
/// use chuhe::types::{Bitboard, Square};
/// let e4: Square = "e4".parse()?;
/// let set = Bitboard::from(e4).with(e4.mirror()).with("a0".parse()?);
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.first(), Some("a0".parse()?));
/// # Ok::<(), chuhe::types::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(u128);

impl Bitboard {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// All 90 points.
    pub const ALL: Self = Self(ALL);
    /// The two palaces together.
    pub const PALACES: Self = {
        let rows = 0b0_0011_1000;
        let red = rows | rows << 9 | rows << 18;
        Self(red | red << 63)
    };

    /// The set with these bits; those past the board are dropped.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & ALL)
    }

    /// The bits of the set.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Just this point.
    #[inline]
    #[must_use]
    pub const fn square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All points of a file.
    #[inline]
    #[must_use]
    pub const fn file(file: File) -> Self {
        Self(FILE_A << file.index())
    }

    /// All points of a rank.
    #[inline]
    #[must_use]
    pub const fn rank(rank: Rank) -> Self {
        Self(0x1FF << (9 * rank.index()))
    }

    /// The five ranks on this side of the river.
    #[inline]
    #[must_use]
    pub const fn half(color: Color) -> Self {
        const RED: u128 = (1 << 45) - 1;
        match color {
            Color::Red => Self(RED),
            Color::Black => Self(RED << 45),
        }
    }

    /// The nine points of this side's palace.
    #[inline]
    #[must_use]
    pub const fn palace(color: Color) -> Self {
        Self(Self::PALACES.0 & Self::half(color).0)
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set and this point.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set less this point.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// Whether there is no point in it.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the two sets share a point.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// How many points it holds.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds two points or more.
    #[inline]
    #[must_use]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest point (nearest to a0 along the ranks).
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square(self.0.trailing_zeros() as u8))
        }
    }

    /// The points one step ahead of these for `color`; those on the last rank fall off.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::Red => Self(self.0 << 9 & ALL),
            Color::Black => Self(self.0 >> 9),
        }
    }

    /// The points one file to the left (towards a).
    #[inline]
    #[must_use]
    pub const fn left(self) -> Self {
        Self((self.0 & !FILE_A) >> 1)
    }

    /// The points one file to the right (towards i).
    #[inline]
    #[must_use]
    pub const fn right(self) -> Self {
        Self((self.0 & !(FILE_A << 8)) << 1)
    }

    /// The points of the set, lowest first.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// Iterator over the points of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// Set difference.
impl Sub for Bitboard {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The points of the board that are not in the set.
impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & ALL)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl SubAssign for Bitboard {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

/// Ten lines from Black's back rank down, `x` for a member.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::all().rev() {
            writeln!(f)?;
            for file in File::all() {
                write!(
                    f,
                    "{}",
                    if self.contains(Square::new(file, rank)) {
                        'x'
                    } else {
                        '.'
                    }
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let all: Vec<Square> = Bitboard::ALL.iter().collect();
        assert_eq!(all, Square::all().collect::<Vec<_>>());
        assert_eq!(!Bitboard::ALL, Bitboard::EMPTY);
        assert_eq!(
            Bitboard::half(Color::Red) | Bitboard::half(Color::Black),
            Bitboard::ALL
        );
        assert_eq!(Bitboard::PALACES.len(), 18);
        assert!(Bitboard::palace(Color::Black).contains("f7".parse().unwrap()));
        assert_eq!(Bitboard::from_bits(u128::MAX), Bitboard::ALL);
    }

    #[test]
    fn shifts_do_not_wrap() {
        for square in Square::all() {
            let set = Bitboard::from(square);
            let expect = |moved: Option<Square>| moved.map_or(Bitboard::EMPTY, Bitboard::from);
            assert_eq!(set.left(), expect(square.offset(-1, 0)));
            assert_eq!(set.right(), expect(square.offset(1, 0)));
            assert_eq!(set.forward(Color::Red), expect(square.offset(0, 1)));
            assert_eq!(set.forward(Color::Black), expect(square.offset(0, -1)));
        }
    }
}
