//! From game files to training positions, split by game.
//!
//! Positions of one game resemble each other, so a validation set of random positions would be
//! half known already; whole games are set aside instead.

use std::{collections::HashSet, fs, path::PathBuf};

use rayon::prelude::*;
use thiserror::Error;

use super::sample::Sample;
use crate::{
    datagen::{
        file::{Chunk, Reader, RecordError},
        record::{GameRecord, Outcome},
        replay::{Filter, ReplayError},
    },
    position::Position,
    types::Key,
};

/// Why training data cannot be loaded.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// A file could not be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: std::io::Error,
    },
    /// A file is not a sound game file.
    #[error("{path}: {error}")]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: RecordError,
    },
    /// A game does not play back.
    #[error("{path}: {error}")]
    Replay {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ReplayError,
    },
}

/// Positions to learn from and positions to be examined on, in the form `S`.
#[derive(Clone, Debug)]
pub struct Dataset<S = Sample> {
    /// Games read.
    pub games: usize,
    /// Positions in them, before any filter.
    pub raw: usize,
    /// For learning.
    pub training: Vec<S>,
    /// For validation, from other games.
    pub validation: Vec<S>,
}

/// How to read the files.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Which positions are kept.
    pub filter: Filter,
    /// Keep a position that was met before.
    pub duplicates: bool,
    /// Every how manieth game is set aside for validation.
    pub validation_every: usize,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            duplicates: false,
            validation_every: 20,
        }
    }
}

impl<S> Default for Dataset<S> {
    fn default() -> Self {
        Self {
            games: 0,
            raw: 0,
            training: Vec::new(),
            validation: Vec::new(),
        }
    }
}

impl Dataset {
    /// Reads game files, in order, for training a network.
    ///
    /// # Errors
    /// As [`load_as`](Self::load_as).
    pub fn load(paths: &[PathBuf], reading: Reading) -> Result<Self, DatasetError> {
        Self::load_as(paths, reading, Sample::pack)
    }
}

impl<S: Send> Dataset<S> {
    /// Reads game files, in order; `pack` makes a sample of a position, its score for the side to
    /// move, and how the game came out. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged before its end, or holds an illegal move.
    pub fn load_as(
        paths: &[PathBuf],
        reading: Reading,
        pack: impl Fn(&Position, i16, Outcome) -> S + Sync,
    ) -> Result<Self, DatasetError> {
        let mut dataset = Self::default();
        let mut seen = HashSet::new();
        for path in paths {
            let bytes = fs::read(path).map_err(|error| DatasetError::Io {
                path: path.clone(),
                error,
            })?;
            let record = |error| DatasetError::Record {
                path: path.clone(),
                error,
            };
            let mut reader = Reader::new(&bytes).map_err(record)?;
            let mut games = Vec::new();
            for chunk in reader.by_ref() {
                if let Chunk::Game(game) = chunk.map_err(record)? {
                    games.push(game);
                }
            }
            if reader.torn_bytes() > 0 {
                let torn = reader.torn_bytes();
                log::warn!("{}: torn tail of {torn} bytes ignored", path.display());
            }
            let samples = games
                .par_iter()
                .map(|game| samples(game, reading.filter, &pack))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| DatasetError::Replay {
                    path: path.clone(),
                    error,
                })?;
            dataset.raw += games.iter().map(|game| game.plies.len()).sum::<usize>();
            for samples in samples {
                let validate = dataset.games % reading.validation_every.max(2) == 0;
                dataset.games += 1;
                let to = if validate {
                    &mut dataset.validation
                } else {
                    &mut dataset.training
                };
                to.extend(
                    samples
                        .into_iter()
                        .filter(|(key, _)| reading.duplicates || seen.insert(*key))
                        .map(|(_, sample)| sample),
                );
            }
        }
        Ok(dataset)
    }
}

fn samples<S>(
    game: &GameRecord,
    filter: Filter,
    pack: impl Fn(&Position, i16, Outcome) -> S,
) -> Result<Vec<(Key, S)>, ReplayError> {
    let mut samples = Vec::with_capacity(game.plies.len());
    game.replay(|position, ply| {
        if filter.keeps(position, ply) {
            let sample = pack(position, ply.score, game.outcome);
            samples.push((position.key(), sample));
        }
    })?;
    Ok(samples)
}
