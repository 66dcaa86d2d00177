//! `position`: a start, moves, and what to do when something in them is wrong.
//!
//! Everything seen in the wild is read: `startpos`, `fen …`, a bare board, each with or without
//! moves. A bad position leaves the old one; a bad move ends the list before it.

use thiserror::Error;

use super::wire::{proven_base, quoted, read_move};
use crate::{
    engine::RankBase,
    position::{FenError, Position},
    rules::{self, IllegalMove},
    types::Move,
};

/// A position that could be set up.
pub struct Setup {
    /// The position, with its moves played.
    pub position: Position,
    /// The numbering of ranks its moves turned out to use.
    pub base: RankBase,
    /// Why the moves end early, if they do.
    pub problem: Option<MoveProblem>,
}

/// Why there is no new position.
#[derive(Debug, Error)]
pub enum SetupError {
    /// Neither `startpos` nor a FEN.
    #[error("`position` needs `startpos` or `fen` and a position")]
    Nothing,
    /// The FEN is wrong.
    #[error("position refused: {0}")]
    Fen(#[from] FenError),
}

/// Why a list of moves ends early.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum MoveProblem {
    /// No text of a move.
    #[error("move {number}, `{text}`, is no move in this numbering: files a-i, ranks {ranks}")]
    Text {
        /// Its place in the list, from 1.
        number: usize,
        /// What was written.
        text: String,
        /// The ranks there are.
        ranks: &'static str,
    },
    /// A move that may not be played.
    #[error("move {number}, `{text}`, is illegal: {reason}")]
    Illegal {
        /// Its place in the list, from 1.
        number: usize,
        /// What was written.
        text: String,
        /// The rule it breaks; points are named with ranks 0-9.
        reason: IllegalMove,
    },
}

/// Sets up what the words after `position` say.
///
/// # Errors
/// If they give no position, or one that cannot be.
pub fn set_up(words: &[&str], base: RankBase) -> Result<Setup, SetupError> {
    let is_moves = |word: &&str| word.eq_ignore_ascii_case("moves");
    let split = words.iter().position(is_moves).unwrap_or(words.len());
    let (start, mut moves) = (&words[..split], words.get(split + 1..).unwrap_or(&[]));
    let start = match start {
        [word, rest @ ..] if word.eq_ignore_ascii_case("startpos") => {
            // Whatever follows is meant as moves, with the word `moves` or without.
            if !rest.is_empty() {
                moves = rest;
            }
            Position::startpos()
        }
        [word, fen @ ..] if word.eq_ignore_ascii_case("fen") && !fen.is_empty() => {
            Position::from_fen(&fen.join(" "))?
        }
        [board, ..] if board.contains('/') => Position::from_fen(&start.join(" "))?,
        _ => return Err(SetupError::Nothing),
    };
    Ok(with_moves(&start, moves, base))
}

/// Plays the moves, in the other numbering if a rank proves it and all of them are legal there.
fn with_moves(start: &Position, moves: &[&str], base: RankBase) -> Setup {
    let proven = moves.iter().find_map(|text| proven_base(text));
    if let Some(other) = proven.filter(|&proven| proven != base) {
        let (position, problem) = play(start.clone(), moves, other);
        if problem.is_none() {
            return Setup {
                position,
                base: other,
                problem,
            };
        }
    }
    let (position, problem) = play(start.clone(), moves, base);
    Setup {
        position,
        base,
        problem,
    }
}

fn play(mut position: Position, moves: &[&str], base: RankBase) -> (Position, Option<MoveProblem>) {
    for (i, text) in moves.iter().enumerate() {
        match legal_move(&position, text, i + 1, base) {
            Ok(mv) => position.make(mv),
            Err(problem) => return (position, Some(problem)),
        }
    }
    (position, None)
}

/// Reads one move that may be played.
///
/// # Errors
/// If it is no move, or an illegal one; `number` is its place in the list.
pub fn legal_move(
    position: &Position,
    text: &str,
    number: usize,
    base: RankBase,
) -> Result<Move, MoveProblem> {
    let mv = read_move(text, base).ok_or_else(|| MoveProblem::Text {
        number,
        text: quoted(text),
        ranks: match base {
            RankBase::Zero => "0-9",
            RankBase::One => "1-10",
        },
    })?;
    match rules::why_illegal(position, mv) {
        None => Ok(mv),
        Some(reason) => Err(MoveProblem::Illegal {
            number,
            text: quoted(text),
            reason,
        }),
    }
}
