//! What earlier cutoffs teach about moves and evaluations.
//!
//! Every counter is a 16-bit number that moves towards its bound by less the nearer it is, so
//! that old lessons fade. Sources: Jonathan Schaeffer, "The History Heuristic" (1983); the
//! bounded update and the histories of move pairs as described on chessprogramming.org,
//! "History Heuristic".

use crate::{
    position::Position,
    types::{Color, Key, Move, Piece, Score, Square},
};

/// The bound of every counter of moves.
const LIMIT: i32 = 16_384;
/// The bound of corrections, in 1/256 centipawn.
const CORRECTION_LIMIT: i32 = 128 * 256;
/// Entries of a correction table for each side.
const CORRECTIONS: usize = 16_384;

/// Moves a counter towards `LIMIT` or `-LIMIT`.
#[inline]
fn learn(counter: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / LIMIT) as i16;
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
    /// How wrong the evaluation was, by side and structure of pawns, then of defenders.
    corrections: [Vec<i16>; 2],
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            quiet: vec![[[0; Square::COUNT]; Square::COUNT]; 2],
            capture: vec![[[0; 7]; Square::COUNT]; 14],
            continuation: vec![[[0; Square::COUNT]; 14]; 14 * Square::COUNT],
            corrections: [vec![0; 2 * CORRECTIONS], vec![0; 2 * CORRECTIONS]],
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

    /// Teaches a capture's counter.
    pub fn learn_capture(&mut self, piece: Piece, mv: Move, captured: Piece, bonus: i32) {
        let counters = &mut self.capture[piece.index()][mv.to().index()];
        learn(&mut counters[captured.kind().index()], bonus);
    }

    fn correction_places(position: &Position) -> [usize; 2] {
        let state = position.state();
        let side = position.side().index() * CORRECTIONS;
        let place = |key: Key| side + key.0 as usize % CORRECTIONS;
        [place(state.pawn_key), place(state.defence_key)]
    }

    /// What to add to the evaluation of a position of this structure.
    #[inline]
    #[must_use]
    pub fn correction(&self, position: &Position) -> Score {
        let places = Self::correction_places(position);
        let sum: i32 = places
            .into_iter()
            .zip(&self.corrections)
            .map(|(place, table)| i32::from(table[place]))
            .sum();
        Score(sum / 512)
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
        assert!((35..=40).contains(&learned), "{learned}");
    }
}
