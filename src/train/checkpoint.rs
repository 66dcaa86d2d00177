//! Float weights on disk: a model to start from, or a run to be continued.
//!
//! Eight bytes of magic, the architecture hash, width, epochs done, optimiser steps, then the
//! parameters and, for a run, the two moments of the optimiser, little-endian; a CRC-32 ends it.

use std::{fs, io, path::Path};

use thiserror::Error;

use super::{
    model::{Layout, Model},
    optimizer::AdamW,
};
use crate::{datagen::file::crc32, eval::nnue::arch};

const MAGIC: [u8; 8] = *b"CHUHEFP1";
const HEADER: usize = 32;

/// A model and how far its training has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The weights.
    pub model: Model,
    /// Whole epochs done.
    pub epochs: u32,
    /// The optimiser, if the run is to be continued.
    pub optimizer: Option<AdamW>,
}

/// Why float weights cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file could not be read.
    #[error("cannot read the float weights: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not a file of float weights: it does not start with `CHUHEFP1`")]
    Magic,
    /// Weights of another architecture.
    #[error(
        "float weights of another architecture: {found:08x}, {:08x} expected",
        arch::HASH
    )]
    Architecture {
        /// The hash in the file.
        found: u32,
    },
    /// Another width than the one asked for.
    #[error("float weights of width {found}, {expected} expected")]
    Width {
        /// The width asked for.
        expected: usize,
        /// The width in the file.
        found: usize,
    },
    /// Truncated or damaged.
    #[error("the file of float weights is damaged")]
    Damaged,
}

impl Checkpoint {
    /// Writes the file, by way of one with `.part` behind its name, so that an old file is never
    /// half replaced.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path, extent: Extent) -> io::Result<()> {
        let optimizer = match extent {
            Extent::WeightsOnly => None,
            Extent::WholeRun => self.optimizer.as_ref(),
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(arch::HASH.to_le_bytes());
        bytes.extend((self.model.width() as u32).to_le_bytes());
        bytes.extend(self.epochs.to_le_bytes());
        bytes.extend(u32::from(optimizer.is_some()).to_le_bytes());
        bytes.extend(optimizer.map_or(0, |o| o.steps).to_le_bytes());
        let moments = optimizer.map_or([&[][..], &[]], |o| [&o.mean, &o.variance]);
        for numbers in [self.model.parameters(), moments[0], moments[1]] {
            bytes.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
        }
        bytes.extend(crc32(&[&bytes]).to_le_bytes());
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        fs::write(&part, bytes)?;
        fs::rename(part, path)
    }

    /// Reads a file back.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is not of this architecture.
    pub fn load(path: &Path, weight_decay: f32) -> Result<Self, CheckpointError> {
        let bytes = fs::read(path)?;
        if !bytes.starts_with(&MAGIC) {
            return Err(CheckpointError::Magic);
        }
        let (body, crc) = bytes
            .split_last_chunk::<4>()
            .filter(|(body, _)| body.len() >= HEADER)
            .ok_or(CheckpointError::Damaged)?;
        let word =
            |at: usize| u32::from_le_bytes([body[at], body[at + 1], body[at + 2], body[at + 3]]);
        if word(8) != arch::HASH {
            return Err(CheckpointError::Architecture { found: word(8) });
        }
        if crc32(&[body]) != u32::from_le_bytes(*crc) {
            return Err(CheckpointError::Damaged);
        }
        let width = word(12) as usize;
        let (count, has_run) = (Layout::new(width).count(), word(20) == 1);
        let numbers: Vec<f32> = body[HEADER..]
            .chunks_exact(4)
            .map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]]))
            .collect();
        if numbers.len() != count * if has_run { 3 } else { 1 } {
            return Err(CheckpointError::Damaged);
        }
        let optimizer = has_run.then(|| {
            let mut optimizer = AdamW::new(0, weight_decay);
            optimizer.steps = u64::from(word(24)) | u64::from(word(28)) << 32;
            optimizer.mean = numbers[count..2 * count].to_vec();
            optimizer.variance = numbers[2 * count..].to_vec();
            optimizer
        });
        let model = Model::from_parameters(width, numbers[..count].to_vec())
            .ok_or(CheckpointError::Damaged)?;
        Ok(Self {
            model,
            epochs: word(16),
            optimizer,
        })
    }
}

/// How much of a checkpoint to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Only what a warm start needs.
    WeightsOnly,
    /// The optimiser as well.
    WholeRun,
}
