//! How long the network takes: a score after a move, a score from nothing, a training step.

#![allow(missing_docs)] // criterion's macros make undocumented functions

use std::{hint::black_box, sync::Arc};

use chuhe::{
    datagen::{record::Outcome, rng::Rng},
    eval::nnue::{Accumulators, Kernel, Network, features::Orientation},
    movegen,
    position::Position,
    train::{Inputs, Label, Layout, Model, Sample, accumulate_gradient},
    types::Move,
};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const MIDDLEGAME: &str =
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 6";

fn position() -> Position {
    Position::from_fen(MIDDLEGAME).expect("the position is sound")
}

/// All moves of the position, each made, scored and taken back.
fn score_all_moves(accumulators: &mut Accumulators, position: &mut Position, moves: &[Move]) {
    for &mv in moves {
        accumulators.push();
        position.make_observed(mv, accumulators);
        black_box(accumulators.evaluate(position));
        position.undo();
        accumulators.pop();
    }
}

fn incremental(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nnue: move and score");
    let mut position = position();
    let moves: Vec<Move> = movegen::legal(&position).to_vec();
    group.throughput(Throughput::Elements(moves.len() as u64));
    for width in [128, 256, 512] {
        let network = Arc::new(Network::noise(width, 1));
        for kernel in Kernel::available() {
            let mut accumulators = Accumulators::with_kernel(Arc::clone(&network), kernel);
            accumulators.reset(&position);
            accumulators.evaluate(&position);
            group.bench_function(BenchmarkId::new(kernel.to_string(), width), |bencher| {
                bencher.iter(|| score_all_moves(&mut accumulators, &mut position, &moves));
            });
        }
    }
    group.finish();
}

fn from_nothing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nnue: score from nothing");
    let position = position();
    for width in [128, 256, 512] {
        let network = Arc::new(Network::noise(width, 1));
        let fresh = Accumulators::new(Arc::clone(&network));
        group.bench_function(BenchmarkId::from_parameter(width), |bencher| {
            bencher.iter_batched_ref(
                || fresh.clone(),
                |accumulators| {
                    accumulators.reset(&position);
                    accumulators.evaluate(&position)
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn gradient<const N: usize>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("training: one position");
    let mut position = position();
    let mut rng = Rng::new(1);
    let samples: Vec<Sample> = (0..64)
        .map(|_| {
            let moves = movegen::legal(&position);
            position.make(moves[rng.below(moves.len())]);
            Sample::pack(&position, 0, Outcome::Draw)
        })
        .collect();
    let model = Model::random(N, &mut rng);
    let mut sums = vec![0.0; Layout::new(N).count()];
    let mut inputs = Inputs::new();
    group.throughput(Throughput::Elements(samples.len() as u64));
    group.bench_function(BenchmarkId::from_parameter(N), |bencher| {
        bencher.iter(|| {
            for sample in &samples {
                sample.unpack(Orientation::Straight, &mut inputs);
                let label = Label { target: 0.6 };
                let parameters = model.parameters();
                black_box(accumulate_gradient::<N>(
                    parameters, &inputs, label, &mut sums,
                ));
            }
        });
    });
    group.finish();
}

criterion_group!(
    benches,
    incremental,
    from_nothing,
    gradient::<128>,
    gradient::<256>
);
criterion_main!(benches);
