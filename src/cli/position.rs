//! The position a command works on, given as a FEN and moves.

use std::error::Error;

use chuhe::{notation, position::Position};

/// Which position to work on.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// The position; the start of the game if left out
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Moves to play from there, such as h2e2, C2.5 or 炮二平五
    #[arg(long, value_name = "MOVE", num_args = 1.., value_delimiter = ' ')]
    moves: Vec<String>,
}

impl PositionArgs {
    /// The position, its moves played.
    ///
    /// # Errors
    /// If the FEN is wrong or a move is.
    pub fn position(&self) -> Result<Position, Box<dyn Error + Send + Sync>> {
        let mut position = match &self.fen {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::startpos(),
        };
        for text in self.moves.iter().filter(|text| !text.is_empty()) {
            let mv = notation::read(&position, text)
                .map_err(|error| format!("after {position}: {error}"))?;
            position.make(mv);
        }
        Ok(position)
    }
}
