//! `chuhe openings`: makes a set of balanced openings, such as the embedded one.

use std::{collections::BTreeSet, io::Write};

use chuhe::{
    position::Position,
    tournament::{openings::sane_moves, random::Random},
};

use super::{Answer, Outcome};

/// Make a set of balanced openings: sane random moves
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many
    #[arg(long, value_name = "N", default_value_t = 400)]
    count: usize,

    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The smallest and the largest number of plies
    #[arg(long, value_name = "N", num_args = 2, default_values_t = [4, 8])]
    plies: Vec<usize>,
}

/// Prints one opening a line.
pub fn run(args: Args) -> Outcome {
    let (shortest, longest) = (args.plies[0], args.plies[1].max(args.plies[0]));
    let mut random = Random::new(args.seed);
    let mut seen = BTreeSet::new();
    let mut out = std::io::stdout().lock();
    while seen.len() < args.count {
        let plies = shortest + random.below(longest - shortest + 1);
        let moves = sane_moves(&mut random, plies);
        let mut position = Position::startpos();
        moves.iter().for_each(|&mv| position.make(mv));
        if seen.insert(position.key()) {
            let words: Vec<_> = moves.iter().map(ToString::to_string).collect();
            writeln!(out, "{}", words.join(" "))?;
        }
    }
    Ok(Answer::Yes)
}
