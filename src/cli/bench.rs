//! `chuhe bench`: searches the fixed set of positions and prints the signature.

use super::Outcome;

/// Search a fixed set of positions; the last line is `N nodes M nps`
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Searches and prints.
pub fn run(_args: Args) -> Outcome {
    Err("bench needs the search".into())
}
