//! How an evaluation follows the board without the board knowing it.

use crate::types::{Piece, Square};

/// Told of every piece that comes or goes when moves are made.
pub trait Observer {
    /// A piece now stands on the point.
    fn add(&mut self, piece: Piece, square: Square);
    /// A piece no longer stands on the point.
    fn remove(&mut self, piece: Piece, square: Square);
}

/// Listens to nothing, costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullObserver;

impl Observer for NullObserver {
    #[inline]
    fn add(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn remove(&mut self, _: Piece, _: Square) {}
}
