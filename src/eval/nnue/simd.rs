//! The arithmetic of the network: rows added to and taken from an accumulator, and the output.
//!
//! Every kernel gives the same numbers, to the bit: sums of 32 bits wrap and so do not depend on
//! their order. Row updates are plain loops compiled once for each instruction set; only the
//! output needs intrinsics, because the compiler does not find the 16-bit multiply-add.
//! The trick for squared clipped ReLU, (x·w)·x with x·w kept in 16 bits, is known among engine
//! authors as Lizard's, after Liam McGuire's engine.
#![allow(unsafe_code)]
#![allow(clippy::incompatible_msrv)] // AVX-512 intrinsics: Rust 1.89

use std::{fmt, str::FromStr};

use once_cell::sync::Lazy;
use thiserror::Error;

use super::arch::QA;

/// 32 hidden neurons, one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Block(pub [i16; 32]);

impl Block {
    /// All zero.
    pub const ZERO: Self = Self([0; 32]);
}

/// A set of instructions to compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, whatever the compiler makes of it.
    Scalar,
    /// 256-bit x86-64.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit x86-64 with the neural network instructions.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 128-bit ARM.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// The environment variable that picks a kernel, for tests and measurements.
pub const KERNEL_VARIABLE: &str = "CHUHE_KERNEL";

static BEST: Lazy<Kernel> = Lazy::new(|| {
    let wanted = std::env::var(KERNEL_VARIABLE).ok();
    match wanted.as_deref().map(Kernel::from_str) {
        Some(Ok(kernel)) => return kernel,
        Some(Err(error)) => log::warn!("{KERNEL_VARIABLE}: {error}"),
        None => {}
    }
    Kernel::available()
        .last()
        .copied()
        .unwrap_or(Kernel::Scalar)
});

impl Kernel {
    /// The fastest kernel of this machine, or the one named by [`KERNEL_VARIABLE`].
    #[must_use]
    pub fn best() -> Self {
        *BEST
    }

    /// The kernels this machine can run, slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut kernels = vec![Self::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kernels.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vnni")
            {
                kernels.push(Self::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        kernels.push(Self::Neon);
        kernels
    }

    /// `to` = `from` + rows of `add` - rows of `sub`. All slices have one length.
    #[inline]
    pub(super) fn update(
        self,
        to: &mut [Block],
        from: &[Block],
        add: &[&[Block]],
        sub: &[&[Block]],
    ) {
        match self {
            // SAFETY: a kernel is only made by `available` and `from_str`, which checked that
            // the machine has its instructions.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { x86::update_avx2(to, from, add, sub) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { x86::update_avx512(to, from, add, sub) },
            #[cfg(target_arch = "aarch64")]
            Self::Neon => update_plain(to, from, add, sub),
            Self::Scalar => update_plain(to, from, add, sub),
        }
    }

    /// The sum of clamp(x)² · w over both accumulators; `weights` is twice as long as each.
    #[inline]
    pub(super) fn output(self, us: &[Block], them: &[Block], weights: &[Block]) -> i32 {
        let (for_us, for_them) = weights.split_at(us.len());
        assert_eq!(them.len(), for_them.len());
        let both =
            |dot: fn(&[Block], &[Block]) -> i32| dot(us, for_us).wrapping_add(dot(them, for_them));
        match self {
            // SAFETY: as in `update`.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => both(|x, w| unsafe { x86::dot_avx2(x, w) }),
            // SAFETY: as in `update`.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => both(|x, w| unsafe { x86::dot_avx512(x, w) }),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => both(neon::dot),
            Self::Scalar => both(dot_plain),
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Self::Neon => "neon",
        })
    }
}

/// Why a kernel cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a kernel of this machine; it has {1}")]
pub struct KernelError(String, String);

impl FromStr for Kernel {
    type Err = KernelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let kernels = Self::available();
        let names: Vec<String> = kernels.iter().map(Self::to_string).collect();
        let found = names.iter().position(|name| name == text);
        match found {
            Some(at) => Ok(kernels[at]),
            None => Err(KernelError(text.to_string(), names.join(", "))),
        }
    }
}

/// The body of every `update`: the two shapes of a move are spelled out, the rest is general.
#[inline(always)]
fn update_plain(to: &mut [Block], from: &[Block], add: &[&[Block]], sub: &[&[Block]]) {
    match (add, sub) {
        ([a], [s]) => {
            for (((to, from), a), s) in to.iter_mut().zip(from).zip(*a).zip(*s) {
                for i in 0..32 {
                    to.0[i] = from.0[i].wrapping_add(a.0[i]).wrapping_sub(s.0[i]);
                }
            }
        }
        ([a], [s, t]) => {
            for ((((to, from), a), s), t) in to.iter_mut().zip(from).zip(*a).zip(*s).zip(*t) {
                for i in 0..32 {
                    let sum = from.0[i].wrapping_add(a.0[i]);
                    to.0[i] = sum.wrapping_sub(s.0[i]).wrapping_sub(t.0[i]);
                }
            }
        }
        _ => {
            for (at, (to, from)) in to.iter_mut().zip(from).enumerate() {
                let mut sum = from.0;
                for row in add {
                    for (sum, x) in sum.iter_mut().zip(&row[at].0) {
                        *sum = sum.wrapping_add(*x);
                    }
                }
                for row in sub {
                    for (sum, x) in sum.iter_mut().zip(&row[at].0) {
                        *sum = sum.wrapping_sub(*x);
                    }
                }
                to.0 = sum;
            }
        }
    }
}

/// The sum of clamp(x)² · w, the definition the other kernels are tested against.
fn dot_plain(x: &[Block], weights: &[Block]) -> i32 {
    let mut sum = 0_i32;
    for (x, w) in x.iter().zip(weights) {
        for (&x, &w) in x.0.iter().zip(&w.0) {
            let clamped = i32::from(x).clamp(0, QA);
            sum = sum.wrapping_add(clamped * clamped * i32::from(w));
        }
    }
    sum
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Block, QA, update_plain};

    #[target_feature(enable = "avx2")]
    pub(super) fn update_avx2(
        to: &mut [Block],
        from: &[Block],
        add: &[&[Block]],
        sub: &[&[Block]],
    ) {
        update_plain(to, from, add, sub);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn update_avx512(
        to: &mut [Block],
        from: &[Block],
        add: &[&[Block]],
        sub: &[&[Block]],
    ) {
        update_plain(to, from, add, sub);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn dot_avx2(x: &[Block], weights: &[Block]) -> i32 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
        let mut sums = [zero; 2];
        for (x, w) in x.iter().zip(weights) {
            for (half, sum) in sums.iter_mut().enumerate() {
                // SAFETY: a block is 64 bytes, aligned to 64; both halves lie inside it.
                let (x, w) = unsafe {
                    (
                        _mm256_load_si256(x.0.as_ptr().cast::<__m256i>().add(half)),
                        _mm256_load_si256(w.0.as_ptr().cast::<__m256i>().add(half)),
                    )
                };
                let x = _mm256_min_epi16(_mm256_max_epi16(x, zero), one);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(_mm256_mullo_epi16(x, w), x));
            }
        }
        let sum = _mm256_add_epi32(sums[0], sums[1]);
        let sum = _mm_add_epi32(
            _mm256_castsi256_si128(sum),
            _mm256_extracti128_si256(sum, 1),
        );
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b01_00_11_10));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b10_11_00_01));
        _mm_cvtsi128_si32(sum)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) fn dot_avx512(x: &[Block], weights: &[Block]) -> i32 {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA as i16));
        let mut sum = zero;
        for (x, w) in x.iter().zip(weights) {
            // SAFETY: a block is 64 bytes, aligned to 64.
            let (x, w) = unsafe {
                (
                    _mm512_load_si512(x.0.as_ptr().cast()),
                    _mm512_load_si512(w.0.as_ptr().cast()),
                )
            };
            let x = _mm512_min_epi16(_mm512_max_epi16(x, zero), one);
            sum = _mm512_dpwssd_epi32(sum, _mm512_mullo_epi16(x, w), x);
        }
        _mm512_reduce_add_epi32(sum)
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;

    use super::{Block, QA};

    pub(super) fn dot(x: &[Block], weights: &[Block]) -> i32 {
        // SAFETY: NEON is part of every aarch64 target of Rust; a block is 64 bytes, so the four
        // loads of eight values lie inside it.
        unsafe {
            let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(QA as i16));
            let mut sum = vdupq_n_s32(0);
            for (x, w) in x.iter().zip(weights) {
                for quarter in 0..4 {
                    let x = vld1q_s16(x.0.as_ptr().add(8 * quarter));
                    let w = vld1q_s16(w.0.as_ptr().add(8 * quarter));
                    let x = vminq_s16(vmaxq_s16(x, zero), one);
                    let product = vmulq_s16(x, w);
                    sum = vmlal_s16(sum, vget_low_s16(product), vget_low_s16(x));
                    sum = vmlal_high_s16(sum, product, x);
                }
            }
            vaddvq_s32(sum)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::arch::MAX_OUTPUT_WEIGHT, *};

    /// A cheap, fixed source of numbers.
    fn noise(seed: u64) -> impl FnMut(i32, i32) -> i16 {
        let mut state = seed;
        move |low, high| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (low + ((state >> 33) as i32) % (high - low + 1)) as i16
        }
    }

    fn row(blocks: usize, mut next: impl FnMut() -> i16) -> Vec<Block> {
        (0..blocks)
            .map(|_| Block(std::array::from_fn(|_| next())))
            .collect()
    }

    #[test]
    fn all_kernels_give_the_same_bits() {
        let mut next = noise(7);
        for blocks in [1, 2, 4, 8, 16, 32] {
            let rows: Vec<Vec<Block>> = (0..8).map(|_| row(blocks, || next(-1500, 1500))).collect();
            let limit = i32::from(MAX_OUTPUT_WEIGHT);
            let weights = row(2 * blocks, || next(-limit, limit));
            let rows: Vec<&[Block]> = rows.iter().map(Vec::as_slice).collect();
            for (adds, subs) in [(1, 1), (1, 2), (2, 1), (0, 1), (4, 3), (0, 0)] {
                let (add, sub) = (&rows[1..1 + adds], &rows[8 - subs..]);
                let mut expected = vec![Block::ZERO; blocks];
                Kernel::Scalar.update(&mut expected, rows[0], add, sub);
                let sum = Kernel::Scalar.output(&expected, rows[0], &weights);
                for kernel in Kernel::available() {
                    let mut got = vec![Block::ZERO; blocks];
                    kernel.update(&mut got, rows[0], add, sub);
                    assert_eq!(got, expected, "{kernel} +{adds} -{subs}");
                    assert_eq!(kernel.output(&got, rows[0], &weights), sum, "{kernel}");
                }
            }
        }
    }

    #[test]
    fn an_unknown_kernel_is_named_in_the_error() {
        let error = "abacus".parse::<Kernel>().unwrap_err().to_string();
        assert!(
            error.contains("abacus") && error.contains("scalar"),
            "{error}"
        );
    }
}
