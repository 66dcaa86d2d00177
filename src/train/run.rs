//! The training loop: epochs of shuffled batches, validated, the best weights kept.

use std::{sync::atomic::AtomicBool, sync::atomic::Ordering, time::Instant};

use rayon::prelude::*;
use thiserror::Error;

use super::{
    checkpoint::Checkpoint,
    dataset::Dataset,
    gradient::{Label, accumulate_gradient, expected_result, predict, sigmoid},
    model::{Layout, Model},
    optimizer::{AdamW, Schedule},
    sample::{Inputs, MoverResult, Sample},
};
use crate::{datagen::rng::Rng, eval::nnue::features::Orientation};

/// Widths there is compiled code for.
pub const WIDTHS: [usize; 4] = [64, 128, 256, 512];

/// Validation samples one task takes.
const VALIDATION_CHUNK: usize = 4096;

/// What to train and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Hidden neurons of each perspective, one of [`WIDTHS`].
    pub width: usize,
    /// Passes over the training set.
    pub epochs: u32,
    /// Samples in a step.
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f32,
    /// Weight decay of AdamW.
    pub decay: f32,
    /// Share of the game result in the target; the rest is the search score.
    pub lambda: f32,
    /// Stop after this many epochs without a better validation error.
    pub patience: u32,
    /// Determines the start weights, the order and the mirroring.
    pub seed: u64,
    /// Threads; part of what determines the result, because sums depend on their order.
    pub threads: usize,
}

/// One epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochReport {
    /// Its number, from 1.
    pub epoch: u32,
    /// Mean squared error over the training set, while it was learned.
    pub training: f64,
    /// Mean squared error over the validation set, afterwards.
    pub validation: f64,
    /// Samples learned per second.
    pub speed: f64,
    /// The learning rate at its end.
    pub rate: f32,
}

/// Why there is no training.
#[derive(Debug, Error)]
pub enum TrainError {
    /// No code for this width.
    #[error("width {0}: one of {WIDTHS:?} is wanted")]
    Width(usize),
    /// Nothing to learn or nothing to be examined on.
    #[error("{training} training and {validation} validation positions: more games are needed")]
    NoData {
        /// Positions for training.
        training: usize,
        /// Positions for validation.
        validation: usize,
    },
    /// The threads could not be started.
    #[error("cannot start the training threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// What a run ended with.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights with the best validation error.
    pub best: Model,
    /// That error.
    pub error: f64,
    /// All epochs.
    pub epochs: Vec<EpochReport>,
}

/// The target of a sample: search score as expected result, blended with the game's result.
#[must_use]
pub fn label(sample: &Sample, lambda: f32) -> Label {
    Label {
        target: target(sample.score(), sample.result(), lambda),
    }
}

/// The expected result by a search score, blended with a share `lambda` of the game's result.
pub(super) fn target(score: i16, result: MoverResult, lambda: f32) -> f32 {
    let by_score = expected_result(score);
    let by_result = match result {
        MoverResult::Loss => 0.0,
        MoverResult::Draw => 0.5,
        MoverResult::Win => 1.0,
        MoverResult::Unknown => by_score,
    };
    by_score + lambda * (by_result - by_score)
}

/// One thread's gradient and its own stream of tosses.
struct Worker {
    gradient: Vec<f32>,
    rng: Rng,
    error: f64,
}

/// Trains on `dataset` from `start` (fresh weights if `None`). `on_epoch` sees every epoch and
/// the state after it; `stop`, when it becomes true, ends the run after the current batch.
///
/// # Errors
/// If the width has no code or there is no data.
pub fn train(
    config: &Config,
    mut dataset: Dataset,
    start: Option<Checkpoint>,
    stop: &AtomicBool,
    on_epoch: &mut dyn FnMut(&EpochReport, &Checkpoint),
) -> Result<Trained, TrainError> {
    if dataset.training.is_empty() || dataset.validation.is_empty() {
        return Err(TrainError::NoData {
            training: dataset.training.len(),
            validation: dataset.validation.len(),
        });
    }
    let loop_of_width = match config.width {
        64 => run::<64>,
        128 => run::<128>,
        256 => run::<256>,
        512 => run::<512>,
        other => return Err(TrainError::Width(other)),
    };
    let threads = config.threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let start = start.unwrap_or_else(|| Checkpoint {
        model: Model::random(config.width, &mut Rng::stream(config.seed, u64::MAX)),
        epochs: 0,
        optimizer: None,
    });
    // Epoch reports run on this thread: files and terminals are not the pool's business.
    let mut epochs = Vec::new();
    let mut best: Option<(f64, Model)> = None;
    let mut state = start;
    let mut optimizer = state
        .optimizer
        .take()
        .unwrap_or_else(|| AdamW::new(Layout::new(config.width).count(), config.decay));
    let mut workers: Vec<Worker> = (0..threads)
        .map(|_| Worker {
            gradient: vec![0.0; Layout::new(config.width).count()],
            rng: Rng::new(0),
            error: 0.0,
        })
        .collect();
    (0..state.epochs).for_each(|epoch| shuffle(config, epoch, &mut dataset));
    let mut since_best = 0;
    while state.epochs < config.epochs {
        let epoch = &mut Epoch {
            config,
            model: &mut state.model,
            optimizer: &mut optimizer,
            workers: &mut workers,
            number: state.epochs,
            stop,
        };
        let report = pool.install(|| loop_of_width(epoch, &mut dataset));
        if stop.load(Ordering::Relaxed) {
            break;
        }
        state.epochs += 1;
        if best
            .as_ref()
            .is_none_or(|(error, _)| report.validation < *error)
        {
            best = Some((report.validation, state.model.clone()));
            since_best = 0;
        } else {
            since_best += 1;
        }
        epochs.push(report);
        state.optimizer = Some(optimizer);
        on_epoch(&report, &state);
        optimizer = state.optimizer.take().expect("put there two lines above");
        if since_best >= config.patience {
            break;
        }
    }
    let (error, best) = best.unwrap_or((f64::NAN, state.model));
    Ok(Trained {
        best,
        error,
        epochs,
    })
}

/// The first random stream of an epoch: one for the order, then one for each thread.
fn first_stream(config: &Config, epoch: u32) -> u64 {
    u64::from(epoch) * (1 + config.threads.max(1) as u64)
}

/// Each epoch shuffles the order the one before left.
fn shuffle(config: &Config, epoch: u32, dataset: &mut Dataset) {
    let mut rng = Rng::stream(config.seed, first_stream(config, epoch));
    rng.shuffle(&mut dataset.training);
}

/// What one epoch works on.
struct Epoch<'a> {
    config: &'a Config,
    model: &'a mut Model,
    optimizer: &'a mut AdamW,
    workers: &'a mut [Worker],
    number: u32,
    stop: &'a AtomicBool,
}

fn run<const N: usize>(epoch: &mut Epoch<'_>, dataset: &mut Dataset) -> EpochReport {
    let config = epoch.config;
    let begin = Instant::now();
    let order = first_stream(config, epoch.number);
    shuffle(config, epoch.number, dataset);
    for (i, worker) in epoch.workers.iter_mut().enumerate() {
        worker.rng = Rng::stream(config.seed, order + 1 + i as u64);
        worker.error = 0.0;
    }
    let batches = dataset.training.len().div_ceil(config.batch) as u64;
    let schedule = Schedule {
        peak: config.rate,
        floor: 0.01,
        warm_up: 50.min(batches),
        steps: batches * u64::from(config.epochs),
    };
    let first = u64::from(epoch.number) * batches;
    let mut rate = 0.0;
    for (batch, samples) in (first..).zip(dataset.training.chunks(config.batch)) {
        if epoch.stop.load(Ordering::Relaxed) {
            break;
        }
        rate = schedule.rate(batch);
        step::<N>(epoch, samples, rate);
    }
    let error: f64 = epoch.workers.iter().map(|worker| worker.error).sum();
    let count = dataset.training.len() as f64;
    let speed = count / begin.elapsed().as_secs_f64();
    EpochReport {
        epoch: epoch.number + 1,
        training: error / count,
        validation: validate::<N>(epoch.model, &dataset.validation, config.lambda),
        speed,
        rate,
    }
}

fn step<const N: usize>(epoch: &mut Epoch<'_>, samples: &[Sample], rate: f32) {
    let share = samples.len().div_ceil(epoch.workers.len());
    let (parameters, lambda) = (epoch.model.parameters(), epoch.config.lambda);
    epoch
        .workers
        .par_iter_mut()
        .zip(samples.par_chunks(share))
        .for_each(|(worker, samples)| {
            let mut inputs = Inputs::new();
            for sample in samples {
                let toss = Orientation::ALL[(worker.rng.next_u64() >> 63) as usize];
                sample.unpack(toss, &mut inputs);
                let label = label(sample, lambda);
                let gradient = &mut worker.gradient;
                let error = accumulate_gradient::<N>(parameters, &inputs, label, gradient);
                worker.error += f64::from(error);
            }
        });
    let gradients = epoch
        .workers
        .iter_mut()
        .map(|w| &mut w.gradient[..])
        .collect();
    epoch
        .optimizer
        .step(epoch.model, gradients, rate, samples.len() as f32);
}

/// Mean squared error, summed in the order of the samples.
fn validate<const N: usize>(model: &Model, samples: &[Sample], lambda: f32) -> f64 {
    let errors: Vec<f64> = samples
        .par_chunks(VALIDATION_CHUNK)
        .map(|samples| {
            let mut inputs = Inputs::new();
            let error = |sample: &Sample| {
                sample.unpack(Orientation::Straight, &mut inputs);
                let output = predict::<N>(model.parameters(), &inputs);
                f64::from(sigmoid(output) - label(sample, lambda).target).powi(2)
            };
            samples.iter().map(error).sum()
        })
        .collect();
    errors.iter().sum::<f64>() / samples.len() as f64
}
