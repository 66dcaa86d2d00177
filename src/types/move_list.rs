//! A list of moves that never allocates.

use std::{
    fmt,
    mem::MaybeUninit,
    ops::{Deref, DerefMut},
};

use super::Move;

/// Room for every move of any position: two rooks and two cannons reach at most 17 points each,
/// two horses 8, five pawns 3, and king, advisors and elephants 16 together, 115 in all.
const CAPACITY: usize = 128;

/// As many entries as a position has moves, on the stack. Reads like a slice.
#[derive(Clone)]
pub struct List<T: Copy> {
    items: [MaybeUninit<T>; CAPACITY],
    len: usize,
}

/// The moves of one position.
pub type MoveList = List<Move>;

impl<T: Copy> List<T> {
    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            items: [MaybeUninit::uninit(); CAPACITY],
            len: 0,
        }
    }

    /// Adds an entry at the end.
    ///
    /// # Panics
    /// If the list already holds 128 entries, which no legal set of pieces can reach.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[self.len] = MaybeUninit::new(item);
        self.len += 1;
    }

    /// Drops all entries.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T: Copy> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy> Deref for List<T> {
    type Target = [T];

    #[inline]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[T] {
        // SAFETY: the first `len` places were written by `push`, and `MaybeUninit<T>` has the
        // layout of `T`.
        unsafe { std::slice::from_raw_parts(self.items.as_ptr().cast(), self.len) }
    }
}

impl<T: Copy> DerefMut for List<T> {
    #[inline]
    #[allow(unsafe_code)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the list is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.items.as_mut_ptr().cast(), self.len) }
    }
}

impl<'a, T: Copy> IntoIterator for &'a List<T> {
    type Item = T;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, T>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
