//! The options that say which positions of self-play games are learnt from.

use chuhe::{datagen::replay::Filter, train::Reading};

/// Which positions to take.
#[derive(Debug, clap::Args)]
pub(super) struct ReadingArgs {
    /// Largest score to train on, in centipawns
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(i16).range(1..))]
    max_score: i16,

    /// Share of the scores later in the game in what is learnt of a position, 0 to 1: the next
    /// score counts half as much as its own with 0.5, the one after that a quarter
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    foresight: f32,

    /// Also train on positions in check
    #[arg(long)]
    keep_checks: bool,

    /// Also train on positions whose best move captures
    #[arg(long)]
    keep_captures: bool,

    /// Keep positions met before
    #[arg(long)]
    keep_duplicates: bool,

    /// Set every N-th game aside for validation
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    validation_every: u32,
}

impl ReadingArgs {
    /// What they mean.
    pub(super) fn reading(&self) -> Reading {
        Reading {
            filter: Filter {
                checks: self.keep_checks,
                captures: self.keep_captures,
                max_score: self.max_score,
            },
            foresight: self.foresight,
            duplicates: self.keep_duplicates,
            validation_every: self.validation_every as usize,
        }
    }
}

/// A finite number, zero or more.
pub(super) fn not_negative(word: &str) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err("a number of zero or more is wanted".to_owned()),
    }
}

/// A number from 0 to 1.
pub(super) fn share(word: &str) -> Result<f32, String> {
    match word.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share lies between 0 and 1".to_owned()),
    }
}
