//! What earlier cutoffs teach about moves and evaluations.
//!
//! Every counter is a 16-bit number that moves towards its bound by less the nearer it is, so
//! that old lessons fade. Sources: Jonathan Schaeffer, "The History Heuristic" (1983); the
//! bounded update and the histories of move pairs as described on chessprogramming.org,
//! "History Heuristic".

use super::params;
use crate::{
    position::Position,
    types::{Color, Move, Piece, Score, Square},
};

/// The bound of every counter of moves.
const LIMIT: i32 = 16_384;
/// The bound of corrections, in 1/256 centipawn.
const CORRECTION_LIMIT: i32 = 128 * 256;
/// Entries of a correction table for each side.
const CORRECTIONS: usize = 16_384;
/// Correction tables.
const ASPECTS: usize = 4;
/// Pawn structures told apart by the history of quiet moves.
const PAWN_STRUCTURES: usize = 512;

/// Moves a counter towards `LIMIT` or `-LIMIT`.
#[inline]
fn learn(counter: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[inline]
fn pawn_structure(position: &Position) -> usize {
    position.state().pawn_key.0 as usize % PAWN_STRUCTURES
}

/// Counters of a piece and where it goes.
type PieceTo = [[i16; Square::COUNT]; 14];

/// Which earlier move a continuation counter follows: its piece and where it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context(u16);

impl Context {
    /// The context after `piece` went to `to`.
    #[inline]
    #[must_use]
    pub fn new(piece: Piece, to: Square) -> Self {
        Self((piece.index() * Square::COUNT + to.index()) as u16)
    }
}

/// The lessons of one thread.
pub struct Histories {
    /// By side, start and end.
    quiet: Vec<[[i16; Square::COUNT]; Square::COUNT]>,
    /// By piece, end and kind of what is captured.
    capture: Vec<[[i16; 7]; Square::COUNT]>,
    /// By context, then piece and end.
    continuation: Vec<PieceTo>,
    /// By pawn structure, then piece and end.
    pawn: Vec<PieceTo>,
    /// How wrong the evaluation was, by side and one aspect of the position: the pawns, the
    /// defenders, the attackers, the last move.
    corrections: [Vec<i16>; ASPECTS],
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            quiet: vec![[[0; Square::COUNT]; Square::COUNT]; 2],
            capture: vec![[[0; 7]; Square::COUNT]; 14],
            continuation: vec![[[0; Square::COUNT]; 14]; 14 * Square::COUNT],
            pawn: vec![[[0; Square::COUNT]; 14]; PAWN_STRUCTURES],
            corrections: std::array::from_fn(|_| vec![0; 2 * CORRECTIONS]),
        }
    }
}

impl Histories {
    /// The points of a quiet move: its own, and those after the moves one, two and four plies
    /// ago.
    #[inline]
    #[must_use]
    pub fn quiet(&self, side: Color, piece: Piece, mv: Move, contexts: &[Option<Context>]) -> i32 {
        let own = self.quiet[side.index()][mv.from().index()][mv.to().index()];
        let pairs = contexts.iter().flatten().map(|context| {
            i32::from(self.continuation[usize::from(context.0)][piece.index()][mv.to().index()])
        });
        i32::from(own) + pairs.sum::<i32>()
    }

    /// The points of a capture.
    #[inline]
    #[must_use]
    pub fn capture(&self, piece: Piece, mv: Move, captured: Piece) -> i32 {
        let counters = &self.capture[piece.index()][mv.to().index()];
        i32::from(counters[captured.kind().index()])
    }

    /// Teaches a quiet move's counters.
    pub fn learn_quiet(
        &mut self,
        side: Color,
        piece: Piece,
        mv: Move,
        contexts: &[Option<Context>],
        bonus: i32,
    ) {
        learn(
            &mut self.quiet[side.index()][mv.from().index()][mv.to().index()],
            bonus,
        );
        for context in contexts.iter().flatten() {
            let pairs = &mut self.continuation[usize::from(context.0)];
            learn(&mut pairs[piece.index()][mv.to().index()], bonus);
        }
    }

    /// The points of a quiet move with pawns as they stand.
    #[inline]
    #[must_use]
    pub fn with_pawns(&self, position: &Position, piece: Piece, mv: Move) -> i32 {
        i32::from(self.pawn[pawn_structure(position)][piece.index()][mv.to().index()])
    }

    /// Teaches a quiet move's counter with pawns as they stand.
    pub fn learn_with_pawns(&mut self, position: &Position, piece: Piece, mv: Move, bonus: i32) {
        let counters = &mut self.pawn[pawn_structure(position)];
        learn(&mut counters[piece.index()][mv.to().index()], bonus);
    }

    /// Teaches a quiet move's own counter alone.
    pub fn learn_own(&mut self, side: Color, mv: Move, bonus: i32) {
        let counters = &mut self.quiet[side.index()][mv.from().index()];
        learn(&mut counters[mv.to().index()], bonus);
    }

    /// Teaches a capture's counter.
    pub fn learn_capture(&mut self, piece: Piece, mv: Move, captured: Piece, bonus: i32) {
        let counters = &mut self.capture[piece.index()][mv.to().index()];
        learn(&mut counters[captured.kind().index()], bonus);
    }

    fn correction_places(position: &Position) -> [usize; ASPECTS] {
        let state = position.state();
        let side = position.side().index() * CORRECTIONS;
        let place = |key: u64| side + key as usize % CORRECTIONS;
        let (pawns, defence) = (state.pawn_key.0, state.defence_key.0);
        let last = state.last_move.map_or(0, |mv| {
            let piece = position.piece_on(mv.to()).map_or(0, Piece::index);
            let number = (piece * Square::COUNT + mv.from().index()) * Square::COUNT;
            // Fibonacci hashing: Knuth, "The Art of Computer Programming", vol. 3, 6.4.
            ((number + mv.to().index()) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
        });
        let attackers = state.key.0 ^ pawns ^ defence;
        [place(pawns), place(defence), place(attackers), place(last)]
    }

    /// What to add to the evaluation of a position like this.
    #[inline]
    #[must_use]
    pub fn correction(&self, position: &Position) -> Score {
        let weights = [
            params::correction_structure(),
            params::correction_structure(),
            params::correction_attackers(),
            params::correction_move(),
        ];
        let sum: i32 = Self::correction_places(position)
            .into_iter()
            .zip(&self.corrections)
            .zip(weights)
            .map(|((place, table), weight)| i32::from(table[place]) * weight)
            .sum();
        Score(sum / (256 * 256))
    }

    /// Teaches the structure of a position by how far a search of `depth` plies came out from
    /// its evaluation.
    pub fn learn_correction(&mut self, position: &Position, depth: i32, error: Score) {
        let weight = (depth + 1).min(16);
        let target = (error.0 * 256).clamp(-CORRECTION_LIMIT / 2, CORRECTION_LIMIT / 2);
        for (place, table) in Self::correction_places(position)
            .into_iter()
            .zip(&mut self.corrections)
        {
            let old = i32::from(table[place]);
            let new = (old * (256 - weight) + target * weight) / 256;
            table[place] = new.clamp(-CORRECTION_LIMIT + 1, CORRECTION_LIMIT - 1) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_in_their_bounds() {
        let mut counter = 0;
        for _ in 0..1000 {
            learn(&mut counter, 3000);
            assert!(i32::from(counter) <= LIMIT);
        }
        assert!(counter > 14_000);
        for _ in 0..1000 {
            learn(&mut counter, -100_000);
            assert!(i32::from(counter) >= -LIMIT);
        }
    }

    #[test]
    fn corrections_approach_the_error() {
        let position = Position::startpos();
        let mut histories = Histories::default();
        for _ in 0..500 {
            histories.learn_correction(&position, 10, Score(40));
        }
        let learned = histories.correction(&position).0;
        let weights = 2 * params::correction_structure()
            + params::correction_attackers()
            + params::correction_move();
        let all = 40 * weights / 256;
        assert!((all * 7 / 8..=all).contains(&learned), "{learned} of {all}");
    }
}
