//! Values of pieces on points.

use super::{Pair, s};
use crate::types::{Color, Piece, PieceKind, Square};

/// Rows from the own back rank up, files a-e; the right wing mirrors the left.
type Half = [[i32; 5]; 10];

const fn material(kind: PieceKind) -> Pair {
    match kind {
        PieceKind::King => s(0, 0),
        PieceKind::Advisor => s(105, 105),
        PieceKind::Elephant => s(100, 110),
        PieceKind::Horse => s(265, 300),
        PieceKind::Rook => s(610, 640),
        PieceKind::Cannon => s(295, 285),
        PieceKind::Pawn => s(35, 45),
    }
}

#[rustfmt::skip]
const KING: Half = [
    [0, 0, 0, 2, 12], [0, 0, 0, -18, -8], [0, 0, 0, -32, -24], [0; 5], [0; 5],
    [0; 5], [0; 5], [0; 5], [0; 5], [0; 5],
];

#[rustfmt::skip]
const ADVISOR: Half = [
    [0, 0, 0, 0, 0], [0, 0, 0, 0, 5], [0, 0, 0, -6, 0], [0; 5], [0; 5],
    [0; 5], [0; 5], [0; 5], [0; 5], [0; 5],
];

#[rustfmt::skip]
const ELEPHANT: Half = [
    [0, 0, 0, 0, 0], [0; 5], [-6, 0, 0, 0, 8], [0; 5], [0, 0, 0, 0, 0],
    [0; 5], [0; 5], [0; 5], [0; 5], [0; 5],
];

#[rustfmt::skip]
const HORSE: Half = [
    [-22, -12, -6,  -8, -12],
    [-14,  -4,  2,   4, -38],
    [ -6,   2,  8,  10,   0],
    [  2,  12, 12,   8,  12],
    [  2,  14, 16,  20,  16],
    [  8,  18, 22,  22,  24],
    [ 12,  20, 28,  26,  28],
    [ 12,  26, 32,  38,  22],
    [  8,  22, 40,  22,  -4],
    [ -4,   2,  8,  10,  -6],
];

#[rustfmt::skip]
const ROOK: Half = [
    [-14,  2,  0,  6,  2],
    [  0,  6,  4,  8,  8],
    [ -6,  4,  2,  8,  8],
    [  0,  6,  6, 12, 12],
    [  6, 12, 10, 16, 16],
    [  6, 14, 12, 18, 18],
    [  8, 14, 14, 20, 22],
    [  6, 12, 12, 20, 24],
    [ 10, 16, 14, 28, 30],
    [  6, 10, 10, 18, 16],
];

#[rustfmt::skip]
const CANNON: Half = [
    [ 0,  2,  6,  8,  8],
    [ 0,  2,  6,  6,  4],
    [ 2,  0,  8,  6, 14],
    [ 0,  2,  4,  4,  8],
    [ 0,  0,  2,  2, 10],
    [-2,  0,  6,  4, 12],
    [ 2,  2,  2,  4, 14],
    [ 4,  2, -2, -6,  2],
    [ 4,  4,  0, -6, -8],
    [10,  8,  2, -6, -8],
];

#[rustfmt::skip]
const PAWN: Half = [
    [0; 5], [0; 5], [0; 5],
    [ -4, 0, -2, 0, 10],
    [  2, 0,  8, 0, 16],
    [ 26, 32, 40, 46, 48],
    [ 36, 48, 58, 70, 72],
    [ 38, 52, 70, 88, 86],
    [ 30, 44, 66, 92, 88],
    [  4,  8, 12, 20, 24],
];

/// What the endgame adds to a pawn: reaching the river matters, the last rank is a dead end.
#[rustfmt::skip]
const PAWN_ENDGAME: Half = [
    [0; 5], [0; 5], [0; 5],
    [  6, 0,  4, 0,  4],
    [ 14, 0, 14, 0, 10],
    [ 24, 24, 24, 22, 22],
    [ 22, 24, 26, 26, 26],
    [ 14, 18, 24, 26, 26],
    [  2,  4, 10, 14, 12],
    [-20, -18, -16, -12, -12],
];

const fn value(kind: PieceKind, square: Square) -> Pair {
    let (rank, file) = (square.rank().index(), square.file().index());
    let file = if file > 4 { 8 - file } else { file };
    let (table, endgame_percent) = match kind {
        PieceKind::King => (&KING, 20),
        PieceKind::Advisor => (&ADVISOR, 100),
        PieceKind::Elephant => (&ELEPHANT, 100),
        PieceKind::Horse => (&HORSE, 80),
        PieceKind::Rook => (&ROOK, 60),
        PieceKind::Cannon => (&CANNON, 50),
        PieceKind::Pawn => (&PAWN, 100),
    };
    let place = table[rank][file];
    let extra = if matches!(kind, PieceKind::Pawn) {
        PAWN_ENDGAME[rank][file]
    } else {
        0
    };
    let material = material(kind);
    s(
        material.opening + place,
        material.endgame + place * endgame_percent / 100 + extra,
    )
}

/// 10 KiB, Red's view: Black's values are negative.
static PLACES: [[Pair; Square::COUNT]; 14] = {
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
pub fn place(piece: Piece, square: Square) -> Pair {
    PLACES[piece.index()][square.index()]
}
