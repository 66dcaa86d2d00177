//! The weights of a network, and what it says of a position when asked from scratch.

use super::{
    arch::{BUCKETS, FEATURES, QA, QB, SCALE, WIDTH_STEP, bucket},
    features,
    simd::{Block, Kernel},
};
use crate::{
    position::Position,
    types::{Color, Score},
};

/// A quantised network, ready to evaluate. Made by [`Network::parse`](super::Network::parse).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(super) name: String,
    pub(super) id: u64,
    pub(super) width: usize,
    /// One row of `width` for each input.
    pub(super) feature_weights: Box<[Block]>,
    pub(super) feature_bias: Box<[Block]>,
    /// One row for each bucket: the mover's half, then the other's.
    pub(super) output_weights: Box<[Block]>,
    pub(super) output_bias: [i32; BUCKETS],
}

/// The numbers of a network in plain order, as the trainer hands them over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Hidden neurons of each perspective.
    pub width: usize,
    /// `FEATURES` rows of `width`, in units of 1 / `QA`.
    pub feature_weights: Vec<i16>,
    /// `width` numbers in units of 1 / `QA`.
    pub feature_bias: Vec<i16>,
    /// `BUCKETS` rows of 2 · `width`, mover first, in units of 1 / `QB`.
    pub output_weights: Vec<i16>,
    /// In units of 1 / (`QA` · `QB`).
    pub output_bias: [i32; BUCKETS],
}

impl Weights {
    /// Whether the lengths fit the width.
    pub(super) fn is_well_formed(&self) -> bool {
        self.feature_weights.len() == FEATURES * self.width
            && self.feature_bias.len() == self.width
            && self.output_weights.len() == BUCKETS * 2 * self.width
    }
}

/// Numbers in order as blocks; the length is a multiple of a block.
pub(super) fn blocks(numbers: &[i16]) -> Box<[Block]> {
    numbers
        .chunks_exact(WIDTH_STEP)
        .map(|chunk| {
            let mut block = Block::ZERO;
            block.0.copy_from_slice(chunk);
            block
        })
        .collect()
}

impl Network {
    /// The name its maker gave it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A fingerprint of all its weights.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Hidden neurons of each perspective.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Blocks in one accumulator.
    #[inline]
    pub(super) fn row_len(&self) -> usize {
        self.feature_bias.len()
    }

    /// The weights of one input.
    #[inline]
    pub(super) fn row(&self, feature: usize) -> &[Block] {
        let len = self.row_len();
        &self.feature_weights[feature * len..][..len]
    }

    /// The score, in centipawns for the mover, that two accumulators stand for.
    #[inline]
    pub(super) fn output(
        &self,
        kernel: Kernel,
        us: &[Block],
        them: &[Block],
        pieces: u32,
    ) -> Score {
        let bucket = bucket(pieces);
        let len = 2 * self.row_len();
        let sum = kernel.output(us, them, &self.output_weights[bucket * len..][..len]);
        let value = i64::from(sum / QA) + i64::from(self.output_bias[bucket]);
        let centipawns = value * i64::from(SCALE) / i64::from(QA * QB);
        Score(centipawns as i32).clamp_eval()
    }

    /// The accumulator of one side from nothing.
    pub(super) fn refresh(
        &self,
        kernel: Kernel,
        position: &Position,
        perspective: Color,
        to: &mut [Block],
    ) {
        let mut rows: [&[Block]; 32] = [&[]; 32];
        let mut len = 0;
        for (slot, feature) in rows.iter_mut().zip(features::active(position, perspective)) {
            *slot = self.row(feature);
            len += 1;
        }
        kernel.update(to, &self.feature_bias, &rows[..len], &[]);
    }

    /// The score of a position in centipawns for the side to move, computed from scratch with
    /// the plain kernel. The definition the fast path is tested against.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        let side = position.side();
        let mut us = vec![Block::ZERO; self.row_len()];
        let mut them = us.clone();
        self.refresh(Kernel::Scalar, position, side, &mut us);
        self.refresh(Kernel::Scalar, position, !side, &mut them);
        self.output(Kernel::Scalar, &us, &them, position.occupied().len())
    }

    /// A network of arbitrary weights, for tests and measurements: it plays badly, but its
    /// numbers have the sizes of a trained one.
    #[must_use]
    pub fn noise(width: usize, seed: u64) -> Self {
        let mut state = seed;
        let mut next = |limit: i32| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (((state >> 33) as i32) % (2 * limit + 1) - limit) as i16
        };
        let weights = Weights {
            width,
            feature_weights: (0..FEATURES * width).map(|_| next(60)).collect(),
            feature_bias: (0..width).map(|_| next(100)).collect(),
            output_weights: (0..BUCKETS * 2 * width).map(|_| next(60)).collect(),
            output_bias: std::array::from_fn(|_| i32::from(next(2000))),
        };
        Self::new("noise", &weights).expect("the numbers are within all limits")
    }
}
