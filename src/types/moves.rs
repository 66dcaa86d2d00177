//! Moves as a pair of points.

use std::{fmt, num::NonZeroU16, str::FromStr};

use thiserror::Error;

use super::Square;

/// A move from one point to another, two bytes (and so is `Option<Move>`).
///
/// A move does not know its piece or what it captures: the position does. Its text is the
/// coordinate form shared by UCI, UCCI and CECP.
///
/// ```
/// use chuhe::types::Move;
/// let mv: Move = "h2e2".parse()?;
/// assert_eq!(mv.from().to_string(), "h2");
/// assert_eq!(mv.to_string(), "h2e2");
/// # Ok::<(), chuhe::types::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// The move between two different points.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        let bits = from.index() as u16 | (to.index() as u16) << 7 | 1 << 15;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => unreachable!(), // bit 15 is set
        }
    }

    /// Where it starts.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() & 127) as usize)
    }

    /// Where it ends.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> 7 & 127) as usize)
    }

    /// A non-zero code of 16 bits for storage; see [`Move::from_bits`].
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with this code; `None` if no move has it.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let (from, to) = (bits & 127, bits >> 7 & 127);
        if bits & 1 << 15 == 0 || from >= 90 || to >= 90 || from == to {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a move in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// Not two points, each a file a-i and a rank 0-9.
    #[error("`{0}` is not a move: two points such as h2e2 are wanted, files a-i, ranks 0-9")]
    Form(String),
    /// Start and end are the same point.
    #[error("`{0}` does not move: it starts and ends on the same point")]
    SamePoint(String),
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads `h2e2`, `H2E2` and the ICCS form `H2-E2`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let shown = || text.chars().take(20).collect::<String>();
        let squares = match text.as_bytes() {
            [_, _, b'-', _, _] if text.is_ascii() => Some((&text[..2], &text[3..])),
            [_, _, _, _] if text.is_ascii() => Some((&text[..2], &text[2..])),
            _ => None,
        };
        let parse = |(from, to): (&str, &str)| Some((from.parse().ok()?, to.parse().ok()?));
        let (from, to): (Square, Square) = squares
            .and_then(parse)
            .ok_or_else(|| ParseMoveError::Form(shown()))?;
        if from == to {
            return Err(ParseMoveError::SamePoint(shown()));
        }
        Ok(Self::new(from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bits_round_trip() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
                assert_eq!((mv.from(), mv.to()), (from, to));
            }
        }
        assert_eq!("H2-E2".parse::<Move>(), "h2e2".parse());
    }

    #[test]
    fn bad_text_is_refused_without_a_panic() {
        for bad in [
            "",
            "h2",
            "h2e",
            "h2e2é",
            "炮二平五",
            "z9z8",
            "a10a9",
            "i-1i0",
            "h2-e22",
        ] {
            assert!(
                matches!(bad.parse::<Move>(), Err(ParseMoveError::Form(_))),
                "{bad}"
            );
        }
        assert!(matches!(
            "h2h2".parse::<Move>(),
            Err(ParseMoveError::SamePoint(_))
        ));
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::from_bits(u16::MAX), None);
    }
}
