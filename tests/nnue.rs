//! The network against its definition: along random games, on every kernel, and after training.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, atomic::AtomicBool};

use chuhe::{
    datagen::{
        record::{Ending, GameRecord, Outcome, ScoredMove},
        replay::Filter,
        rng::Rng,
    },
    eval::nnue::{Accumulators, Kernel, Network, features::Orientation},
    movegen,
    position::Position,
    train::{Config, Dataset, Inputs, Model, Sample, predict, train},
    types::{Move, PieceKind, Score},
};

fn random_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let moves = movegen::legal(position);
    (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
}

/// Walks up and down random games; `check` sees every position with accumulators in step.
fn walk(steps: usize, seed: u64, mut visit: impl FnMut(&mut Accumulators, &Position)) {
    let mut rng = Rng::new(seed);
    let network = Arc::new(Network::noise(64, seed));
    let starts = [
        Position::startpos(),
        // Few defenders: the kings roam and the orientation changes often.
        Position::from_fen("3k5/9/4P4/9/9/9/9/4p1p2/9/5K1C1 w - - 0 1").unwrap(),
        Position::from_fen("2b1k4/4a4/3a5/9/2n6/9/9/R3B4/4A4/3AK4 w - - 0 1").unwrap(),
    ];
    let mut done = 0;
    while done < steps {
        let mut position = starts[rng.below(starts.len())].clone();
        let mut accumulators = Accumulators::new(Arc::clone(&network));
        accumulators.reset(&position);
        let mut depth = 0;
        while depth < 200 && done < steps {
            done += 1;
            if depth > 0 && rng.below(3) == 0 {
                position.undo();
                accumulators.pop();
                depth -= 1;
            } else if let Some(mv) = random_move(&position, &mut rng) {
                accumulators.push();
                position.make_observed(mv, &mut accumulators);
                depth += 1;
            } else {
                break;
            }
            // Leave gaps, so that sums are made across several plies at once.
            if rng.below(3) > 0 {
                visit(&mut accumulators, &position);
            }
        }
    }
}

#[test]
fn incremental_scores_equal_scores_from_scratch() {
    walk(100_000, 1, |accumulators, position| {
        let expected = accumulators.network().evaluate(position);
        assert_eq!(
            accumulators.evaluate(position),
            expected,
            "{}",
            position.fen()
        );
    });
}

#[test]
fn every_kernel_gives_the_same_scores() {
    let network = Arc::new(Network::noise(128, 9));
    let kernels = Kernel::available();
    let mut all: Vec<Accumulators> = kernels
        .iter()
        .map(|&kernel| Accumulators::with_kernel(Arc::clone(&network), kernel))
        .collect();
    walk(2_000, 2, |_, position| {
        let expected = network.evaluate(position);
        for (kernel, accumulators) in kernels.iter().zip(&mut all) {
            accumulators.reset(position);
            assert_eq!(accumulators.evaluate(position), expected, "{kernel}");
        }
    });
}

/// What a beginner thinks of a position, for the side to move.
fn material(position: &Position) -> i16 {
    const VALUES: [i32; 7] = [0, 100, 100, 250, 500, 250, 60];
    let us = position.side();
    let balance: i32 = PieceKind::ALL
        .iter()
        .zip(VALUES)
        .map(|(&kind, value)| {
            let (own, other) = (position.piece(us, kind), position.piece(!us, kind));
            value * (own.len() as i32 - other.len() as i32)
        })
        .sum();
    balance as i16
}

/// Random games labelled with the material balance.
fn random_games(count: u32) -> Vec<GameRecord> {
    (0..count)
        .map(|index| {
            let mut rng = Rng::stream(11, u64::from(index));
            let mut position = Position::startpos();
            let mut plies = Vec::new();
            while plies.len() < 80 {
                let Some(mv) = random_move(&position, &mut rng) else {
                    break;
                };
                let score = material(&position);
                plies.push(ScoredMove { mv, score });
                position.make(mv);
            }
            GameRecord {
                index,
                start: None,
                opening: Vec::new(),
                plies,
                outcome: Outcome::Draw,
                ending: Ending::PlyLimit,
            }
        })
        .collect()
}

fn random_dataset(count: u32) -> Dataset {
    let mut dataset = Dataset::default();
    for game in random_games(count) {
        let to = match game.index % 10 {
            0 => &mut dataset.validation,
            _ => &mut dataset.training,
        };
        game.replay(|position, ply| {
            if Filter::default().keeps(position, ply) {
                to.push(Sample::pack(position, ply.score, game.outcome));
            }
        })
        .unwrap();
    }
    dataset
}

fn config() -> Config {
    Config {
        width: 64,
        epochs: 4,
        batch: 256,
        rate: 4e-3,
        decay: 0.01,
        lambda: 0.0,
        patience: 10,
        seed: 3,
        threads: 2,
    }
}

#[test]
fn a_trained_network_counts_material_and_survives_quantisation() {
    let dataset = random_dataset(300);
    let stop = AtomicBool::new(false);
    let samples = dataset.validation.clone();
    let trained = train(&config(), dataset.clone(), None, &stop, &mut |_, _| {}).unwrap();
    let (first, last) = (trained.epochs[0], trained.epochs[3]);
    assert!(
        last.validation < 0.6 * first.validation,
        "{first:?} {last:?}"
    );

    let network = Network::parse(&trained.best.quantise("test").unwrap().to_bytes()).unwrap();
    assert_close(&network, &trained.best, &samples);
    let up =
        Position::from_fen("rnbakab1r/9/1c5n1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1")
            .unwrap();
    let down =
        Position::from_fen("rnbakab1r/9/1c5n1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1")
            .unwrap();
    assert!(network.evaluate(&up) > Score(100));
    assert!(network.evaluate(&down) < Score(-100));

    // The same seed and threads give the same weights.
    let again = train(&config(), dataset, None, &stop, &mut |_, _| {}).unwrap();
    assert_eq!(again.best, trained.best);
}

/// The quantised network says what the float weights say, up to rounding.
fn assert_close(network: &Network, model: &Model, samples: &[Sample]) {
    let mut inputs = Inputs::new();
    let mut squares = 0.0;
    let games = random_games(20);
    let mut count = 0;
    for game in &games {
        game.replay(|position, _| {
            let sample = Sample::pack(position, 0, Outcome::Draw);
            sample.unpack(Orientation::Straight, &mut inputs);
            let float = 400.0 * predict::<64>(model.parameters(), &inputs);
            squares += (float - network.evaluate(position).0 as f32).powi(2);
            count += 1;
        })
        .unwrap();
    }
    let error = (squares / count as f32).sqrt();
    assert!(error < 8.0, "{error} centipawns over {count} positions");
    assert!(!samples.is_empty());
}
