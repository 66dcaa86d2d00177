//! The options that say which positions of self-play games are learnt from.

use chuhe::{datagen::replay::Filter, train::Reading};

/// Which positions to take.
#[derive(Debug, clap::Args)]
pub(super) struct ReadingArgs {
    /// Largest score to train on, in centipawns
    #[arg(long, default_value_t = 2000)]
    max_score: i16,

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
    #[arg(long, value_name = "N", default_value_t = 20)]
    validation_every: usize,
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
            duplicates: self.keep_duplicates,
            validation_every: self.validation_every,
        }
    }
}
