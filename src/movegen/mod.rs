//! All legal moves of a position, by kind, and counting them.
//!
//! Every list holds legal moves only: [`Restraints`] tells each piece where it may go, so there
//! is no pseudo-legal stage and no separate generator for positions in check; evasions are what
//! remains.

mod perft;

pub use perft::{Divided, PerftTable, divide, perft, perft_hashed, perft_parallel};

use crate::{
    attacks,
    position::{Position, Restraints},
    types::{Bitboard, Color, Move, MoveList, PieceKind, Square},
};

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All of them.
    All,
    /// Moves that capture.
    Captures,
    /// Moves that do not.
    Quiets,
}

/// The legal moves of one kind.
///
/// ```
/// use chuhe::{movegen::{self, Kind}, position::Position};
/// let position = Position::startpos();
/// let captures = movegen::generate(&position, Kind::Captures);
/// assert_eq!(captures.to_vec(), ["b2b9".parse()?, "h2h9".parse()?]);
/// # Ok::<(), chuhe::types::ParseMoveError>(())
/// ```
#[inline]
#[must_use]
pub fn generate(position: &Position, kind: Kind) -> MoveList {
    generate_under(position, &Restraints::of(position), kind)
}

/// As [`generate`], for a caller that already has the position's restraints.
#[inline]
#[must_use]
pub fn generate_under(position: &Position, restraints: &Restraints, kind: Kind) -> MoveList {
    let mut list = MoveList::new();
    each_target(position, restraints, kind, |from, targets| {
        for to in targets {
            list.push(Move::new(from, to));
        }
    });
    list
}

/// All legal moves.
#[inline]
#[must_use]
pub fn legal(position: &Position) -> MoveList {
    generate(position, Kind::All)
}

/// The legal moves that capture.
#[inline]
#[must_use]
pub fn captures(position: &Position) -> MoveList {
    generate(position, Kind::Captures)
}

/// The legal moves that do not capture.
#[inline]
#[must_use]
pub fn quiets(position: &Position) -> MoveList {
    generate(position, Kind::Quiets)
}

/// How many legal moves there are, without listing them.
#[inline]
#[must_use]
pub fn count(position: &Position) -> u32 {
    let us = position.side();
    let restraints = Restraints::of(position);
    let open = restraints.free() - position.color(us);
    let pawns = position.piece(us, PieceKind::Pawn) - restraints.singled_out();
    let crossed = pawns - Bitboard::half(us);
    let mut count = (pawns.forward(us) & open).len()
        + (crossed.left() & open).len()
        + (crossed.right() & open).len();
    each_piece(position, &restraints, pawns, |_, targets| {
        count += targets.len()
    });
    count + position.king_moves().len()
}

/// Whether the side to move has a legal move.
#[must_use]
pub fn any(position: &Position) -> bool {
    count(position) > 0
}

/// Calls `visit` with each piece of the side to move and the points it can legally go to.
#[inline]
fn each_target(
    position: &Position,
    restraints: &Restraints,
    kind: Kind,
    mut visit: impl FnMut(Square, Bitboard),
) {
    let wanted = match kind {
        Kind::All => Bitboard::ALL,
        Kind::Captures => position.color(!position.side()),
        Kind::Quiets => !position.occupied(),
    };
    each_piece(position, restraints, Bitboard::EMPTY, |from, targets| {
        visit(from, targets & wanted);
    });
    visit(
        position.king(position.side()),
        position.king_moves() & wanted,
    );
}

/// Every piece but the king and those in `skip`, with its legal targets.
#[inline]
fn each_piece(
    position: &Position,
    restraints: &Restraints,
    skip: Bitboard,
    mut visit: impl FnMut(Square, Bitboard),
) {
    let us = position.side();
    let own = position.color(us);
    let occupied = position.occupied();
    let mut each = |kind: PieceKind, reach: &dyn Fn(Square) -> Bitboard| {
        for from in position.piece(us, kind) - skip {
            visit(from, (reach(from) - own) & restraints.allowed(from));
        }
    };
    each(PieceKind::Rook, &|from| attacks::rook(from, occupied));
    each(PieceKind::Cannon, &|from| {
        attacks::reach(PieceKind::Cannon, us, from, occupied)
    });
    each(PieceKind::Horse, &|from| attacks::horse(from, occupied));
    each(PieceKind::Pawn, &|from| attacks::pawn(us, from));
    each(PieceKind::Elephant, &|from| {
        attacks::elephant(from, occupied)
    });
    each(PieceKind::Advisor, &|from| attacks::advisor(from));
}

/// The legal moves, found by trying out every move on the board: slow, and independent of
/// [`Restraints`]. For tests.
#[must_use]
pub fn legal_by_trial(position: &Position) -> Vec<Move> {
    let us = position.side();
    let mut moves = Vec::new();
    for from in position.color(us) {
        for to in Square::all().filter(|&to| to != from) {
            let mv = Move::new(from, to);
            if position.is_pseudo_legal(mv) && !leaves_king_hanging(position, mv, us) {
                moves.push(mv);
            }
        }
    }
    moves
}

fn leaves_king_hanging(position: &Position, mv: Move, us: Color) -> bool {
    let mut builder = position.to_builder();
    builder
        .put(mv.to(), position.piece_on(mv.from()))
        .put(mv.from(), None)
        .side(!us);
    builder.build().is_err()
}
