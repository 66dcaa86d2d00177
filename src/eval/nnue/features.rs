//! The inputs of the network: which piece stands where, as one side sees it.
//!
//! A perspective looks at the board from its own back rank and mirrors it left to right when
//! that brings its own king from the f-file to the d-file. With the own king on the e-file the
//! other king decides in the same way, and with both on the e-file nothing is mirrored. Points a
//! piece can never stand on get no input, which leaves 689: king 6 + 9, advisors 5 + 5,
//! elephants 7 + 7, pawns 55 + 55, and 90 for each side's horses, rooks and cannons.

use super::arch::FEATURES;
use crate::{
    position::Position,
    types::{Color, File, Piece, PieceKind, Square},
};

/// Marks a point the piece cannot stand on in this orientation.
const UNREACHABLE: u16 = u16::MAX;

/// Whether a perspective sees the board mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Orientation {
    /// As it is.
    Straight,
    /// Left and right exchanged.
    Mirrored,
}

impl Orientation {
    /// Both, in index order.
    pub const ALL: [Self; 2] = [Self::Straight, Self::Mirrored];

    /// How a side sees the board, by the files of its own and the other king.
    #[inline]
    #[must_use]
    pub const fn of(own_king: File, other_king: File) -> Self {
        const E: usize = 4;
        let file = if own_king.index() == E {
            other_king.index()
        } else {
            own_king.index()
        };
        if file > E {
            Self::Mirrored
        } else {
            Self::Straight
        }
    }

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Straight => Self::Mirrored,
            Self::Mirrored => Self::Straight,
        }
    }
}

/// Input number by perspective, orientation, piece and point (10 KB).
static TABLE: [[[[u16; Square::COUNT]; 14]; 2]; 2] = {
    let mut table = [[[[UNREACHABLE; Square::COUNT]; 14]; 2]; 2];
    let mut next = 0;
    let mut slot = 0;
    while slot < 14 {
        // Slots 0-6 are the own pieces, 7-13 the other side's, as Red sees them.
        let piece = Piece::ALL[slot];
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::from_index(index);
            if reachable(piece, square) {
                enter(&mut table, slot, square, next);
                next += 1;
            }
            index += 1;
        }
        slot += 1;
    }
    assert!(next as usize == FEATURES);
    table
};

/// Writes one input into the four places it is looked up from.
const fn enter(
    table: &mut [[[[u16; Square::COUNT]; 14]; 2]; 2],
    slot: usize,
    square: Square,
    feature: u16,
) {
    let swapped = (slot + 7) % 14;
    table[0][0][slot][square.index()] = feature;
    table[0][1][slot][square.mirror().index()] = feature;
    table[1][0][swapped][square.flip().index()] = feature;
    table[1][1][swapped][square.flip().mirror().index()] = feature;
}

/// Whether an input exists for this piece here, from Red's oriented view.
const fn reachable(piece: Piece, square: Square) -> bool {
    let own = matches!(piece.color(), Color::Red);
    let at = square.relative(piece.color());
    let (file, rank) = (at.file().index(), at.rank().index());
    match piece.kind() {
        PieceKind::King => rank <= 2 && file >= 3 && file <= if own { 4 } else { 5 },
        PieceKind::Advisor => {
            (file == 4 && rank == 1) || ((file == 3 || file == 5) && (rank == 0 || rank == 2))
        }
        PieceKind::Elephant => {
            (rank == 2 && file % 4 == 0) || (rank % 4 == 0 && rank < 5 && file % 4 == 2)
        }
        PieceKind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
    }
}

/// The input number of a piece on a point, below [`FEATURES`]; `None` on a point it cannot
/// stand on.
#[inline]
#[must_use]
pub fn checked_index(
    perspective: Color,
    orientation: Orientation,
    piece: Piece,
    square: Square,
) -> Option<usize> {
    let feature = TABLE[perspective.index()][orientation as usize][piece.index()][square.index()];
    (feature != UNREACHABLE).then_some(usize::from(feature))
}

/// The input number of a piece on a point it can stand on, below [`FEATURES`].
///
/// The caller guarantees what every [`Position`] does: pieces stand where they may, and the
/// orientation is that of the kings on the board.
#[inline]
#[must_use]
pub(super) fn index(
    perspective: Color,
    orientation: Orientation,
    piece: Piece,
    square: Square,
) -> usize {
    let feature = TABLE[perspective.index()][orientation as usize][piece.index()][square.index()];
    debug_assert_ne!(feature, UNREACHABLE, "{piece} on {square}, {orientation:?}");
    usize::from(feature)
}

/// How `perspective` sees this position.
#[inline]
#[must_use]
pub fn orientation(position: &Position, perspective: Color) -> Orientation {
    Orientation::of(
        position.king(perspective).file(),
        position.king(!perspective).file(),
    )
}

/// All inputs of a position that are on for `perspective`, in square order.
pub fn active(position: &Position, perspective: Color) -> impl Iterator<Item = usize> + '_ {
    let orientation = orientation(position, perspective);
    position.occupied().iter().filter_map(move |square| {
        let piece = position.piece_on(square)?;
        Some(index(perspective, orientation, piece, square))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_board_from_their_own_end() {
        for orientation in Orientation::ALL {
            for piece in Piece::ALL {
                let other = Piece::new(!piece.color(), piece.kind());
                for square in Square::all() {
                    assert_eq!(
                        checked_index(Color::Red, orientation, piece, square),
                        checked_index(Color::Black, orientation, other, square.flip()),
                    );
                    assert_eq!(
                        checked_index(Color::Red, orientation, piece, square),
                        checked_index(Color::Red, orientation.mirrored(), piece, square.mirror()),
                    );
                }
            }
        }
    }

    #[test]
    fn inputs_are_numbered_without_gaps() {
        let mut seen = [0; FEATURES];
        for piece in Piece::ALL {
            for square in Square::all() {
                let feature = checked_index(Color::Red, Orientation::Straight, piece, square);
                if let Some(feature) = feature {
                    seen[feature] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&times| times == 1));
    }

    #[test]
    fn the_kings_decide_the_orientation() {
        let [d, e, f] = [3, 4, 5].map(File::new);
        assert_eq!(Orientation::of(d, f), Orientation::Straight);
        assert_eq!(Orientation::of(f, d), Orientation::Mirrored);
        assert_eq!(Orientation::of(e, f), Orientation::Mirrored);
        assert_eq!(Orientation::of(e, d), Orientation::Straight);
        assert_eq!(Orientation::of(e, e), Orientation::Straight);
    }

    #[test]
    fn a_mirrored_position_has_the_same_inputs() {
        let straight = Position::from_fen("3k5/4a4/9/4p4/9/2B6/4P4/9/4A4/4K1R2 w - - 0 1").unwrap();
        let mirrored = Position::from_fen("5k3/4a4/9/4p4/9/6B2/4P4/9/4A4/2R1K4 w - - 0 1").unwrap();
        for color in Color::ALL {
            let mut one: Vec<_> = active(&straight, color).collect();
            let mut two: Vec<_> = active(&mirrored, color).collect();
            one.sort_unstable();
            two.sort_unstable();
            assert_eq!(one, two, "{color}");
        }
    }
}
