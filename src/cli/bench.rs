//! `chuhe bench`: searches the fixed set of positions and prints the signature.

use std::io::{self, Write};

use chuhe::{
    engine::{BENCH_DEPTH, BENCH_HASH, BENCH_POSITIONS, Bench},
    search::Control,
};

use super::{Answer, Outcome, aside::tell};

/// Search a fixed set of positions; the last line is `N nodes M nps`
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Depth of each search
    #[arg(default_value_t = BENCH_DEPTH)]
    depth: u32,

    /// Number of threads; only one gives the same count every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = BENCH_HASH)]
    hash: usize,
}

/// Searches and prints.
pub fn run(args: Args) -> Outcome {
    let all = BENCH_POSITIONS.len();
    let control = Control::new();
    let threads = usize::from(args.threads);
    let done = Bench::run(
        args.depth,
        threads,
        args.hash,
        &control,
        |number, fen, nodes| {
            tell!("{number:2}/{all} {nodes:9} nodes  {fen}");
        },
    )?;
    writeln!(io::stdout(), "{}", done.signature())?;
    Ok(Answer::Yes)
}
