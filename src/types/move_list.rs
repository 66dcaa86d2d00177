//! A list of moves that never allocates.

use std::{fmt, mem::MaybeUninit, ops::Deref};

use super::Move;

/// Room for every move of any position: two rooks and two cannons reach at most 17 points each,
/// two horses 8, five pawns 3, and king, advisors and elephants 16 together, 115 in all.
const CAPACITY: usize = 128;

/// The moves of one position, on the stack. Reads like a slice.
#[derive(Clone)]
pub struct MoveList {
    moves: [MaybeUninit<Move>; CAPACITY],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            moves: [MaybeUninit::uninit(); CAPACITY],
            len: 0,
        }
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    /// If the list already holds 128 moves, which no legal set of pieces can reach.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = MaybeUninit::new(mv);
        self.len += 1;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[Move] {
        // SAFETY: the first `len` places were written by `push`, and `MaybeUninit<Move>` has
        // the layout of `Move`.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
