//! A score for a position, from the view of the side to move, in centipawns.
//!
//! [`Evaluator`] is what a search worker owns: it hears of every piece change as an
//! [`Observer`] and answers [`Evaluator::evaluate`]. Which evaluation answers is hidden behind
//! it. Evaluations know neither move generation nor rules nor their caller.

pub mod hce;
pub mod nnue;

use std::sync::Arc;

use crate::{
    position::{Observer, Position},
    types::{Piece, Score, Square},
};

/// Which evaluation to use.
#[derive(Clone, Debug)]
pub enum Source {
    /// Terms and weights chosen by hand.
    HandCrafted,
    /// A trained network.
    Network(Arc<nnue::Network>),
}

impl Source {
    /// The score of a position worked out from scratch.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        Evaluator::from_source(self, position).evaluate(position)
    }

    /// What makes up the score, for people.
    #[must_use]
    pub fn explain(&self, position: &Position) -> String {
        match self {
            Self::HandCrafted => hce::explain(position),
            Self::Network(network) => network.explain(position),
        }
    }
}

impl Default for Source {
    /// The network built into the binary, or what there is without one.
    fn default() -> Self {
        nnue::embedded().map_or(Self::HandCrafted, Self::Network)
    }
}

/// The evaluation a search worker carries along.
#[derive(Clone)]
pub struct Evaluator {
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    HandCrafted(hce::Evaluation),
    Network(nnue::Accumulators),
}

impl Evaluator {
    /// An evaluator that knows `position`, of the default source.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self::from_source(&Source::default(), position)
    }

    /// An evaluator that knows `position`.
    #[must_use]
    pub fn from_source(source: &Source, position: &Position) -> Self {
        let kind = match source {
            Source::HandCrafted => Kind::HandCrafted(hce::Evaluation::new(position)),
            Source::Network(network) => {
                let mut accumulators = nnue::Accumulators::new(Arc::clone(network));
                accumulators.reset(position);
                Kind::Network(accumulators)
            }
        };
        Self { kind }
    }

    /// Forgets everything and starts from `position`.
    pub fn reset(&mut self, position: &Position) {
        match &mut self.kind {
            Kind::HandCrafted(hce) => *hce = hce::Evaluation::new(position),
            Kind::Network(network) => network.reset(position),
        }
    }

    /// To be called before a move is made with this evaluator as observer.
    #[inline]
    pub fn push(&mut self) {
        match &mut self.kind {
            Kind::HandCrafted(hce) => hce.push(),
            Kind::Network(network) => network.push(),
        }
    }

    /// To be called when a move is taken back; the board need not be observed then.
    #[inline]
    pub fn pop(&mut self) {
        match &mut self.kind {
            Kind::HandCrafted(hce) => hce.pop(),
            Kind::Network(network) => network.pop(),
        }
    }

    /// The score of the position the pushes and pops have led to.
    #[inline]
    #[must_use]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        match &mut self.kind {
            Kind::HandCrafted(hce) => hce.evaluate(position).clamp_eval(),
            Kind::Network(network) => network.evaluate(position),
        }
    }
}

impl Observer for Evaluator {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        match &mut self.kind {
            Kind::HandCrafted(hce) => hce.add(piece, square),
            Kind::Network(network) => network.add(piece, square),
        }
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        match &mut self.kind {
            Kind::HandCrafted(hce) => hce.remove(piece, square),
            Kind::Network(network) => network.remove(piece, square),
        }
    }
}

/// The score of a position worked out from scratch, by the default evaluation.
///
/// ```
/// use chuhe::{eval, position::Position};
/// let rook_up = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w").unwrap();
/// assert!(eval::evaluate(&rook_up).0 > 300);
/// ```
#[must_use]
pub fn evaluate(position: &Position) -> Score {
    Source::default().evaluate(position)
}

/// What makes up the score of the default evaluation, for people.
#[must_use]
pub fn explain(position: &Position) -> String {
    Source::default().explain(position)
}
