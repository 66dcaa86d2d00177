//! `chuhe fit`: better weights for the hand-crafted evaluation, from self-play games.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use chuhe::{
    train::{
        Dataset,
        fit::{Config, Example, fit},
    },
    types::PieceKind,
};

use super::{
    Answer, Outcome,
    aside::tell,
    reading::{ReadingArgs, not_negative, share},
};

/// Fit the weights of the hand-crafted evaluation to self-play games; prints them as source
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of self-play games
    #[arg(required = true)]
    data: Vec<PathBuf>,

    /// Passes over the data
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,

    /// Positions in a step
    #[arg(long, default_value_t = 8192, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,

    /// The first step, in centipawns
    #[arg(long, default_value_t = 0.5, value_parser = not_negative)]
    rate: f64,

    /// Share of the game result in the target, the rest is the search score
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    lambda: f32,

    /// So many positions would hold a weight as firmly as its old value does
    #[arg(long, value_name = "N", default_value_t = 200.0, value_parser = not_negative)]
    prior: f64,

    /// Seed of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    reading: ReadingArgs,
}

/// Loads, fits, prints.
pub fn run(args: Args) -> Outcome {
    let dataset = Dataset::load_as(&args.data, args.reading.reading(), Example::new)?;
    tell!(
        "{} games, {} positions: {} to fit to, {} to validate on",
        dataset.games,
        dataset.raw,
        dataset.training.len(),
        dataset.validation.len()
    );
    let config = Config {
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        lambda: args.lambda,
        prior: args.prior,
        seed: args.seed,
    };
    let fitted = fit(&dataset, &config, |epoch, error| {
        tell!("epoch {epoch:3}  training {error:.6}");
    })?;
    for (when, errors) in [("before", fitted.before), ("after", fitted.after)] {
        tell!(
            "{when:6}  training {:.6}  validation {:.6}",
            errors.training,
            errors.validation
        );
    }
    tell!("scale {:.1} centipawns", fitted.scale);
    let rows = fitted.old_material.iter().zip(&fitted.material);
    for (kind, (old, new)) in PieceKind::ALL.iter().zip(rows).skip(1) {
        let name = format!("{kind:?}");
        tell!(
            "{name:9} {:4.0} {:4.0}  became {:4.0} {:4.0}",
            old[0],
            old[1],
            new[0],
            new[1]
        );
    }
    let source = fitted.weights.source(&fitted.material);
    write!(io::stdout(), "{source}")?;
    Ok(Answer::Yes)
}
