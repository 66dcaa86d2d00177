//! From game files to training positions, split by game.
//!
//! Positions of one game resemble each other, so a validation set of random positions would be
//! half known already; whole games are set aside instead.

use std::{collections::HashSet, fs, path::PathBuf};

use rayon::prelude::*;
use thiserror::Error;

use super::{gradient::expected_result, sample::Sample};
use crate::{
    datagen::{
        file::{Chunk, Reader, RecordError},
        record::{GameRecord, Outcome},
        replay::{Filter, ReplayError},
    },
    eval::nnue::arch::SCALE,
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
    /// How much of a label comes from the scores later in the game, 0 to 1; see [`labels`].
    pub foresight: f32,
    /// Keep a position that was met before.
    pub duplicates: bool,
    /// Every how manieth game is set aside for validation.
    pub validation_every: usize,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            foresight: 0.5,
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
                .map(|game| samples(game, reading, &pack))
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
    reading: Reading,
    pack: impl Fn(&Position, i16, Outcome) -> S,
) -> Result<Vec<(Key, S)>, ReplayError> {
    let mut samples = Vec::with_capacity(game.plies.len());
    let mut labels = labels(game, reading.foresight).into_iter();
    game.replay(|position, ply| {
        let label = labels.next().expect("there is one for every ply");
        if reading.filter.keeps(position, ply) {
            let sample = pack(position, label, game.outcome);
            samples.push((position.key(), sample));
        }
    })?;
    Ok(samples)
}

/// The score to learn for every ply of a game, in centipawns for the side to move.
///
/// The search of a few hundred nodes behind a score is soon overtaken by the game: what the
/// sides find on their next moves says more of the position. So a label is the score of its own
/// ply and, with the share `foresight`, the label of the next ply seen from the other side, both
/// as expected results; the weight of a score falls by that factor with every ply of distance.
/// With 0 every label is the score itself.
///
/// Source: Sutton, "Learning to Predict by the Methods of Temporal Differences" (1988).
fn labels(game: &GameRecord, foresight: f32) -> Vec<i16> {
    // Beyond this an expected result hardly changes, and its score is without bound.
    const LEAST: f32 = 5e-4;
    let mut next = None;
    let mut labels: Vec<i16> = (game.plies.iter().rev())
        .map(|ply| {
            let own = expected_result(ply.score);
            let expected = next.map_or(own, |next: f32| own + foresight * (1.0 - next - own));
            next = Some(expected);
            let expected = expected.clamp(LEAST, 1.0 - LEAST);
            (SCALE as f32 * (expected / (1.0 - expected)).ln()).round() as i16
        })
        .collect();
    labels.reverse();
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::record::{Ending, ScoredMove};

    fn game(scores: &[i16]) -> GameRecord {
        let ply = |&score| ScoredMove {
            mv: "a0a1".parse().unwrap(),
            score,
        };
        GameRecord {
            index: 0,
            start: None,
            opening: Vec::new(),
            plies: scores.iter().map(ply).collect(),
            outcome: Outcome::Draw,
            ending: Ending::PlyLimit,
        }
    }

    #[test]
    fn without_foresight_a_label_is_the_score() {
        let scores = [12, -15, 0, 731, -1999];
        assert_eq!(labels(&game(&scores), 0.0), scores);
    }

    #[test]
    fn later_scores_count_less_the_later_they_are() {
        // The mover of the first and third ply is found out to stand better.
        let label = labels(&game(&[0, 0, 400, -400]), 0.5);
        assert_eq!(label[3], -400);
        assert_eq!(label[2], 400);
        // Half of 0.5 and half of 1 - 0.731, and so on backwards.
        assert_eq!(label[1], -188);
        assert_eq!(label[0], 93);
    }

    #[test]
    fn mates_keep_their_sign_and_fit() {
        let label = labels(&game(&[29990, -29991]), 0.5);
        assert!(label[0] > 2000 && label[1] < -2000, "{label:?}");
    }
}
