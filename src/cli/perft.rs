//! `chuhe perft`: counts the leaves of the move tree.

use super::Outcome;

/// Count the leaves of the move tree
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Depth in plies
    depth: u32,
}

/// Counts and prints.
pub fn run(args: Args) -> Outcome {
    Err(format!("perft {} needs the move generator", args.depth).into())
}
