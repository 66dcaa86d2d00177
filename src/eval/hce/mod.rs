//! The hand-crafted evaluation: material, places, mobility, king safety, pawns over the river.
//!
//! Every term is a pair of values, one for the opening and one for the endgame, blended by the
//! pieces left. Material and places are kept incrementally; the rest is worked out when asked.
//! [`Trace`] is the evaluation of a position as a function of its weights, for fitting them.

mod places;
mod terms;
mod trace;
mod weights;

pub use trace::{Trace, Weights};

use std::{
    fmt::Write as _,
    ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign},
};

use crate::{
    position::{Observer, Position},
    types::{Color, MAX_PLY, Piece, PieceKind, Score, Square},
};
use terms::{Counts, Sum, WHOLE};
use weights::{GRAIN, TEMPO, Term};

/// A value for the opening and one for the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// With all pieces on the board.
    pub opening: i32,
    /// With no attacking piece left.
    pub endgame: i32,
}

/// Short form of a [`Pair`].
pub(crate) const fn s(opening: i32, endgame: i32) -> Pair {
    Pair { opening, endgame }
}

impl Add for Pair {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        s(self.opening + other.opening, self.endgame + other.endgame)
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        s(self.opening - other.opening, self.endgame - other.endgame)
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        s(-self.opening, -self.endgame)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline]
    fn mul(self, factor: i32) -> Self {
        s(self.opening * factor, self.endgame * factor)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// The phase with all pieces on the board.
const MAX_PHASE: i32 = 28;

const fn phase_of(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Rook => 3,
        PieceKind::Horse | PieceKind::Cannon => 2,
        _ => 0,
    }
}

/// What moves change: material and places from Red's view, and the phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Incremental {
    places: Pair,
    phase: i32,
}

/// The evaluation with its stack of incremental values.
#[derive(Clone)]
pub struct Evaluation {
    now: Incremental,
    before: Vec<Incremental>,
}

impl Evaluation {
    /// The evaluation of a position, from scratch.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let mut evaluation = Self {
            now: Incremental::default(),
            before: Vec::with_capacity(MAX_PLY + 8),
        };
        for square in position.occupied() {
            evaluation.add(
                position.piece_on(square).expect("the point is occupied"),
                square,
            );
        }
        evaluation
    }

    /// Remembers the values before a move.
    #[inline]
    pub fn push(&mut self) {
        self.before.push(self.now);
    }

    /// Goes back to the values before the last move.
    #[inline]
    pub fn pop(&mut self) {
        self.now = self.before.pop().expect("pops match pushes");
    }

    /// The score from the view of the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        let [mut red, mut black] = [Sum::default(); 2];
        terms::count(position, Color::Red, &mut red);
        terms::count(position, Color::Black, &mut black);
        let fine = self.now.places * GRAIN + (red.0 - black.0);
        let phase = self.now.phase.clamp(0, MAX_PHASE);
        let blend = fine.opening * phase + fine.endgame * (MAX_PHASE - phase);
        let score = blend / (GRAIN * MAX_PHASE);
        let ahead = if score > 0 { Color::Red } else { Color::Black };
        let kept = score * terms::winnable(position, ahead) / WHOLE;
        let us = match position.side() {
            Color::Red => kept,
            Color::Black => -kept,
        };
        Score(us + TEMPO)
    }
}

impl Observer for Evaluation {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.now.places += places::place(piece, square);
        self.now.phase += phase_of(piece.kind());
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.now.places -= places::place(piece, square);
        self.now.phase -= phase_of(piece.kind());
    }
}

/// The terms as a table, Red's view.
#[must_use]
pub fn explain(position: &Position) -> String {
    let evaluation = Evaluation::new(position);
    let mut text =
        String::from("Term                 opening  endgame  (centipawns, red's view)\n");
    let mut row = |name: &str, pair: Pair| {
        let Pair { opening, endgame } = pair;
        let _ = writeln!(text, "{name:<20} {opening:>+7}  {endgame:>+7}");
    };
    row("Material and places", evaluation.now.places);
    let [mut red, mut black] = [Counts::default(); 2];
    terms::count(position, Color::Red, &mut red);
    terms::count(position, Color::Black, &mut black);
    for group in Term::ALL.chunk_by(|a, b| a.group() == b.group()) {
        let sum = group.iter().fold(Pair::default(), |sum, &term| {
            let at = term as usize;
            sum + Term::WEIGHTS[at] * (red.0[at] - black.0[at])
        });
        row(
            group[0].group(),
            s(sum.opening / GRAIN, sum.endgame / GRAIN),
        );
    }
    let _ = writeln!(
        text,
        "Phase                {:>3} of {MAX_PHASE}",
        evaluation.now.phase
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Move;

    #[test]
    fn incremental_values_equal_those_from_scratch() {
        let mut position = Position::startpos();
        let mut evaluation = Evaluation::new(&position);
        let mut seed = 7_u64;
        for _ in 0..60 {
            let targets = |from| Square::all().filter(move |&to| to != from);
            let moves: Vec<Move> = Square::all()
                .flat_map(|from| targets(from).map(move |to| Move::new(from, to)))
                .filter(|&mv| position.is_legal(mv))
                .collect();
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            evaluation.push();
            position.make_observed(moves[(seed >> 33) as usize % moves.len()], &mut evaluation);
            assert_eq!(evaluation.now, Evaluation::new(&position).now, "{position}");
        }
    }

    #[test]
    fn colours_and_wings_are_treated_alike() {
        for fen in [
            "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "4k4/4a4/4b4/9/2P6/6N2/9/3A5/4p4/3K1C3 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let score = Evaluation::new(&position).evaluate(&position);
            for image in [position.flipped(), position.mirrored()] {
                assert_eq!(
                    Evaluation::new(&image).evaluate(&image),
                    score,
                    "{fen} {image}"
                );
            }
        }
    }
}
