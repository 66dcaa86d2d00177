//! Searching to a fixed depth, and evaluating.

#![allow(missing_docs)] // criterion's macros make undocumented functions

use chuhe::{
    eval::Evaluator,
    position::Position,
    search::{Control, Limits, Pool, SearchOptions},
};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

const MIDDLE: &str = "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1";

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    let position = Position::from_fen(MIDDLE).expect("the FEN is legal");
    let limits = Limits {
        depth: Some(9),
        ..Limits::default()
    };
    group.bench_function("nine plies, one thread", |b| {
        b.iter_batched(
            || Pool::new(1, 16).expect("16 MiB can be had"),
            |mut pool| {
                let control = Control::new();
                pool.search(
                    &position,
                    &limits,
                    &SearchOptions::default(),
                    &control,
                    &mut |_| {},
                )
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn evaluation(c: &mut Criterion) {
    let mut group = c.benchmark_group("evaluation");
    let position = Position::from_fen(MIDDLE).expect("the FEN is legal");
    let mut evaluator = Evaluator::new(&position);
    group.bench_function("carried along", |b| {
        b.iter(|| evaluator.evaluate(&position))
    });
    group.bench_function("from scratch", |b| {
        b.iter(|| chuhe::eval::evaluate(&position))
    });
    group.finish();
}

criterion_group!(benches, search, evaluation);
criterion_main!(benches);
