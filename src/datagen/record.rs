//! One game of self-play and its chunk in a game file: four bytes a ply.

use std::fmt;

use super::file::Payload;
use crate::types::Move;

/// Who played the games that follow, and how: enough to play them again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// Name and version of the engine, and what of its openings is not as usual.
    pub engine: String,
    /// [`Network::id`](crate::eval::nnue::Network::id) of the evaluation; 0 for the hand-crafted.
    pub network: u64,
    /// Soft limit of nodes for each move.
    pub nodes: u32,
    /// The seed that, with a game's number, determines the game.
    pub seed: u64,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            engine,
            network,
            nodes,
            seed,
        } = self;
        match network {
            0 => write!(f, "{engine}, no network")?,
            id => write!(f, "{engine}, network {id:016x}")?,
        }
        write!(f, ", {nodes} nodes, seed {seed}")
    }
}

/// A move and what the search said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move played.
    pub mv: Move,
    /// The score of the position it was played in, for the side to move, in centipawns.
    pub score: i16,
}

/// How a game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// Red won.
    RedWins,
    /// Black won.
    BlackWins,
    /// Drawn.
    Draw,
    /// Broken off: says nothing.
    Unknown,
}

impl Outcome {
    /// All, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::RedWins, Self::BlackWins, Self::Draw, Self::Unknown];
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Ending {
    /// The side to move had no legal move.
    NoMoves,
    /// A forced mate was seen.
    MateSeen,
    /// The score was decisive for several plies.
    ScoreAdjudicated,
    /// The score was even for many plies late in the game.
    DrawAdjudicated,
    /// Repetition, nobody to blame.
    Repetition,
    /// Perpetual check or another forbidden repetition lost the game.
    ForbiddenRepetition,
    /// Too many moves without a capture.
    MoveRule,
    /// Nobody can win any more.
    Material,
    /// The longest game allowed.
    PlyLimit,
}

impl Ending {
    /// All, in the order of their codes.
    pub const ALL: [Self; 9] = [
        Self::NoMoves,
        Self::MateSeen,
        Self::ScoreAdjudicated,
        Self::DrawAdjudicated,
        Self::Repetition,
        Self::ForbiddenRepetition,
        Self::MoveRule,
        Self::Material,
        Self::PlyLimit,
    ];
}

/// One game of self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number in the run; with the seed it determines the game.
    pub index: u32,
    /// The start position; `None` for the usual one.
    pub start: Option<String>,
    /// Random moves played first, at most 255. They have no scores and are never trained on.
    pub opening: Vec<Move>,
    /// The moves the engine played.
    pub plies: Vec<ScoredMove>,
    /// How it came out.
    pub outcome: Outcome,
    /// What ended it.
    pub ending: Ending,
}

fn push_text(out: &mut Vec<u8>, text: &str) {
    let len = text.len().min(255);
    out.push(len as u8);
    out.extend(&text.as_bytes()[..len]);
}

impl Provenance {
    pub(super) fn to_payload(&self) -> Vec<u8> {
        let mut payload = Vec::new();
        payload.extend(self.network.to_le_bytes());
        payload.extend(self.nodes.to_le_bytes());
        payload.extend(self.seed.to_le_bytes());
        push_text(&mut payload, &self.engine);
        payload
    }

    pub(super) fn from_payload(mut payload: Payload<'_>) -> Option<Self> {
        Some(Self {
            network: payload.u64()?,
            nodes: payload.u32()?,
            seed: payload.u64()?,
            engine: payload.text()?,
        })
    }
}

impl GameRecord {
    pub(super) fn to_payload(&self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(16 + 4 * self.plies.len());
        payload.extend(self.index.to_le_bytes());
        payload.push(self.outcome as u8 | (self.ending as u8) << 2);
        push_text(&mut payload, self.start.as_deref().unwrap_or(""));
        payload.push(self.opening.len() as u8);
        payload.extend(self.opening.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        for ply in &self.plies {
            payload.extend(ply.mv.bits().to_le_bytes());
            payload.extend(ply.score.to_le_bytes());
        }
        payload
    }

    pub(super) fn from_payload(mut payload: Payload<'_>) -> Option<Self> {
        let index = payload.u32()?;
        let ended = payload.u8()?;
        let start = payload.text()?;
        let random = payload.u8()?;
        let opening = (0..random).map(|_| payload.mv()).collect::<Option<_>>()?;
        let mut plies = Vec::with_capacity(payload.len() / 4);
        while payload.len() > 0 {
            plies.push(ScoredMove {
                mv: payload.mv()?,
                score: payload.u16()? as i16,
            });
        }
        Some(Self {
            index,
            start: (!start.is_empty()).then_some(start),
            opening,
            plies,
            outcome: *Outcome::ALL.get(usize::from(ended & 3))?,
            ending: *Ending::ALL.get(usize::from(ended >> 2))?,
        })
    }
}
