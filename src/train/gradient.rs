//! Forward and backward pass for one sample at a time.
//!
//! Both layers of a sample are done before the next is touched, so activations are never stored;
//! the accumulators of a sample are summed in blocks that stay in registers. The width is a
//! constant of the compiled code, which lets the compiler use the widest instructions there are.

use super::{model::Layout, sample::Inputs};
use crate::eval::nnue::arch::SCALE;

/// Floats summed in registers at a time.
const BLOCK: usize = 64;
/// Partial sums of a dot product, so that the additions do not wait for each other.
const LANES: usize = 32;

/// What a sample is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The expected result for the side to move, 0 to 1.
    pub target: f32,
}

/// Hidden layer of one perspective before clipping: the bias and a row for each input.
#[inline(always)]
fn accumulate<const N: usize>(parameters: &[f32], inputs: &[u16], out: &mut [f32; N]) {
    let bias = &parameters[Layout::new(N).feature_bias()..][..N];
    for block in 0..N / BLOCK {
        let at = block * BLOCK;
        let mut sum = [0.0; BLOCK];
        sum.copy_from_slice(&bias[at..at + BLOCK]);
        for &input in inputs {
            let row = &parameters[usize::from(input) * N + at..][..BLOCK];
            for i in 0..BLOCK {
                sum[i] += row[i];
            }
        }
        out[at..at + BLOCK].copy_from_slice(&sum);
    }
}

#[inline(always)]
fn screlu_dot<const N: usize>(hidden: &[f32; N], weights: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (x, w) in hidden
        .chunks_exact(LANES)
        .zip(weights[..N].chunks_exact(LANES))
    {
        for i in 0..LANES {
            let clipped = x[i].clamp(0.0, 1.0);
            sums[i] += clipped * clipped * w[i];
        }
    }
    sums.iter().sum()
}

/// Gradient of the output weights of one perspective, and of its hidden layer (into `hidden`).
#[inline(always)]
fn screlu_backward<const N: usize>(
    slope: f32,
    weights: &[f32],
    hidden: &mut [f32; N],
    gradient: &mut [f32],
) {
    let (weights, gradient) = (&weights[..N], &mut gradient[..N]);
    for i in 0..N {
        let clipped = hidden[i].clamp(0.0, 1.0);
        gradient[i] += slope * clipped * clipped;
        // Outside (0, 1) the activation is flat.
        let inside = if hidden[i] > 0.0 && hidden[i] < 1.0 {
            1.0
        } else {
            0.0
        };
        hidden[i] = inside * slope * weights[i] * 2.0 * clipped;
    }
}

/// Adds a row gradient to the rows of all inputs and to the bias.
#[inline(always)]
fn scatter<const N: usize>(row: &[f32; N], inputs: &[u16], gradient: &mut [f32]) {
    for &input in inputs {
        let to = &mut gradient[usize::from(input) * N..][..N];
        for i in 0..N {
            to[i] += row[i];
        }
    }
    let bias = &mut gradient[Layout::new(N).feature_bias()..][..N];
    for i in 0..N {
        bias[i] += row[i];
    }
}

/// Expected result of an output, 0 to 1.
#[inline]
#[must_use]
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// Expected result by a score in centipawns, 0 to 1.
#[inline]
#[must_use]
pub fn expected_result(score: i16) -> f32 {
    sigmoid(f32::from(score) / SCALE as f32)
}

/// The output of the network for one sample, in units of [`SCALE`] centipawns.
#[must_use]
pub fn predict<const N: usize>(parameters: &[f32], inputs: &Inputs) -> f32 {
    let layout = Layout::new(N);
    let (mut us, mut them) = ([0.0; N], [0.0; N]);
    accumulate(parameters, inputs.us(), &mut us);
    accumulate(parameters, inputs.them(), &mut them);
    let weights = &parameters[layout.output_weights() + inputs.bucket() * 2 * N..][..2 * N];
    let bias = parameters[layout.output_bias() + inputs.bucket()];
    screlu_dot(&us, weights) + screlu_dot(&them, &weights[N..]) + bias
}

/// Adds the gradient of the squared error of one sample to `gradient`; returns the error.
pub fn accumulate_gradient<const N: usize>(
    parameters: &[f32],
    inputs: &Inputs,
    label: Label,
    gradient: &mut [f32],
) -> f32 {
    let layout = Layout::new(N);
    let (mut us, mut them) = ([0.0; N], [0.0; N]);
    accumulate(parameters, inputs.us(), &mut us);
    accumulate(parameters, inputs.them(), &mut them);
    let row = layout.output_weights() + inputs.bucket() * 2 * N;
    let weights = &parameters[row..][..2 * N];
    let bias = layout.output_bias() + inputs.bucket();
    let output = screlu_dot(&us, weights) + screlu_dot(&them, &weights[N..]) + parameters[bias];

    let expected = sigmoid(output);
    let error = expected - label.target;
    let slope = 2.0 * error * expected * (1.0 - expected);

    gradient[bias] += slope;
    let (for_us, for_them) = gradient[row..][..2 * N].split_at_mut(N);
    screlu_backward(slope, weights, &mut us, for_us);
    screlu_backward(slope, &weights[N..], &mut them, for_them);
    scatter(&us, inputs.us(), gradient);
    scatter(&them, inputs.them(), gradient);
    error * error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        datagen::{record::Outcome, rng::Rng},
        eval::nnue::features::Orientation,
        position::Position,
        train::{model::Model, sample::Sample},
    };

    const N: usize = 64;

    fn error(parameters: &[f32], inputs: &Inputs, label: Label) -> f64 {
        let difference = sigmoid(predict::<N>(parameters, inputs)) - label.target;
        f64::from(difference).powi(2)
    }

    #[test]
    fn gradients_match_numerical_differences() {
        let fen = "2bak4/4a4/4b4/p3C4/2n6/6P2/P3N4/4B4/4A4/2BAK1R2 b - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let sample = Sample::pack(&position, 60, Outcome::Draw);
        let mut inputs = Inputs::new();
        sample.unpack(Orientation::Straight, &mut inputs);
        let mut rng = Rng::new(5);
        let mut model = Model::random(N, &mut rng);
        let parameters = model.parameters_mut();
        let label = Label { target: 0.9 };
        let mut gradient = vec![0.0; parameters.len()];
        accumulate_gradient::<N>(parameters, &inputs, label, &mut gradient);

        // The steepest parameters of each layer, where the difference stands out of the noise.
        let layout = Layout::new(N);
        let ends = [
            0,
            layout.feature_bias(),
            layout.output_weights(),
            layout.output_bias(),
            layout.count(),
        ];
        for layer in ends.windows(2) {
            let mut places: Vec<usize> = (layer[0]..layer[1]).collect();
            places.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
            for &at in places.iter().take(40) {
                let step = 2e-3;
                let before = parameters[at];
                parameters[at] = before + step;
                let above = error(parameters, &inputs, label);
                parameters[at] = before - step;
                let below = error(parameters, &inputs, label);
                parameters[at] = before;
                let numerical = (above - below) / f64::from(2.0 * step);
                let analytical = f64::from(gradient[at]);
                assert!(
                    (numerical - analytical).abs() < 2e-4 + 0.02 * analytical.abs(),
                    "parameter {at}: {analytical} computed, {numerical} measured"
                );
            }
        }
        assert!(gradient.iter().filter(|g| **g != 0.0).count() > 100);
    }
}
