//! Material and place of a piece in one number, looked up when a piece comes or goes.

use super::{
    Pair, s,
    weights::{MATERIAL, PLACES},
};
use crate::types::{Color, Piece, PieceKind, Square};

/// The row and column of a point from Red's view in half tables.
pub(super) const fn half(square: Square) -> (usize, usize) {
    let (rank, file) = (square.rank().index(), square.file().index());
    (rank, if file > 4 { 8 - file } else { file })
}

const fn value(kind: PieceKind, square: Square) -> Pair {
    let (rank, file) = half(square);
    let (place, material) = (PLACES[kind.index()][rank][file], MATERIAL[kind.index()]);
    s(
        material.opening + place.opening,
        material.endgame + place.endgame,
    )
}

/// 10 KiB, Red's view: Black's values are negative.
static VALUES: [[Pair; Square::COUNT]; 14] = {
    let mut table = [[s(0, 0); Square::COUNT]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < Square::COUNT {
            let at = Square::from_index(square);
            let color = Piece::ALL[piece].color();
            let pair = value(Piece::ALL[piece].kind(), at.relative(color));
            table[piece][square] = match color {
                Color::Red => pair,
                Color::Black => s(-pair.opening, -pair.endgame),
            };
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Material and place of a piece from Red's view.
#[inline]
pub(super) fn place(piece: Piece, square: Square) -> Pair {
    VALUES[piece.index()][square.index()]
}
