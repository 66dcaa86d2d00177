//! The network file: written by the trainer, read at start or when `EvalFile` is set.
//!
//! 64 bytes of header, then little-endian numbers: feature weights (input by input), feature
//! biases, output weights (bucket by bucket, the mover's half first), output biases (32 bits,
//! the others 16). Anything that is not exactly such a file is refused with the reason.

use std::{fs, path::Path, sync::Arc};

use once_cell::sync::Lazy;
use thiserror::Error;

use super::{
    arch::{
        BUCKETS, FEATURES, HASH, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, MAX_WIDTH, QA, WIDTH_STEP,
    },
    network::{Network, Weights, blocks},
};

const MAGIC: [u8; 8] = *b"CHUHE-NN";
const VERSION: u16 = 1;
const HEADER: usize = 64;
const NAME: usize = 32;

/// The network file in the binary; empty when it was built without one.
static EMBEDDED_BYTES: &[u8] = include_bytes!(env!("CHUHE_EVALFILE"));

static EMBEDDED: Lazy<Option<Arc<Network>>> = Lazy::new(|| {
    if EMBEDDED_BYTES.is_empty() {
        return None;
    }
    match Network::parse(EMBEDDED_BYTES) {
        Ok(network) => Some(Arc::new(network)),
        Err(error) => {
            log::error!("the network built into this binary cannot be used: {error}");
            None
        }
    }
});

/// The network this binary was built with, if any.
#[must_use]
pub fn embedded() -> Option<Arc<Network>> {
    EMBEDDED.clone()
}

/// Why a file is not a network of ours.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// It could not be read.
    #[error("cannot read the network file: {0}")]
    Io(#[from] std::io::Error),
    /// It is too short to hold a header, or starts with something else.
    #[error("not a chuhe network: it does not start with `CHUHE-NN`")]
    Magic,
    /// Another version of the file format.
    #[error("network format {found}, this build reads format {VERSION}")]
    Version {
        /// The version in the file.
        found: u16,
    },
    /// Another architecture.
    #[error("network of another architecture: {found:08x} found, {HASH:08x} expected")]
    Architecture {
        /// The architecture hash in the file.
        found: u32,
    },
    /// A hidden layer this build cannot use.
    #[error("hidden layer of {found}: a multiple of {WIDTH_STEP} up to {MAX_WIDTH} is expected")]
    Width {
        /// The width in the file.
        found: usize,
    },
    /// Truncated, or with something behind it.
    #[error("network of {found} bytes, its header asks for {expected}")]
    Size {
        /// The size by the header.
        expected: usize,
        /// The size of the file.
        found: usize,
    },
    /// The weights are not those that were written.
    #[error("checksum {found:016x} found, {expected:016x} expected: the file is damaged")]
    Checksum {
        /// The checksum in the header.
        expected: u64,
        /// The checksum of the weights.
        found: u64,
    },
    /// A weight that would overflow the arithmetic.
    #[error("{layer} weight {value} is out of range: at most {limit} is expected")]
    Range {
        /// Which layer.
        layer: &'static str,
        /// The weight.
        value: i32,
        /// The largest magnitude allowed.
        limit: i32,
    },
}

/// Source: Fowler, Noll and Vo's FNV-1a hash, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// Bytes of a whole file for this width.
const fn file_size(width: usize) -> usize {
    HEADER + 2 * (FEATURES * width + width + BUCKETS * 2 * width) + 4 * BUCKETS
}

/// Takes numbers off the front of a payload whose length was checked.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take_i16(&mut self, count: usize) -> Vec<i16> {
        let (head, tail) = self.0.split_at(2 * count);
        self.0 = tail;
        head.chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
            .collect()
    }

    fn take_i32(&mut self) -> i32 {
        let (head, tail) = self.0.split_at(4);
        self.0 = tail;
        i32::from_le_bytes([head[0], head[1], head[2], head[3]])
    }
}

fn check_range(layer: &'static str, weights: &[i16], limit: i16) -> Result<(), NetworkError> {
    match weights
        .iter()
        .find(|w| w.unsigned_abs() > limit.unsigned_abs())
    {
        None => Ok(()),
        Some(&value) => Err(NetworkError::Range {
            layer,
            value: i32::from(value),
            limit: i32::from(limit),
        }),
    }
}

impl Network {
    /// A network of these weights.
    ///
    /// # Errors
    /// If the width is not usable or a weight is so large that the arithmetic could overflow.
    ///
    /// # Panics
    /// If the lengths of the vectors do not fit the width.
    pub fn new(name: &str, weights: &Weights) -> Result<Self, NetworkError> {
        let width = weights.width;
        if width == 0 || !width.is_multiple_of(WIDTH_STEP) || width > MAX_WIDTH {
            return Err(NetworkError::Width { found: width });
        }
        assert!(weights.is_well_formed(), "weights of width {width}");
        check_range("feature", &weights.feature_weights, MAX_FEATURE_WEIGHT)?;
        check_range("feature bias", &weights.feature_bias, MAX_FEATURE_WEIGHT)?;
        check_range("output", &weights.output_weights, MAX_OUTPUT_WEIGHT)?;
        let mut network = Self {
            name: name.chars().filter(|c| !c.is_control()).collect(),
            id: 0,
            width,
            feature_weights: blocks(&weights.feature_weights),
            feature_bias: blocks(&weights.feature_bias),
            output_weights: blocks(&weights.output_weights),
            output_bias: weights.output_bias,
        };
        while network.name.len() > NAME {
            network.name.pop();
        }
        network.id = checksum(&network.payload());
        Ok(network)
    }

    /// Reads a whole network file.
    ///
    /// # Errors
    /// If it is not exactly a network file of this architecture.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let header = bytes.get(..HEADER).ok_or(NetworkError::Magic)?;
        if header[..8] != MAGIC {
            return Err(NetworkError::Magic);
        }
        let u16_at = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let found = u16_at(8);
        if found != VERSION {
            return Err(NetworkError::Version { found });
        }
        let width = usize::from(u16_at(10));
        let found = u32::from_le_bytes([header[12], header[13], header[14], header[15]]);
        if found != HASH {
            return Err(NetworkError::Architecture { found });
        }
        if width == 0 || !width.is_multiple_of(WIDTH_STEP) || width > MAX_WIDTH {
            return Err(NetworkError::Width { found: width });
        }
        let (expected, found) = (file_size(width), bytes.len());
        if found != expected {
            return Err(NetworkError::Size { expected, found });
        }
        let mut sum = [0; 8];
        sum.copy_from_slice(&header[16..24]);
        let (expected, found) = (u64::from_le_bytes(sum), checksum(&bytes[HEADER..]));
        if found != expected {
            return Err(NetworkError::Checksum { expected, found });
        }
        let name = String::from_utf8_lossy(&header[HEADER - NAME..]);
        let mut numbers = Numbers(&bytes[HEADER..]);
        let weights = Weights {
            width,
            feature_weights: numbers.take_i16(FEATURES * width),
            feature_bias: numbers.take_i16(width),
            output_weights: numbers.take_i16(BUCKETS * 2 * width),
            output_bias: std::array::from_fn(|_| numbers.take_i32()),
        };
        Self::new(name.trim_end_matches('\0'), &weights)
    }

    /// Reads a network file from disk.
    ///
    /// # Errors
    /// If it cannot be read or is not a network file of this architecture.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        Self::parse(&fs::read(path)?)
    }

    /// The file that [`Network::parse`] reads back.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(file_size(self.width));
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.width as u16).to_le_bytes());
        bytes.extend(HASH.to_le_bytes());
        bytes.extend(self.id.to_le_bytes());
        bytes.extend((QA as u64).to_le_bytes());
        bytes.extend(self.name.as_bytes());
        bytes.resize(HEADER, 0);
        bytes.extend(self.payload());
        bytes
    }

    fn payload(&self) -> Vec<u8> {
        let layers = [
            &self.feature_weights,
            &self.feature_bias,
            &self.output_weights,
        ];
        let mut bytes: Vec<u8> = layers
            .into_iter()
            .flat_map(|layer| layer.iter())
            .flat_map(|block| block.0)
            .flat_map(i16::to_le_bytes)
            .collect();
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_survives_its_file() {
        let network = Network::noise(64, 3);
        let bytes = network.to_bytes();
        assert_eq!(bytes.len(), file_size(64));
        assert_eq!(Network::parse(&bytes).unwrap(), network);
        assert_eq!(file_size(256), 64 + 361_504);
    }

    #[test]
    fn foreign_and_damaged_files_are_refused_with_the_reason() {
        let good = Network::noise(32, 3).to_bytes();
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            Network::parse(&bytes).unwrap_err().to_string()
        };
        assert!(refused(&|b| b.clear()).contains("not a chuhe network"));
        assert!(refused(&|b| b[0] = b'X').contains("not a chuhe network"));
        assert!(refused(&|b| b[8] = 9).contains("format 9, this build reads format 1"));
        assert!(refused(&|b| b[10] = 33).contains("hidden layer of 33"));
        assert!(refused(&|b| b[12] ^= 1).contains("another architecture"));
        assert!(refused(&|b| b.truncate(1000)).contains("network of 1000 bytes"));
        assert!(refused(&|b| b.push(0)).contains("its header asks for"));
        assert!(refused(&|b| b[500] ^= 1).contains("damaged"));
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let weights = Weights {
            width: 32,
            feature_weights: vec![0; FEATURES * 32],
            feature_bias: vec![0; 32],
            output_weights: vec![128; BUCKETS * 64],
            output_bias: [0; BUCKETS],
        };
        let error = Network::new("big", &weights).unwrap_err().to_string();
        assert!(error.contains("output weight 128"), "{error}");
    }

    #[test]
    fn the_embedded_network_if_any_is_sound() {
        assert_eq!(EMBEDDED_BYTES.is_empty(), embedded().is_none());
    }
}
