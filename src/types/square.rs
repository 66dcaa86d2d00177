//! Points of the board.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::Color;

/// A file, 0-8 for a-i, from Red's left to Red's right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct File(u8);

/// A rank, 0-9, counted from Red's back rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

impl File {
    /// The number of files.
    pub const COUNT: usize = 9;

    /// The file with this index.
    ///
    /// # Panics
    /// If `index` is 9 or more.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// 0 for the a-file to 8 for the i-file.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All files from a to i.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).map(Self::new)
    }
}

impl Rank {
    /// The number of ranks.
    pub const COUNT: usize = 10;

    /// The rank with this index.
    ///
    /// # Panics
    /// If `index` is 10 or more.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// 0 for Red's back rank to 9 for Black's.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All ranks from 0 to 9.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).map(Self::new)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One of the 90 points. Its index is `9 * rank + file`, so a0 is 0 and i9 is 89.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(super) u8);

impl Square {
    /// The number of points.
    pub const COUNT: usize = 90;

    /// The point on this file and rank.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.0 * 9 + file.0)
    }

    /// The point with this index.
    ///
    /// # Panics
    /// If `index` is 90 or more.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// 0 for a0 to 89 for i9.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub const fn index(self) -> usize {
        // SAFETY: every constructor of this module and the square iterator of `Bitboard` (which
        // never holds a bit past 89) make indices below 90 only. Said to the compiler, the
        // bound check of every table look-up goes away.
        unsafe { std::hint::assert_unchecked((self.0 as usize) < Self::COUNT) };
        self.0 as usize
    }

    /// The file it stands on.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File(self.0 % 9)
    }

    /// The rank it stands on.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 9)
    }

    /// The point `files` to the right and `ranks` up, if it is on the board.
    #[must_use]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        let file = self.file().0 as i32 + files;
        let rank = self.rank().0 as i32 + ranks;
        if file >= 0 && file < 9 && rank >= 0 && rank < 10 {
            Some(Self((rank * 9 + file) as u8))
        } else {
            None
        }
    }

    /// The same point seen from the other side of the board: the board turned upside down
    /// (a0 becomes a9).
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self((9 - self.rank().0) * 9 + self.file().0)
    }

    /// Mirrored left to right (a0 becomes i0).
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.rank().0 * 9 + 8 - self.file().0)
    }

    /// As seen by `color`: unchanged for Red, flipped for Black.
    #[inline]
    #[must_use]
    pub const fn relative(self, color: Color) -> Self {
        match color {
            Color::Red => self,
            Color::Black => self.flip(),
        }
    }

    /// All points from a0 to i9.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a point: a file a-i and a rank 0-9 are wanted")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file, rank @ b'0'..=b'9'] if matches!(file.to_ascii_lowercase(), b'a'..=b'i') => {
                Ok(Self((rank - b'0') * 9 + file.to_ascii_lowercase() - b'a'))
            }
            _ => Err(ParseSquareError(text.chars().take(20).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_corners_are_right() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.flip().flip(), square);
            assert_eq!(square.mirror().mirror(), square);
        }
        assert_eq!("a0".parse(), Ok(Square::from_index(0)));
        assert_eq!("i9".parse(), Ok(Square::from_index(89)));
        for bad in ["", "a", "j0", "a10", "0a", "é1"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }
}
