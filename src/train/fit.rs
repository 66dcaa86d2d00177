//! Better weights for the hand-crafted evaluation, from self-play games.
//!
//! The expected result of a position, by its search score and perhaps the result of its game, is
//! compared with the logistic of its evaluation; the weights follow the gradient of the squared
//! difference, by Adam. Each weight is held to where it was as firmly as some positions would hold
//! it, so that what hardly ever occurs stays as it is. In the end all are scaled so that a set of
//! pieces is worth what it was: the search measures its margins in centipawns.
//!
//! Sources: Peter Österlund, "Texel's Tuning Method"; Diederik Kingma and Jimmy Ba, "Adam: A
//! Method for Stochastic Optimization".

use rayon::prelude::*;

use super::{Dataset, MoverResult, TrainError, run::target};
use crate::{
    datagen::{record::Outcome, rng::Rng},
    eval::hce::{Trace, Weights},
    position::Position,
    types::PieceKind,
};

/// Samples whose gradients are summed in order: the result does not depend on the threads.
const CHUNK: usize = 512;
/// The slope of the logistic where it matters, for the pull to the old weights.
const SLOPE: f64 = 0.2;

/// A position with what is known of it.
#[derive(Clone, Debug)]
pub struct Example {
    trace: Trace,
    score: i16,
    result: MoverResult,
}

impl Example {
    /// A position, its score for the side to move, and how the game came out.
    #[must_use]
    pub fn new(position: &Position, score: i16, outcome: Outcome) -> Self {
        Self {
            trace: Trace::of(position),
            score,
            result: MoverResult::of(outcome, position.side()),
        }
    }

    fn target(&self, lambda: f32) -> f64 {
        f64::from(target(self.score, self.result, lambda))
    }
}

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Passes over the examples.
    pub epochs: u32,
    /// Examples in a step.
    pub batch: usize,
    /// The first step, in centipawns; the last is near 0.
    pub rate: f64,
    /// Share of the game's result in the target.
    pub lambda: f32,
    /// So many positions would hold a weight as firmly as its old value does.
    pub prior: f64,
    /// What the order of examples comes from.
    pub seed: u64,
}

/// Mean squared errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// On the examples learnt from.
    pub training: f64,
    /// On those set aside.
    pub validation: f64,
}

/// What came of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights, as the engine would play with them.
    pub weights: Weights,
    /// The mean worth of a piece of each kind, opening and endgame.
    pub material: [[f64; 2]; 7],
    /// That worth before.
    pub old_material: [[f64; 2]; 7],
    /// With the old weights.
    pub before: Errors,
    /// With the new weights.
    pub after: Errors,
    /// The centipawns of one unit of the logistic.
    pub scale: f64,
}

/// The expected result of a score.
fn expected(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// The mean squared error of scores scaled so.
fn mean_error(scored: &[(f64, f64)], scale: f64) -> f64 {
    let squares = scored.par_chunks(CHUNK).map(|chunk| {
        let square = |&(score, target): &(f64, f64)| (expected(score, scale) - target).powi(2);
        chunk.iter().map(square).sum::<f64>()
    });
    squares.collect::<Vec<_>>().iter().sum::<f64>() / scored.len() as f64
}

/// Scores and targets.
fn scored(examples: &[Example], weights: &Weights, lambda: f32) -> Vec<(f64, f64)> {
    let examples = examples.par_iter();
    let pair = |example: &Example| (example.trace.score(weights), example.target(lambda));
    examples.map(pair).collect()
}

fn errors(dataset: &Dataset<Example>, weights: &Weights, scale: f64, lambda: f32) -> Errors {
    let error = |examples| mean_error(&scored(examples, weights, lambda), scale);
    Errors {
        training: error(&dataset.training),
        validation: error(&dataset.validation),
    }
}

/// The scale with the smallest error, by golden sections.
fn best_scale(scored: &[(f64, f64)]) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let (mut low, mut high) = (50.0, 2000.0);
    while high - low > 0.5 {
        let (a, b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if mean_error(scored, a) < mean_error(scored, b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// The worth of all pieces of one side.
fn set_of_pieces(material: &[[f64; 2]; 7]) -> f64 {
    let worth = PieceKind::ALL.iter().zip(material).map(|(kind, worth)| {
        let count = match kind {
            PieceKind::King => 0.0,
            PieceKind::Pawn => 5.0,
            _ => 2.0,
        };
        count * (worth[0] + worth[1])
    });
    worth.sum()
}

/// Fits the weights to the examples; `on_epoch` is shown the number of each and its mean error.
///
/// # Errors
/// If there are no examples to learn from or to validate on.
pub fn fit(
    dataset: &Dataset<Example>,
    config: &Config,
    mut on_epoch: impl FnMut(u32, f64),
) -> Result<Fitted, TrainError> {
    let (training, validation) = (dataset.training.len(), dataset.validation.len());
    if training == 0 || validation == 0 {
        return Err(TrainError::NoData {
            training,
            validation,
        });
    }
    let old = Weights::current();
    let scale = best_scale(&scored(&dataset.training, &old, config.lambda));
    let before = errors(dataset, &old, scale, config.lambda);
    let mut weights = old.clone();
    let mut adam = Adam::new(old.numbers().len());
    let mut order: Vec<u32> = (0..training as u32).collect();
    let mut rng = Rng::new(config.seed);
    let batch = config.batch.max(1);
    let steps = f64::from(config.epochs) * training.div_ceil(batch) as f64;
    let pull = 2.0 * config.prior * (SLOPE / scale).powi(2) / training as f64;
    for epoch in 1..=config.epochs {
        rng.shuffle(&mut order);
        let mut error = 0.0;
        for chosen in order.chunks(batch) {
            let mut sum = gradient(dataset, chosen, &weights, scale, config.lambda);
            error += sum.error;
            let numbers = weights.numbers().iter().zip(old.numbers());
            for (slope, (now, before)) in sum.slopes.iter_mut().zip(numbers) {
                *slope = *slope / chosen.len() as f64 + pull * (now - before);
            }
            let done = f64::from(adam.steps) / steps;
            let rate = config.rate * 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
            adam.step(weights.numbers_mut(), &sum.slopes, rate);
        }
        on_epoch(epoch, error / training as f64);
    }
    let usage = Weights::usage(dataset.training.iter().map(|example| &example.trace));
    let old_material = old.material(&usage);
    let ratio = set_of_pieces(&old_material) / set_of_pieces(&weights.material(&usage));
    weights.numbers_mut().iter_mut().for_each(|x| *x *= ratio);
    let material = weights.material(&usage);
    let (weights, scale) = (weights.rounded(), scale * ratio);
    Ok(Fitted {
        after: errors(dataset, &weights, scale, config.lambda),
        weights,
        material,
        old_material,
        before,
        scale,
    })
}

/// The gradient of the squared error, summed over some examples.
struct Gradient {
    slopes: Vec<f64>,
    error: f64,
}

fn gradient(
    dataset: &Dataset<Example>,
    chosen: &[u32],
    weights: &Weights,
    scale: f64,
    lambda: f32,
) -> Gradient {
    let parts = chosen.par_chunks(CHUNK).map(|chunk| {
        let mut part = Gradient {
            slopes: vec![0.0; weights.numbers().len()],
            error: 0.0,
        };
        for &index in chunk {
            let example = &dataset.training[index as usize];
            let result = expected(example.trace.score(weights), scale);
            let away = result - example.target(lambda);
            let slope = 2.0 * away * result * (1.0 - result) / scale;
            example.trace.add_gradient(weights, slope, &mut part.slopes);
            part.error += away * away;
        }
        part
    });
    let mut parts = parts.collect::<Vec<_>>().into_iter();
    let first = parts.next().unwrap_or(Gradient {
        slopes: vec![0.0; weights.numbers().len()],
        error: 0.0,
    });
    parts.fold(first, |mut sum, part| {
        for (slope, more) in sum.slopes.iter_mut().zip(part.slopes) {
            *slope += more;
        }
        sum.error += part.error;
        sum
    })
}

/// Adam, for a few hundred numbers.
struct Adam {
    steps: u32,
    mean: Vec<f64>,
    variance: Vec<f64>,
}

impl Adam {
    const BETA1: f64 = 0.9;
    const BETA2: f64 = 0.999;
    /// Gradients are around 10⁻⁵ here.
    const EPSILON: f64 = 1e-12;

    fn new(len: usize) -> Self {
        Self {
            steps: 0,
            mean: vec![0.0; len],
            variance: vec![0.0; len],
        }
    }

    fn step(&mut self, numbers: &mut [f64], slopes: &[f64], rate: f64) {
        self.steps += 1;
        let power = |beta: f64| 1.0 - beta.powi(self.steps.min(1 << 20) as i32);
        let (first, second) = (power(Self::BETA1), power(Self::BETA2));
        let moments = self.mean.iter_mut().zip(&mut self.variance);
        for ((number, slope), (mean, variance)) in numbers.iter_mut().zip(slopes).zip(moments) {
            *mean += (1.0 - Self::BETA1) * (slope - *mean);
            *variance += (1.0 - Self::BETA2) * (slope * slope - *variance);
            *number -= rate * (*mean / first) / ((*variance / second).sqrt() + Self::EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen;

    const CONFIG: Config = Config {
        epochs: 30,
        batch: 256,
        rate: 1.0,
        lambda: 0.0,
        prior: 1.0,
        seed: 1,
    };

    /// Positions of random games, scored by a teacher.
    fn examples(teacher: &Weights) -> Dataset<Example> {
        let mut rng = Rng::new(4);
        let mut dataset = Dataset::default();
        for game in 0..120 {
            let mut position = Position::startpos();
            for _ in 0..60 {
                let moves = movegen::legal(&position);
                if moves.is_empty() {
                    break;
                }
                position.make(moves[rng.below(moves.len())]);
                let score = Trace::of(&position).score(teacher) as i16;
                let example = Example::new(&position, score, Outcome::Draw);
                if game % 6 == 0 {
                    dataset.validation.push(example);
                } else {
                    dataset.training.push(example);
                }
            }
        }
        dataset
    }

    fn tempo(weights: &Weights) -> f64 {
        weights.numbers()[weights.numbers().len() - 1]
    }

    #[test]
    fn weights_of_a_teacher_are_found() {
        let mut teacher = Weights::current();
        let (last, mobility) = (teacher.numbers().len() - 1, 2..4);
        teacher.numbers_mut()[last] = 60.0;
        teacher.numbers_mut()[mobility.clone()].fill(20.0);
        let dataset = examples(&teacher);
        let mut epochs = 0;
        let fitted = fit(&dataset, &CONFIG, |_, _| epochs += 1).unwrap();
        assert_eq!(epochs, CONFIG.epochs);
        let (before, after) = (fitted.before, fitted.after);
        assert!(after.training < before.training / 10.0, "{fitted:?}");
        assert!(after.validation < before.validation / 4.0, "{fitted:?}");
        // The scale of centipawns is free, but the set of pieces holds it.
        let [old, new] = [&fitted.old_material, &fitted.material].map(set_of_pieces);
        assert!((old - new).abs() < 1.0, "{old} {new}");
        let unit = fitted.scale / 400.0;
        assert!(
            (tempo(&fitted.weights) - 60.0 * unit).abs() < 6.0,
            "{fitted:?}"
        );
        let found = fitted.weights.numbers()[mobility][0];
        assert!((found - 20.0 * unit).abs() < 3.0, "{found} {unit}");
        let again = fit(&dataset, &CONFIG, |_, _| ()).unwrap();
        assert_eq!(again.weights, fitted.weights);
    }

    #[test]
    fn what_was_right_stays() {
        let current = Weights::current();
        let fitted = fit(&examples(&current), &CONFIG, |_, _| ()).unwrap();
        assert!((fitted.scale - 400.0).abs() < 10.0, "{}", fitted.scale);
        for (new, old) in fitted.weights.numbers().iter().zip(current.numbers()) {
            assert!((new - old).abs() < 12.0, "{old} became {new}");
        }
    }

    #[test]
    fn nothing_to_learn_from_is_refused() {
        let fault = fit(&Dataset::default(), &CONFIG, |_, _| ()).unwrap_err();
        assert!(matches!(fault, TrainError::NoData { .. }));
    }
}
