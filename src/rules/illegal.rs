//! Why a move is illegal, one reason per rule.

use thiserror::Error;

use crate::{
    attacks,
    position::Position,
    types::{Bitboard, Color, File, Move, Piece, PieceKind, Square},
};

/// The first rule a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// Nothing stands on the start.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece belongs to the opponent.
    #[error("the {0} on {1} is not {side}'s to move", side = !.0.color())]
    WrongSide(Piece, Square),
    /// A piece of the mover's own stands on the end.
    #[error("{1} holds an own piece, the {0}")]
    OwnPiece(Piece, Square),
    /// Such a piece never moves like this.
    #[error("no {0} moves from {1} to {2}")]
    Shape(PieceKind, Square, Square),
    /// A king or advisor would leave its palace.
    #[error("the {0} may not leave the palace")]
    OutsidePalace(PieceKind),
    /// An elephant would cross the river.
    #[error("the elephant may not cross the river")]
    OverRiver,
    /// A horse's leg is blocked.
    #[error("the horse's leg is blocked by the {0} on {1}")]
    BlockedLeg(Piece, Square),
    /// An elephant's eye is blocked.
    #[error("the elephant's eye is blocked by the {0} on {1}")]
    BlockedEye(Piece, Square),
    /// A pawn would move backward.
    #[error("a pawn never moves back")]
    PawnBack,
    /// A pawn would move sideways before it has crossed the river.
    #[error("a pawn moves sideways only once it has crossed the river")]
    PawnSideways,
    /// Something stands in the way of a rook, or of a cannon that does not capture.
    #[error("the {0} on {1} is in the way")]
    Blocked(Piece, Square),
    /// A cannon captures over exactly one screen.
    #[error("a cannon captures over exactly one screen, here are {0}")]
    Screens(u32),
    /// The kings would face each other on an open file.
    #[error("the kings would face each other on the {0}-file")]
    KingsFacing(File),
    /// The mover's king would be in check.
    #[error("the king on {king} would be in check from the {checker} on {from}")]
    InCheck {
        /// Where the king would be.
        king: Square,
        /// What would give check.
        checker: Piece,
        /// From where.
        from: Square,
    },
}

/// The first rule the move breaks; `None` if it is legal.
///
/// ```
/// use chuhe::{position::Position, rules};
/// let position = Position::startpos();
/// let why = rules::why_illegal(&position, "h0h1".parse()?).expect("no leap");
/// assert_eq!(why.to_string(), "no horse moves from h0 to h1");
/// # Ok::<(), chuhe::types::ParseMoveError>(())
/// ```
#[must_use]
pub fn why_illegal(position: &Position, mv: Move) -> Option<IllegalMove> {
    if position.is_legal(mv) {
        return None;
    }
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = position.piece_on(from) else {
        return Some(IllegalMove::NoPiece(from));
    };
    if piece.color() != position.side() {
        return Some(IllegalMove::WrongSide(piece, from));
    }
    if let Some(own) = position.piece_on(to).filter(|p| p.color() == piece.color()) {
        return Some(IllegalMove::OwnPiece(own, to));
    }
    Some(
        misplaced(position, piece, from, to).unwrap_or_else(|| king_in_danger(position, piece, mv)),
    )
}

/// What speaks against the way the piece would move.
fn misplaced(position: &Position, piece: Piece, from: Square, to: Square) -> Option<IllegalMove> {
    let kind = piece.kind();
    let files = (to.file().index() as i32 - from.file().index() as i32).abs();
    let ranks = (to.rank().index() as i32 - from.rank().index() as i32).abs();
    let shape = Some(IllegalMove::Shape(kind, from, to));
    let in_palace = Bitboard::palace(piece.color()).contains(to);
    let blocker = |square: Option<Square>| {
        square.and_then(|square| Some((position.piece_on(square)?, square)))
    };
    match kind {
        PieceKind::King | PieceKind::Advisor => {
            let step = if kind == PieceKind::King {
                (1, 0)
            } else {
                (1, 1)
            };
            let fits = (files.max(ranks), files.min(ranks)) == step;
            match (fits, in_palace) {
                (true, false) => Some(IllegalMove::OutsidePalace(kind)),
                (true, true)
                    if !attacks::reach(kind, piece.color(), from, Bitboard::EMPTY).contains(to) =>
                {
                    shape
                }
                (true, true) => None,
                (false, _) => shape,
            }
        }
        PieceKind::Elephant => match (files, ranks) {
            (2, 2) if !Bitboard::half(piece.color()).contains(to) => Some(IllegalMove::OverRiver),
            (2, 2) => blocker(attacks::elephant_eye(from, to))
                .map(|(piece, square)| IllegalMove::BlockedEye(piece, square)),
            _ => shape,
        },
        PieceKind::Horse => match attacks::horse_leg(from, to) {
            None => shape,
            leg => blocker(leg).map(|(piece, square)| IllegalMove::BlockedLeg(piece, square)),
        },
        PieceKind::Rook | PieceKind::Cannon if files != 0 && ranks != 0 => shape,
        PieceKind::Rook => nearest_between(position, from, to),
        PieceKind::Cannon if position.piece_on(to).is_none() => nearest_between(position, from, to),
        PieceKind::Cannon => match (attacks::between(from, to) & position.occupied()).len() {
            1 => None,
            screens => Some(IllegalMove::Screens(screens)),
        },
        PieceKind::Pawn => pawn_misplaced(piece.color(), from, to, shape),
    }
}

fn pawn_misplaced(
    color: Color,
    from: Square,
    to: Square,
    shape: Option<IllegalMove>,
) -> Option<IllegalMove> {
    if attacks::pawn(color, from).contains(to) {
        return None;
    }
    let step = |files, ranks| from.offset(files, ranks) == Some(to);
    let back = if color == Color::Red { -1 } else { 1 };
    if step(0, back) {
        Some(IllegalMove::PawnBack)
    } else if step(1, 0) || step(-1, 0) {
        Some(IllegalMove::PawnSideways)
    } else {
        shape
    }
}

/// The piece nearest to `from` on the way to `to`.
fn nearest_between(position: &Position, from: Square, to: Square) -> Option<IllegalMove> {
    let way = attacks::between(from, to) & position.occupied();
    let nearest = way
        .iter()
        .min_by_key(|square| square.index().abs_diff(from.index()))?;
    let piece = position.piece_on(nearest)?;
    Some(IllegalMove::Blocked(piece, nearest))
}

/// What would happen to the mover's king.
fn king_in_danger(position: &Position, piece: Piece, mv: Move) -> IllegalMove {
    let us = piece.color();
    let king = match piece.kind() {
        PieceKind::King => mv.to(),
        _ => position.king(us),
    };
    let occupied = position.occupied().without(mv.from()).with(mv.to());
    let checkers = position.attackers(king, !us, occupied).without(mv.to());
    let facing = position.king(!us);
    let from = checkers
        .without(facing)
        .first()
        .filter(|_| !checkers.contains(facing));
    match from.and_then(|from| Some((position.piece_on(from)?, from))) {
        Some((checker, from)) => IllegalMove::InCheck {
            king,
            checker,
            from,
        },
        None => IllegalMove::KingsFacing(king.file()),
    }
}
