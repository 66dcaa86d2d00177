//! How a game ended: for whom, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    rules::{GameResult, Reason, Verdict},
    types::Color,
};

/// Half points of a side: 0, 1 or 2.
#[must_use]
pub fn half_points(result: GameResult, color: Color) -> u8 {
    match result.winner() {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
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
    /// The loser threatened mate all the time (Chinese rules).
    PerpetualThreat,
    /// The loser checked, threatened mate or chased by turns all the time (Chinese rules).
    PerpetualAttack,
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
    pub const ALL: [Self; 19] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::PerpetualCheck,
        Self::PerpetualChase,
        Self::PerpetualThreat,
        Self::PerpetualAttack,
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
            Self::PerpetualThreat => "perpetual threat of mate",
            Self::PerpetualAttack => "perpetual attack",
            Self::MoveLimit => "no-capture limit",
            Self::Material => "bare material",
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
    #[serde(with = "token")]
    pub result: GameResult,
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
            result: GameResult::win(!loser),
            ending,
            detail: detail.into(),
        }
    }

    /// A drawn game.
    #[must_use]
    pub fn drawn(ending: Ending, detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::Draw,
            ending,
            detail: detail.into(),
        }
    }
}

impl From<Verdict> for Conclusion {
    fn from(verdict: Verdict) -> Self {
        Self {
            result: verdict.result,
            ending: verdict.reason.into(),
            detail: String::new(),
        }
    }
}

impl From<Reason> for Ending {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Checkmate => Self::Checkmate,
            Reason::Stalemate => Self::Stalemate,
            Reason::PerpetualCheck => Self::PerpetualCheck,
            Reason::PerpetualChase => Self::PerpetualChase,
            Reason::PerpetualThreat => Self::PerpetualThreat,
            Reason::PerpetualAttack => Self::PerpetualAttack,
            Reason::Repetition => Self::Repetition,
            Reason::NoCapture => Self::MoveLimit,
            Reason::BareMaterial => Self::Material,
            Reason::Resignation => Self::Resignation,
            Reason::Agreement => Self::Agreement,
            Reason::TimeForfeit => Self::Time,
            Reason::IllegalMove => Self::IllegalMove,
            Reason::Disconnect => Self::Crash,
            Reason::Stall => Self::Stall,
            Reason::Adjudication => Self::AdjudicatedDraw,
        }
    }
}

/// Results as their PGN tokens.
mod token {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::rules::GameResult;

    pub(super) fn serialize<S: Serializer>(result: &GameResult, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(result.as_str())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GameResult, D::Error> {
        let token = String::deserialize(from)?;
        GameResult::from_token(&token).ok_or_else(|| D::Error::custom("not a result"))
    }
}

impl fmt::Display for Conclusion {
    /// `red wins by time: 35 ms over`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match self.result {
            GameResult::RedWins => "red wins",
            GameResult::BlackWins => "black wins",
            GameResult::Draw => "draw",
        };
        write!(f, "{who} by {}", self.ending)?;
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}
