//! Games played back, and which of their positions are worth training on.

use thiserror::Error;

use super::record::{GameRecord, ScoredMove};
use crate::{
    position::{FenError, Position},
    types::Move,
};

/// Why a recorded game cannot be played back.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// Its start position is wrong.
    #[error("game {game}: bad start position: {error}")]
    Start {
        /// The number of the game.
        game: u32,
        /// What is wrong with it.
        error: FenError,
    },
    /// It holds a move that is not legal.
    #[error("game {game}, ply {ply}: {mv} is not legal in {fen}")]
    Illegal {
        /// The number of the game.
        game: u32,
        /// The ply, random opening included, from 0.
        ply: usize,
        /// The move.
        mv: Move,
        /// The position.
        fen: String,
    },
}

impl GameRecord {
    /// Plays the game back and shows every position the engine moved in, before its move.
    ///
    /// # Errors
    /// If the start position or a move is not legal.
    pub fn replay(
        &self,
        mut visit: impl FnMut(&Position, ScoredMove),
    ) -> Result<Position, ReplayError> {
        let mut position = match &self.start {
            None => Position::startpos(),
            Some(fen) => Position::from_fen(fen).map_err(|error| ReplayError::Start {
                game: self.index,
                error,
            })?,
        };
        let scored = self.plies.iter().map(|ply| (ply.mv, Some(*ply)));
        let moves = self.opening.iter().map(|&mv| (mv, None)).chain(scored);
        for (ply, (mv, scored)) in moves.enumerate() {
            if !position.is_legal(mv) {
                return Err(ReplayError::Illegal {
                    game: self.index,
                    ply,
                    mv,
                    fen: position.fen(),
                });
            }
            if let Some(scored) = scored {
                visit(&position, scored);
            }
            position.make(mv);
        }
        Ok(position)
    }
}

/// Which positions to train on. A network judges quiet positions; where a capture or a check is
/// in the air the search score says little about the board as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Keep positions in check.
    pub checks: bool,
    /// Keep positions whose best move is a capture.
    pub captures: bool,
    /// The largest score, either way.
    pub max_score: i16,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            checks: false,
            captures: false,
            max_score: 2000,
        }
    }
}

impl Filter {
    /// Whether to train on this position.
    #[must_use]
    pub fn keeps(&self, position: &Position, ply: ScoredMove) -> bool {
        (self.checks || !position.in_check())
            && (self.captures || position.piece_on(ply.mv.to()).is_none())
            && ply.score.unsigned_abs() <= self.max_score.unsigned_abs()
    }
}
