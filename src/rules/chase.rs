//! What a move newly threatens to capture: the chase of the rule books, as one definition.
//!
//! A *threat* is a capture that could be played if it were the mover's turn again and that
//! gains something: the victim cannot be recaptured for, or it is worth more than the attacker
//! whatever happens. A *chase* is a threat the move made: it did not stand before. The parts:
//!
//! - kings and pawns may threaten what they like; kings and pawns that have not crossed the
//!   river may be threatened;
//! - a rook attacked by a horse, cannon, advisor or elephant, and a horse or cannon attacked by
//!   an advisor or elephant, is threatened even if protected;
//! - two pieces of a kind that can take each other offer an exchange, nobody threatens; one
//!   that cannot take back (tied to its king, a leg blocked) is threatened;
//! - everything else is threatened if it has no *root*: no legal recapture, see
//!   [`super::protection`];
//! - a threat stood before if the attack did and no root was in its way. Whether the attacker
//!   was free to execute it then does not matter, so a move that merely frees a pinned attacker
//!   chases nothing; and only roots that bore on the victim with the attacker still in place
//!   count, so a move that parries an attack on the attacker's own line chases nothing either,
//!   though it may cut off a root behind the attacker. A move that takes away, blocks or ties a
//!   root does chase.
//!
//! Source: the World Xiangqi Federation's rules and their 110 diagrams; the definition is ours
//! and fits all of them that public data sets hold.

use super::{
    board::{Board, Men},
    protection::{self, Roots},
};
use crate::types::{Bitboard, Color, Move, PieceKind, Square};

/// The men of the opponent that the move made `before` into `after` chases. `visit` is told the
/// points of each attacker and victim, after the move.
pub(super) fn chased(
    before: &Board,
    after: &Board,
    mv: Move,
    mover: Color,
    mut visit: impl FnMut(Square, Square),
) -> Men {
    let mut men = 0;
    let checkers = after.checkers(!mover);
    let targets = after.color(!mover)
        - after.pieces(PieceKind::King)
        - (after.pieces(PieceKind::Pawn) & Bitboard::half(!mover));
    let attackers =
        after.color(mover) - after.pieces(PieceKind::King) - after.pieces(PieceKind::Pawn);
    for from in attackers {
        for at in after.attacks(from) & targets {
            if !threatens(after, from, at, checkers) {
                continue;
            }
            let origin = if from == mv.to() { mv.from() } else { from };
            if !stood(before, origin, at) {
                men |= after.man(at);
                visit(from, at);
            }
        }
    }
    men
}

/// Whether the piece on `from` threatens the one on `at`. `checkers` check the victim's king
/// now, which is taken to be dealt with.
fn threatens(board: &Board, from: Square, at: Square, checkers: Bitboard) -> bool {
    !board.exposes_king(from, at, Bitboard::EMPTY, Bitboard::EMPTY)
        && !is_exchange(board, from, at, checkers)
        && (is_worth_more(board, from, at)
            || !protection::is_protected(board, from, at, Roots::All, checkers))
}

/// Whether that threat was there already: `from` attacked `at`, nothing of the kind of an
/// exchange or a root spoke against it.
fn stood(board: &Board, from: Square, at: Square) -> bool {
    board.attacks(from).contains(at)
        && !is_exchange(board, from, at, Bitboard::EMPTY)
        && (is_worth_more(board, from, at)
            || !protection::is_protected(board, from, at, Roots::InPlace, Bitboard::EMPTY))
}

/// Whether both are of one kind and the attacked one can capture the attacker as well.
fn is_exchange(board: &Board, from: Square, at: Square, tolerated: Bitboard) -> bool {
    kind(board, from) == kind(board, at)
        && board.attacks(at).contains(from)
        && !board.exposes_king(at, from, Bitboard::EMPTY, tolerated)
}

/// Whether the victim is worth so much more that protection does not help.
fn is_worth_more(board: &Board, from: Square, at: Square) -> bool {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, Rook};
    matches!(
        (kind(board, from), kind(board, at)),
        (Horse | Cannon, Rook) | (Advisor | Elephant, Rook | Horse | Cannon)
    )
}

fn kind(board: &Board, square: Square) -> PieceKind {
    board
        .piece_on(square)
        .expect("attacker and victim are there")
        .kind()
}
