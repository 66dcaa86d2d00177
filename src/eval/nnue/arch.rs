//! The shape of the network and the numbers of its fixed-point form.
//!
//! (689 → N) twice, once for each side's view, squared clipped ReLU, then one of eight outputs
//! chosen by the number of pieces. N is a property of the file, everything else is fixed here
//! and named in [`HASH`], so that a network of another shape is refused instead of misread.
//! Squared clipped ReLU and output buckets are common in chess engines (Akimbo, Viridithas and
//! others describe them); the sizes were measured for this game.

/// Inputs of one perspective; see [`super::features`].
pub const FEATURES: usize = 689;

/// Output rows, chosen by [`bucket`].
pub const BUCKETS: usize = 8;

/// The fixed-point one of the hidden layer: activations lie in `0..=QA`.
pub const QA: i32 = 255;

/// The fixed-point one of the output weights.
pub const QB: i32 = 256;

/// Centipawns for one unit of output; the trainer's targets are `sigmoid(cp / SCALE)`.
pub const SCALE: i32 = 400;

/// The largest output weight, so that activation times weight stays in 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The largest weight of the feature layer: 32 of them and a bias still fit in 16 bits.
pub const MAX_FEATURE_WEIGHT: i16 = 505;

/// Hidden neurons come in multiples of this.
pub const WIDTH_STEP: usize = 32;

/// The widest hidden layer a file may ask for.
pub const MAX_WIDTH: usize = 1024;

/// A fingerprint of everything above that a file must agree with.
pub const HASH: u32 = fnv32(
    b"chuhe 1: 689 piece-squares per side, flipped, mirrored by own king, then their king; \
      screlu; 8 outputs by (pieces-2)/4; 255 256 400",
);

/// The output row for a position with this many pieces, kings included.
#[inline]
#[must_use]
pub const fn bucket(pieces: u32) -> usize {
    let bucket = pieces.saturating_sub(2) as usize / 4;
    if bucket < BUCKETS {
        bucket
    } else {
        BUCKETS - 1
    }
}

/// Source: Fowler, Noll and Vo's FNV-1a hash.
const fn fnv32(bytes: &[u8]) -> u32 {
    let mut hash = 0x811C_9DC5_u32;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    hash
}

const _: () = assert!(QA * (MAX_OUTPUT_WEIGHT as i32) <= i16::MAX as i32);
const _: () = assert!(33 * (MAX_FEATURE_WEIGHT as i32) <= i16::MAX as i32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_count_has_a_bucket() {
        assert_eq!(bucket(2), 0);
        assert_eq!(bucket(5), 0);
        assert_eq!(bucket(6), 1);
        assert_eq!(bucket(32), 7);
        assert!((0..100).all(|pieces| bucket(pieces) < BUCKETS));
    }
}
