//! AdamW with a warm-up and a cosine schedule.
//!
//! Source: Ilya Loshchilov and Frank Hutter, "Decoupled Weight Decay Regularization" and
//! "SGDR: Stochastic Gradient Descent with Warm Restarts".

use rayon::prelude::*;

use super::model::{Layout, Model};

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Parameters one thread updates at a time.
const CHUNK: usize = 8192;

/// The learning rate over a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// The highest rate.
    pub peak: f32,
    /// The rate at the end, as a share of the highest.
    pub floor: f32,
    /// Steps of linear growth at the start.
    pub warm_up: u64,
    /// Steps of the whole run.
    pub steps: u64,
}

impl Schedule {
    /// The rate of step `step`, counted from 0.
    #[must_use]
    pub fn rate(&self, step: u64) -> f32 {
        if step < self.warm_up {
            return self.peak * (step + 1) as f32 / self.warm_up as f32;
        }
        let span = self.steps.saturating_sub(self.warm_up).max(1) as f64;
        let done = ((step - self.warm_up) as f64 / span).min(1.0);
        let cosine = 0.5 * (1.0 + (std::f64::consts::PI * done).cos()) as f32;
        self.peak * (self.floor + (1.0 - self.floor) * cosine)
    }
}

/// The state of AdamW.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// Steps taken.
    pub(super) steps: u64,
    pub(super) mean: Vec<f32>,
    pub(super) variance: Vec<f32>,
    decay: f32,
}

impl AdamW {
    /// A fresh state for this many parameters.
    #[must_use]
    pub fn new(parameters: usize, decay: f32) -> Self {
        Self {
            steps: 0,
            mean: vec![0.0; parameters],
            variance: vec![0.0; parameters],
            decay,
        }
    }

    /// Takes one step against the sum of the gradients divided by `samples`, and clears them.
    /// Gradients are added in their order, so the result does not depend on timing.
    pub fn step(&mut self, model: &mut Model, gradients: Vec<&mut [f32]>, rate: f32, samples: f32) {
        self.steps += 1;
        let layout = Layout::new(model.width());
        let steps = self.steps.min(i32::MAX as u64) as i32;
        let rate_now = rate * (1.0 - BETA2.powi(steps)).sqrt() / (1.0 - BETA1.powi(steps));
        let decay = rate * self.decay;
        let mut pieces: Vec<Vec<&mut [f32]>> = Vec::new();
        for gradient in gradients {
            for (at, piece) in gradient.chunks_mut(CHUNK).enumerate() {
                if at == pieces.len() {
                    pieces.push(Vec::new());
                }
                pieces[at].push(piece);
            }
        }
        (
            model.parameters_mut().par_chunks_mut(CHUNK),
            self.mean.par_chunks_mut(CHUNK),
            self.variance.par_chunks_mut(CHUNK),
            pieces,
        )
            .into_par_iter()
            .enumerate()
            .for_each(|(chunk, (parameters, mean, variance, mut gradients))| {
                let (first, rest) = gradients.split_at_mut(1);
                let gradient = &mut *first[0];
                for other in rest {
                    for (sum, value) in gradient.iter_mut().zip(other.iter_mut()) {
                        *sum += *value;
                        *value = 0.0;
                    }
                }
                for i in 0..parameters.len() {
                    let slope = gradient[i] / samples;
                    gradient[i] = 0.0;
                    mean[i] = BETA1 * mean[i] + (1.0 - BETA1) * slope;
                    variance[i] = BETA2 * variance[i] + (1.0 - BETA2) * slope * slope;
                    parameters[i] -=
                        rate_now * mean[i] / (variance[i].sqrt() + EPSILON) + decay * parameters[i];
                }
                // The limits change at two places only; most chunks lie in one layer.
                let start = chunk * CHUNK;
                let ends = layout.limit(start) == layout.limit(start + parameters.len() - 1);
                let limit = layout.limit(start);
                for (i, parameter) in parameters.iter_mut().enumerate() {
                    let limit = if ends { limit } else { layout.limit(start + i) };
                    *parameter = parameter.clamp(-limit, limit);
                }
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::rng::Rng;

    #[test]
    fn the_rate_warms_up_and_comes_down() {
        let schedule = Schedule {
            peak: 1.0,
            floor: 0.01,
            warm_up: 10,
            steps: 110,
        };
        assert!(schedule.rate(0) < schedule.rate(5));
        assert!((schedule.rate(10) - 1.0).abs() < 1e-3);
        assert!((schedule.rate(60) - 0.505).abs() < 1e-3);
        assert!((schedule.rate(110) - 0.01).abs() < 1e-4);
    }

    #[test]
    fn weights_stay_within_what_can_be_quantised() {
        let mut model = Model::random(64, &mut Rng::new(1));
        let layout = Layout::new(64);
        let mut adam = AdamW::new(layout.count(), 0.0);
        for _ in 0..40 {
            let (mut one, mut two) = (vec![-1.0; layout.count()], vec![-1.0; layout.count()]);
            adam.step(&mut model, vec![&mut one, &mut two], 0.1, 2.0);
            assert!(one.iter().chain(&two).all(|g| *g == 0.0));
        }
        for (at, parameter) in model.parameters().iter().enumerate() {
            assert!(parameter.abs() <= layout.limit(at), "parameter {at}");
        }
        assert!(model.quantise("clipped").is_ok());
    }
}
