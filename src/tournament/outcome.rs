//! How a game ended: for whom, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::types::Color;

/// For whom a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Red won.
    #[serde(rename = "1-0")]
    RedWins,
    /// Black won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl Outcome {
    /// The outcome in which this side wins.
    #[must_use]
    pub const fn win(color: Color) -> Self {
        match color {
            Color::Red => Self::RedWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The outcome in which this side loses.
    #[must_use]
    pub const fn loss(color: Color) -> Self {
        Self::win(color.opponent())
    }

    /// Half points of a side: 0, 1 or 2.
    #[must_use]
    pub const fn half_points(self, color: Color) -> u8 {
        match (self, color) {
            (Self::Draw, _) => 1,
            (Self::RedWins, Color::Red) | (Self::BlackWins, Color::Black) => 2,
            _ => 0,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// Why a game ended, as the statistics count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move: lost in xiangqi.
    Stalemate,
    /// The position was repeated and nobody is to blame.
    Repetition,
    /// The loser gave check all the time.
    PerpetualCheck,
    /// The loser chased a piece all the time.
    PerpetualChase,
    /// Too many moves without a capture.
    MoveLimit,
    /// Neither side has anything left to win with.
    Material,
    /// The loser gave up.
    Resignation,
    /// Both sides agreed on a draw.
    Agreement,
    /// The runner counted the game as won by both engines' scores.
    AdjudicatedWin,
    /// The runner counted the game as drawn by both engines' scores.
    AdjudicatedDraw,
    /// The game reached the length set by the user.
    MaxPlies,
    /// The loser took too long.
    Time,
    /// The loser made an illegal move, or none while it had one.
    IllegalMove,
    /// The loser claimed a result it had no right to.
    WrongClaim,
    /// The loser's process ended.
    Crash,
    /// The loser gave no sign of life.
    Stall,
}

impl Ending {
    /// Every way to end, in the order of tables.
    pub const ALL: [Self; 17] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::PerpetualCheck,
        Self::PerpetualChase,
        Self::MoveLimit,
        Self::Material,
        Self::Resignation,
        Self::Agreement,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::MaxPlies,
        Self::Time,
        Self::IllegalMove,
        Self::WrongClaim,
        Self::Crash,
        Self::Stall,
    ];

    /// Its name in tables.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::MoveLimit => "move limit",
            Self::Material => "insufficient material",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::AdjudicatedWin => "adjudicated win",
            Self::AdjudicatedDraw => "adjudicated draw",
            Self::MaxPlies => "maximum length",
            Self::Time => "time",
            Self::IllegalMove => "illegal move",
            Self::WrongClaim => "wrong claim",
            Self::Crash => "crash",
            Self::Stall => "stall",
        }
    }

    /// The value of the PGN tag Termination.
    #[must_use]
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::AdjudicatedWin | Self::AdjudicatedDraw | Self::MaxPlies => "adjudication",
            Self::Time => "time forfeit",
            Self::IllegalMove | Self::WrongClaim => "rules infraction",
            Self::Crash => "abandoned",
            Self::Stall => "stalled connection",
            _ => "normal",
        }
    }

    /// Whether it is a fault of the loser's program.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Time | Self::IllegalMove | Self::WrongClaim | Self::Crash | Self::Stall
        )
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conclusion {
    /// For whom.
    pub outcome: Outcome,
    /// Why.
    pub ending: Ending,
    /// More words about it, empty if there is no more to say.
    pub detail: String,
}

impl Conclusion {
    /// A game lost by `loser`.
    #[must_use]
    pub fn lost(loser: Color, ending: Ending, detail: impl Into<String>) -> Self {
        Self {
            outcome: Outcome::loss(loser),
            ending,
            detail: detail.into(),
        }
    }

    /// A drawn game.
    #[must_use]
    pub fn drawn(ending: Ending, detail: impl Into<String>) -> Self {
        Self {
            outcome: Outcome::Draw,
            ending,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Conclusion {
    /// `red wins by time: 35 ms over`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match self.outcome {
            Outcome::RedWins => "red wins",
            Outcome::BlackWins => "black wins",
            Outcome::Draw => "draw",
        };
        write!(f, "{who} by {}", self.ending)?;
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}
