//! A score for a position, from the view of the side to move, in centipawns.
//!
//! [`Evaluator`] is what a search worker owns: it hears of every piece change as an
//! [`Observer`] and answers [`Evaluator::evaluate`]. Which evaluation answers is hidden behind
//! it. Evaluations know neither move generation nor rules nor their caller.

pub mod hce;

use crate::{
    position::{Observer, Position},
    types::{Piece, Score, Square},
};

/// The evaluation a search worker carries along.
#[derive(Clone)]
pub struct Evaluator {
    hce: hce::Evaluation,
}

impl Evaluator {
    /// An evaluator that knows `position`.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self {
            hce: hce::Evaluation::new(position),
        }
    }

    /// Forgets everything and starts from `position`.
    pub fn reset(&mut self, position: &Position) {
        self.hce = hce::Evaluation::new(position);
    }

    /// To be called before a move is made with this evaluator as observer.
    #[inline]
    pub fn push(&mut self) {
        self.hce.push();
    }

    /// To be called when a move is taken back; the board need not be observed then.
    #[inline]
    pub fn pop(&mut self) {
        self.hce.pop();
    }

    /// The score of the position the pushes and pops have led to.
    #[inline]
    #[must_use]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        self.hce.evaluate(position).clamp_eval()
    }
}

impl Observer for Evaluator {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.hce.add(piece, square);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.hce.remove(piece, square);
    }
}

/// The score of a position worked out from scratch.
///
/// ```
/// use chuhe::{eval, position::Position};
/// let rook_up = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w").unwrap();
/// assert!(eval::evaluate(&rook_up).0 > 300);
/// ```
#[must_use]
pub fn evaluate(position: &Position) -> Score {
    Evaluator::new(position).evaluate(position)
}

/// A table of what makes up the score, for people.
#[must_use]
pub fn explain(position: &Position) -> String {
    hce::explain(position)
}
