//! Rook and cannon along ranks and files.
//!
//! A line is looked up by the occupancy of its inner points (7 on a rank, 8 on a file): an
//! outermost point never changes what is reached. The eight inner points of a file lie nine
//! bits apart, so one multiplication gathers them into a byte, as for a diagonal in chess.
//!
//! Source of the gathering: Gerd Isenberg's "Kindergarten Bitboards" (chessprogramming.org).

use crate::types::{Bitboard, File, Rank, Square};

/// What of a line of `len` points a slider on `at` reaches when `occupied` stands on it.
/// `hop`: the cannon's captures, past exactly one screen up to the next piece.
const fn line(len: usize, at: usize, occupied: usize, hop: bool) -> usize {
    let mut reached = 0;
    let mut up = 0;
    while up < 2 {
        let mut screens = 0;
        let mut point = at;
        while if up == 1 { point + 1 < len } else { point > 0 } {
            point = if up == 1 { point + 1 } else { point - 1 };
            if hop == (screens == 1) {
                reached |= 1 << point;
            }
            if occupied >> point & 1 != 0 {
                screens += 1;
                if screens > hop as usize {
                    break;
                }
            }
        }
        up += 1;
    }
    reached
}

/// Indexed by file and the seven inner points; 2 KiB each.
type RankTable = [[u16; 128]; File::COUNT];
/// Indexed by rank and the eight inner points, as points of the a-file; 40 KiB each.
type FileTable = [[u128; 256]; Rank::COUNT];

const fn rank_table(hop: bool) -> RankTable {
    let mut table = [[0; 128]; File::COUNT];
    let mut file = 0;
    while file < File::COUNT {
        let mut inner = 0;
        while inner < 128 {
            table[file][inner] = line(File::COUNT, file, inner << 1, hop) as u16;
            inner += 1;
        }
        file += 1;
    }
    table
}

const fn file_table(hop: bool) -> FileTable {
    let mut table = [[0; 256]; Rank::COUNT];
    let mut rank = 0;
    while rank < Rank::COUNT {
        let mut inner = 0;
        while inner < 256 {
            let reached = line(Rank::COUNT, rank, inner << 1, hop);
            let mut to = 0;
            while to < Rank::COUNT {
                table[rank][inner] |= ((reached >> to & 1) as u128) << (9 * to);
                to += 1;
            }
            inner += 1;
        }
        rank += 1;
    }
    table
}

static ROOK_RANK: RankTable = rank_table(false);
static ROOK_FILE: FileTable = file_table(false);
static CANNON_RANK: RankTable = rank_table(true);
static CANNON_FILE: FileTable = file_table(true);

#[inline]
fn look_up(ranks: &RankTable, files: &FileTable, from: Square, occupied: Bitboard) -> Bitboard {
    const FILE_A_INNER: u64 = 0x8040_2010_0804_0201;
    const GATHER: u64 = 0x0101_0101_0101_0101;
    let (file, rank) = (from.file().index(), from.rank().index());
    let start = 9 * rank;
    let row = (occupied.bits() >> (start + 1)) as usize & 127;
    let column = (occupied.bits() >> (file + 9)) as u64 & FILE_A_INNER;
    let column = (column.wrapping_mul(GATHER) >> 56) as usize;
    Bitboard::from_bits(u128::from(ranks[file][row]) << start | files[rank][column] << file)
}

/// The points a rook reaches: along each line up to and with the first piece.
#[inline]
#[must_use]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOK_RANK, &ROOK_FILE, from, occupied)
}

/// The points a cannon attacks: behind exactly one screen, up to and with the next piece.
///
/// Empty points among them are those where an enemy could be captured if it stood there.
#[inline]
#[must_use]
pub fn cannon(from: Square, occupied: Bitboard) -> Bitboard {
    look_up(&CANNON_RANK, &CANNON_FILE, from, occupied)
}

const fn between_table() -> [[Bitboard; Square::COUNT]; Square::COUNT] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = [(0, 1), (1, 0), (0, -1), (-1, 0)][direction];
            let mut passed = Bitboard::EMPTY;
            let mut at = Square::from_index(from);
            while let Some(next) = at.offset(files, ranks) {
                table[from][next.index()] = passed;
                passed = passed.with(next);
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

/// 127 KiB.
static BETWEEN: [[Bitboard; Square::COUNT]; Square::COUNT] = between_table();

/// The points strictly between two points of one rank or file; none if they share neither.
#[inline]
#[must_use]
pub fn between(one: Square, other: Square) -> Bitboard {
    BETWEEN[one.index()][other.index()]
}

/// The rank and file through a point, without the point.
#[inline]
#[must_use]
pub fn cross(square: Square) -> Bitboard {
    rook(square, Bitboard::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks point by point: `(rook, cannon)`.
    fn walked(from: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        let (mut rook, mut cannon) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (files, ranks) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (mut at, mut seen) = (from, 0);
            while let Some(next) = at.offset(files, ranks) {
                match seen {
                    0 => rook = rook.with(next),
                    1 => cannon = cannon.with(next),
                    _ => break,
                }
                seen += i32::from(occupied.contains(next));
                at = next;
            }
        }
        (rook, cannon)
    }

    #[test]
    fn tables_equal_walking() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u128;
        for round in 0..400 {
            bits = bits
                .wrapping_mul(0xDA94_2042_E4DD_58B5)
                .wrapping_add(0x1234_5678_9ABC_DEF1);
            let mut occupied = Bitboard::from_bits(bits ^ bits >> 61);
            if round % 2 == 0 {
                occupied &= Bitboard::from_bits(bits.rotate_left(47));
            }
            for from in Square::all() {
                assert_eq!(
                    (rook(from, occupied), cannon(from, occupied)),
                    walked(from, occupied)
                );
            }
        }
    }

    #[test]
    fn between_is_open_and_symmetric() {
        for one in Square::all() {
            for other in Square::all().filter(|&other| other != one) {
                let set = between(one, other);
                assert_eq!(set, between(other, one));
                let expected = if cross(one).contains(other) {
                    rook(one, Bitboard::from(other)) & rook(other, Bitboard::from(one))
                } else {
                    Bitboard::EMPTY
                };
                assert_eq!(set, expected - Bitboard::from(one) - Bitboard::from(other));
            }
        }
    }
}
