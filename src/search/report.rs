//! What a search tells.

use std::time::Duration;

use crate::types::{Move, Score};

/// How a score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// At most this.
    Upper = 1,
    /// At least this.
    Lower = 2,
    /// Exactly this.
    Exact = 3,
}

/// One line of analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies of the iteration.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// From the view of the side to move.
    pub score: Score,
    /// How to read the score.
    pub bound: Bound,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Per mille of the table in use by this search.
    pub hashfull: u32,
    /// The line, at least one move unless there is none.
    pub pv: Vec<Move>,
}

impl Info {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000_000 / self.time.as_nanos().max(1)) as u64
    }
}

/// Something to tell while searching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A line, complete or bounding.
    Info(Info),
    /// The root move now looked at; only sent in long searches.
    CurrentMove {
        /// Plies of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place in the order, from 1.
        number: usize,
    },
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` if there is no legal move among those asked for.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// From the view of the side to move.
    pub score: Score,
    /// Plies of the last complete iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}
