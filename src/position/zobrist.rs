//! The random numbers behind position keys, made at compile time.
//!
//! Source of the generator: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
//! Generators" (SplitMix64).

use crate::types::{Key, Piece, Square};

const fn split_mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
const PIECES: usize = 14;

/// 10 KiB.
static PIECE_KEYS: [[u64; Square::COUNT]; PIECES] = {
    let mut keys = [[0; Square::COUNT]; PIECES];
    let mut state = GOLDEN;
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < Square::COUNT {
            state = state.wrapping_add(GOLDEN);
            keys[piece][square] = split_mix(state);
            square += 1;
        }
        piece += 1;
    }
    keys
};

/// The key of a piece on a point.
#[inline]
pub fn piece(piece: Piece, square: Square) -> Key {
    Key(PIECE_KEYS[piece.index()][square.index()])
}

/// Part of the key exactly when Black is to move.
pub const BLACK_TO_MOVE: Key = Key(split_mix(0x5EED));
