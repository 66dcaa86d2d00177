//! How a game ended, and why.

use std::fmt;

use crate::types::{ByColor, Color, Move, Piece, Square};

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// 1-0
    RedWins,
    /// 0-1
    BlackWins,
    /// 1/2-1/2
    Draw,
}

impl GameResult {
    /// `color` wins.
    #[must_use]
    pub const fn win(color: Color) -> Self {
        match color {
            Color::Red => Self::RedWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Who won, if anybody.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::RedWins => Some(Color::Red),
            Self::BlackWins => Some(Color::Black),
            Self::Draw => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// The result a PGN token stands for; `None` for `*` and everything else.
    #[must_use]
    pub fn from_token(token: &str) -> Option<Self> {
        [Self::RedWins, Self::BlackWins, Self::Draw]
            .into_iter()
            .find(|result| result.as_str() == token)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Why a game ended: first what the rules decide on the board, then what happens around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move is in check and cannot get out.
    Checkmate,
    /// The side to move has no legal move, which loses in xiangqi.
    Stalemate,
    /// One side gave check on every move of a repeated cycle.
    PerpetualCheck,
    /// One side chased the same unprotected piece on every move of a repeated cycle.
    PerpetualChase,
    /// One side threatened mate on every move of a repeated cycle (Chinese rules).
    PerpetualThreat,
    /// One side checked, threatened mate or chased by turns on every move of a repeated cycle
    /// (Chinese rules).
    PerpetualAttack,
    /// The position occurred for the third time and nobody alone is to blame.
    Repetition,
    /// Too long without a capture.
    NoCapture,
    /// Nobody has the material to win.
    BareMaterial,
    /// A side resigned.
    Resignation,
    /// The sides agreed to a draw.
    Agreement,
    /// A side ran out of time.
    TimeForfeit,
    /// A side played an illegal move.
    IllegalMove,
    /// An engine left or crashed.
    Disconnect,
    /// An engine stopped answering.
    Stall,
    /// The arbiter ended the game by score or length.
    Adjudication,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::PerpetualCheck,
        Self::PerpetualChase,
        Self::PerpetualThreat,
        Self::PerpetualAttack,
        Self::Repetition,
        Self::NoCapture,
        Self::BareMaterial,
        Self::Resignation,
        Self::Agreement,
        Self::TimeForfeit,
        Self::IllegalMove,
        Self::Disconnect,
        Self::Stall,
        Self::Adjudication,
    ];

    /// A stable name in lower case, for machines and PGN tags.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::PerpetualThreat => "perpetual threat of mate",
            Self::PerpetualAttack => "perpetual attack",
            Self::Repetition => "repetition",
            Self::NoCapture => "no-capture limit",
            Self::BareMaterial => "bare material",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::TimeForfeit => "time forfeit",
            Self::IllegalMove => "illegal move",
            Self::Disconnect => "disconnect",
            Self::Stall => "stall",
            Self::Adjudication => "adjudication",
        }
    }

    /// The reason with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == name)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a side did all through a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Offence {
    /// Nothing the rules forbid.
    #[default]
    None,
    /// Chased the same piece on every move.
    Chase,
    /// Threatened mate on every move.
    Threat,
    /// Checked, threatened mate or chased on every move, by turns.
    Attack,
    /// Gave check on every move.
    Check,
}

impl Offence {
    /// A stable name in lower case, for machines.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Chase => "chase",
            Self::Threat => "threat",
            Self::Attack => "attack",
            Self::Check => "check",
        }
    }

    /// Perpetual check outweighs all else, and everything outweighs nothing.
    pub(super) const fn weight(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Chase | Self::Threat | Self::Attack => 1,
            Self::Check => 2,
        }
    }

    /// What is said of a game lost by it.
    pub(super) const fn reason(self) -> Reason {
        match self {
            Self::None => Reason::Repetition,
            Self::Chase => Reason::PerpetualChase,
            Self::Threat => Reason::PerpetualThreat,
            Self::Attack => Reason::PerpetualAttack,
            Self::Check => Reason::PerpetualCheck,
        }
    }
}

/// One newly made threat to capture a piece that cannot be recaptured for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chase {
    /// The piece that threatens.
    pub attacker: Piece,
    /// Where it stands after the move.
    pub from: Square,
    /// The piece it would capture.
    pub victim: Piece,
    /// Where that stands.
    pub at: Square,
}

/// One move of a repeated cycle and what it does to the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleMove {
    /// Who moved.
    pub side: Color,
    /// What moved.
    pub piece: Piece,
    /// The move.
    pub mv: Move,
    /// Whether it gives check.
    pub check: bool,
    /// Whether it threatens mate on the next move; looked at under Chinese rules only.
    pub threat: bool,
    /// The chases it starts.
    pub chases: Vec<Chase>,
}

/// A repeated cycle, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The moves between the first occurrence that counts and the last.
    pub moves: Vec<CycleMove>,
    /// What each side did throughout.
    pub offences: ByColor<Offence>,
}

/// What the rules say of a position and its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// The cycle, if a repetition decided.
    pub cycle: Option<Cycle>,
}

impl Verdict {
    pub(super) const fn new(result: GameResult, reason: Reason) -> Self {
        Self {
            result,
            reason,
            cycle: None,
        }
    }

    /// The side that lost.
    #[must_use]
    pub fn loser(&self) -> Option<Color> {
        self.result.winner().map(|winner| !winner)
    }
}
