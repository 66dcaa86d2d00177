//! `chuhe eval`: explains the static evaluation of a position.

use super::Outcome;

/// Explain the static evaluation of a position
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position; the start position if left out
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// Evaluates and prints.
pub fn run(args: Args) -> Outcome {
    Err(format!("eval {:?} needs the evaluation", args.fen).into())
}
