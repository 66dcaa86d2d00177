//! The float weights: their places in one flat vector, their start, their quantised form.

use crate::{
    datagen::rng::Rng,
    eval::nnue::{
        Network, NetworkError, Weights,
        arch::{BUCKETS, FEATURES, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, QA, QB},
    },
};

/// All parameters of a network of one width, in one vector: feature weights, feature biases,
/// output weights, output biases, in the order of the network file.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    width: usize,
    parameters: Vec<f32>,
}

/// Where things lie in the vector of a model of this width.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    width: usize,
}

impl Layout {
    /// The layout for `width` hidden neurons.
    #[must_use]
    pub const fn new(width: usize) -> Self {
        Self { width }
    }

    /// First feature bias.
    #[must_use]
    pub const fn feature_bias(self) -> usize {
        FEATURES * self.width
    }

    /// First output weight.
    #[must_use]
    pub const fn output_weights(self) -> usize {
        self.feature_bias() + self.width
    }

    /// First output bias.
    #[must_use]
    pub const fn output_bias(self) -> usize {
        self.output_weights() + BUCKETS * 2 * self.width
    }

    /// The number of parameters.
    #[must_use]
    pub const fn count(self) -> usize {
        self.output_bias() + BUCKETS
    }

    /// The largest magnitude the parameter at `at` may have, so that it can be quantised.
    #[must_use]
    pub fn limit(self, at: usize) -> f32 {
        if at < self.output_weights() {
            f32::from(MAX_FEATURE_WEIGHT) / QA as f32
        } else if at < self.output_bias() {
            f32::from(MAX_OUTPUT_WEIGHT) / QB as f32
        } else {
            f32::INFINITY
        }
    }
}

impl Model {
    /// A fresh model: feature weights N(0, 0.05), output weights N(0, 1/√N), biases zero.
    #[must_use]
    pub fn random(width: usize, rng: &mut Rng) -> Self {
        let layout = Layout::new(width);
        let mut parameters = vec![0.0; layout.count()];
        for weight in &mut parameters[..layout.feature_bias()] {
            *weight = 0.05 * rng.normal() as f32;
        }
        let spread = 1.0 / (width as f64).sqrt();
        let limit = layout.limit(layout.output_weights());
        for weight in &mut parameters[layout.output_weights()..layout.output_bias()] {
            *weight = ((spread * rng.normal()) as f32).clamp(-limit, limit);
        }
        Self { width, parameters }
    }

    /// A model of these parameters; `None` if there are not as many as the width asks for.
    #[must_use]
    pub fn from_parameters(width: usize, parameters: Vec<f32>) -> Option<Self> {
        (parameters.len() == Layout::new(width).count()).then_some(Self { width, parameters })
    }

    /// Hidden neurons of each perspective.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// All parameters.
    #[must_use]
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// All parameters, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The network in the fixed-point form the engine plays with.
    ///
    /// # Errors
    /// If the width is not one the engine can use.
    pub fn quantise(&self, name: &str) -> Result<Network, NetworkError> {
        let layout = Layout::new(self.width);
        let fixed = |range: std::ops::Range<usize>, one: i32, limit: i16| -> Vec<i16> {
            let limit = f32::from(limit);
            self.parameters[range]
                .iter()
                .map(|w| (w * one as f32).round().clamp(-limit, limit) as i16)
                .collect()
        };
        let bias = layout.output_bias();
        let weights = Weights {
            width: self.width,
            feature_weights: fixed(0..layout.feature_bias(), QA, MAX_FEATURE_WEIGHT),
            feature_bias: fixed(
                layout.feature_bias()..layout.output_weights(),
                QA,
                MAX_FEATURE_WEIGHT,
            ),
            output_weights: fixed(layout.output_weights()..bias, QB, MAX_OUTPUT_WEIGHT),
            output_bias: std::array::from_fn(|bucket| {
                (self.parameters[bias + bucket] * (QA * QB) as f32).round() as i32
            }),
        };
        Network::new(name, &weights)
    }
}
