//! Moves as people write them: ICCS (`H2-E2`), WXF (`C2.5`) and Chinese (炮二平五).
//!
//! ICCS names two points and needs no board. WXF and Chinese name a piece and its way as the
//! mover sees them, so both are written and read in a position, by the same steps; each adds
//! only its signs and its names for pieces that share a file.
//!
//! | file | what it holds |
//! |---|---|
//! | `relative` | pieces and ways as the mover sees them; reading by names |
//! | `wxf` | the letters and signs of the World Xiangqi Federation |
//! | `chinese` | the Chinese characters |

mod chinese;
mod relative;
mod wxf;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    position::Position,
    rules::{IllegalMove, why_illegal},
    types::{Color, Move, ParseMoveError},
};
use chinese::Chinese;
use wxf::Wxf;

/// A way to write moves.
///
/// ```
/// use chuhe::{notation::Notation, position::Position};
/// let position = Position::startpos();
/// let mv = "h2e2".parse()?;
/// assert_eq!(Notation::Iccs.write(&position, mv), "H2-E2");
/// assert_eq!(Notation::Wxf.write(&position, mv), "C2.5");
/// assert_eq!(Notation::Chinese.write(&position, mv), "炮二平五");
/// assert_eq!(Notation::Wxf.read(&position, "c2=5")?, mv);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notation {
    /// Two points, files A-I and ranks 0-9: `H2-E2`.
    #[default]
    Iccs,
    /// Piece, file, direction and number, as the mover counts files: `C2.5`.
    Wxf,
    /// The same in Chinese characters: 炮二平五.
    Chinese,
}

impl Notation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Iccs, Self::Wxf, Self::Chinese];

    /// The name PGN files give it in their tag `Format`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iccs => "ICCS",
            Self::Wxf => "WXF",
            Self::Chinese => "Chinese",
        }
    }

    /// The text of a legal move. No two legal moves of a position share one.
    ///
    /// A move that no piece of the position could make is written in coordinates.
    #[must_use]
    pub fn write(self, position: &Position, mv: Move) -> String {
        let text = match self {
            Self::Iccs => None,
            Self::Wxf => relative::write::<Wxf>(position, mv),
            Self::Chinese => relative::write::<Chinese>(position, mv),
        };
        text.unwrap_or_else(|| format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase())
    }

    /// The legal move with this text. Whatever [`Notation::write`] makes is read, and so are the
    /// other forms in use, as long as only one legal move is meant.
    ///
    /// # Errors
    /// If the text has not the form of this notation, or means no legal move, or several.
    pub fn read(self, position: &Position, text: &str) -> Result<Move, ReadError> {
        match self {
            Self::Iccs => {
                let mv: Move = text.parse()?;
                match why_illegal(position, mv) {
                    Some(why) => Err(ReadError::Illegal { mv, why }),
                    None => Ok(mv),
                }
            }
            Self::Wxf => relative::read::<Wxf>(position, text),
            Self::Chinese => relative::read::<Chinese>(position, text),
        }
    }

    /// The notation a text looks to be in: Chinese by its characters, WXF by the sign between
    /// piece and number, else ICCS.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let is_chinese = |c: char| matches!(c, '\u{3400}'..='\u{9fff}');
        let mut last = text.chars().rev().skip(1).map(wxf::plain);
        if text.chars().any(is_chinese) {
            Self::Chinese
        } else if matches!(last.next(), Some('+' | '-' | '.')) {
            Self::Wxf
        } else {
            Self::Iccs
        }
    }
}

/// The legal move that a text means in the notation it looks to be in.
///
/// # Errors
/// As [`Notation::read`].
pub fn read(position: &Position, text: &str) -> Result<Move, ReadError> {
    Notation::of(text).read(position, text)
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text names no notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no notation: iccs, wxf or chinese is wanted")]
pub struct ParseNotationError(pub String);

impl FromStr for Notation {
    type Err = ParseNotationError;

    /// Reads the names, in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = |notation: &Self| notation.name().eq_ignore_ascii_case(text);
        let found = Self::ALL.into_iter().find(named);
        found.ok_or_else(|| ParseNotationError(shown(text)))
    }
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// Not two points.
    #[error(transparent)]
    Coordinates(#[from] ParseMoveError),
    /// A sign that the notation does not have.
    #[error("`{sign}` in `{text}` means nothing in {notation} notation")]
    Sign {
        /// The text.
        text: String,
        /// The sign.
        sign: char,
        /// The notation.
        notation: Notation,
    },
    /// Not a piece, a direction and a number.
    #[error("`{text}` is not a move in {notation} notation: a form such as {example} is wanted")]
    Form {
        /// The text.
        text: String,
        /// The notation.
        notation: Notation,
        /// A move that is well written.
        example: &'static str,
    },
    /// No piece of the mover's has this name.
    #[error("`{text}`: {side} has no such piece there")]
    NoPiece {
        /// The text.
        text: String,
        /// The side to move.
        side: Color,
    },
    /// The piece is there, and no point is where it would go.
    #[error("`{text}`: no such point lies that way")]
    NoPoint {
        /// The text.
        text: String,
    },
    /// Several legal moves are meant.
    #[error("`{text}` is ambiguous: {} or {}", .moves[0], .moves[1])]
    Ambiguous {
        /// The text.
        text: String,
        /// Two of them.
        moves: [Move; 2],
    },
    /// The move is understood and breaks a rule.
    #[error("{mv} is illegal: {why}")]
    Illegal {
        /// The move.
        mv: Move,
        /// The rule.
        why: IllegalMove,
    },
}

/// As much of a text as a message shows.
fn shown(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for notation in Notation::ALL {
            assert_eq!(notation.name().parse(), Ok(notation));
            let json = serde_json::to_string(&notation).unwrap();
            assert_eq!(json.trim_matches('"').parse(), Ok(notation));
            assert_eq!(serde_json::from_str::<Notation>(&json).unwrap(), notation);
        }
        let error = "san".parse::<Notation>().unwrap_err();
        assert!(error.to_string().contains("`san` is no notation"));
    }

    #[test]
    fn a_notation_is_known_by_its_signs() {
        for (text, notation) in [
            ("h2e2", Notation::Iccs),
            ("H2-E2", Notation::Iccs),
            ("", Notation::Iccs),
            ("c2=5", Notation::Wxf),
            ("Ｃ２＝５", Notation::Wxf),
            ("R++1", Notation::Wxf),
            ("炮2平5", Notation::Chinese),
            ("馬８進７", Notation::Chinese),
        ] {
            assert_eq!(Notation::of(text), notation, "{text}");
        }
    }
}
