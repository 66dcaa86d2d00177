//! True and false roots: whether a captured piece would be recaptured for.
//!
//! A root must be able to capture on the victim's point *after* the attacker has arrived there:
//! a cannon whose screen was the attacker is none, a piece tied to its king is none, a king that
//! would step into an attack or face the other king is none; and a rook behind the attacker is
//! one, for the attacker leaves the line.

use super::board::Board;
use crate::types::{Bitboard, Square};

/// Which roots count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Roots {
    /// Every recapture.
    All,
    /// Only those that bear on the victim already, with the attacker where it stands.
    InPlace,
}

/// Whether the piece on `at` has a root against its capture from `from`. Checks by `checkers`
/// are taken to be dealt with before the capture.
pub(super) fn is_protected(
    board: &Board,
    from: Square,
    at: Square,
    roots: Roots,
    checkers: Bitboard,
) -> bool {
    let color = board.piece_on(at).expect("the victim is there").color();
    let gone = Bitboard::from(from);
    let mut candidates = board
        .capturers(at, color, board.occupied() - gone)
        .without(at);
    if roots == Roots::InPlace {
        candidates &= board.capturers(at, color, board.occupied());
    }
    candidates
        .iter()
        .any(|root| !board.exposes_king(root, at, gone, checkers - gone))
}
