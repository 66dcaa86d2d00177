//! Geometry: which points a piece reaches from a point, given the occupied points.
//!
//! Functions know blockers, not positions: results include points held by either side. Where
//! the way matters the reverse is a function of its own: a horse's leg stands beside the horse,
//! so [`horse`] and [`horse_to`] differ, as do [`pawn`] and [`pawn_to`].
//!
//! Every table is built at compile time.

mod leapers;
mod lines;

pub use leapers::{
    advisor, elephant, elephant_eye, elephant_points, horse, horse_leg, horse_legs_to, horse_ring,
    horse_to, king, pawn, pawn_points, pawn_to,
};
pub use lines::{between, cannon, cross, rook};

use crate::types::{Bitboard, Color, PieceKind, Square};

/// The points a piece of this kind moves to or captures on when `occupied` is in the way.
///
/// For a cannon this joins its quiet moves and its captures: what it attacks is
/// [`cannon`] alone.
///
/// ```
/// use chuhe::{attacks, types::*};
/// let e0: Square = "e0".parse()?;
/// let wall = Bitboard::square("e3".parse()?);
/// assert_eq!(attacks::reach(PieceKind::Rook, Color::Red, e0, wall).len(), 11);
/// # Ok::<(), ParseSquareError>(())
/// ```
#[inline]
#[must_use]
pub fn reach(kind: PieceKind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::King => king(from),
        PieceKind::Advisor => advisor(from),
        PieceKind::Elephant => elephant(from, occupied),
        PieceKind::Horse => horse(from, occupied),
        PieceKind::Rook => rook(from, occupied),
        PieceKind::Cannon => {
            (rook(from, occupied) - occupied) | (cannon(from, occupied) & occupied)
        }
        PieceKind::Pawn => pawn(color, from),
    }
}
