//! `chuhe eval`: explains the static evaluation of a position.

use std::io::{self, Write};

use chuhe::eval;

use super::{Answer, Outcome, position::PositionArgs};

/// Explain the static evaluation of a position
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

/// Evaluates and prints.
pub fn run(args: Args) -> Outcome {
    let position = args.position.position()?;
    writeln!(io::stdout(), "{}", eval::explain(&position).trim_end())?;
    Ok(Answer::Yes)
}
