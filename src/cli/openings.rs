//! `chuhe openings`: makes a set of balanced openings. The embedded one was made by it.
//!
//! An opening is a walk from the start position over moves that a shallow search finds nearly
//! as good as the best, taken if a deep search calls its end balanced. The same seed, numbers
//! and search give the same set.

use std::{
    collections::BTreeSet,
    io::{self, Write},
};

use chuhe::{
    position::Position,
    search::{Control, Limits, Pool, SearchEvent, SearchOptions},
    tournament::random::Random,
    types::Move,
};

use super::{Answer, Outcome, aside};

/// Make a set of balanced openings for matches: one a line, moves from the start position
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many
    #[arg(long, value_name = "N", default_value_t = 400)]
    count: usize,

    /// The seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The smallest number of plies
    #[arg(long, value_name = "N", default_value_t = 4)]
    shortest: usize,

    /// The largest number of plies
    #[arg(long, value_name = "N", default_value_t = 8)]
    longest: usize,

    /// Nodes of the deep search that judges an opening
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    nodes: u64,

    /// The largest score, in centipawns for either side, of a balanced opening
    #[arg(long, value_name = "CP", default_value_t = 40)]
    balance: i32,

    /// How much worse than the best a move may look to the shallow search, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 50)]
    slack: i32,
}

/// Depth of the search that proposes moves.
const SHALLOW_DEPTH: u32 = 6;

/// How many moves it proposes.
const CHOICES: usize = 16;

/// After so many tries in a row without a new opening there are no more to be expected.
const PATIENCE: u32 = 1000;

/// Prints openings until there are enough.
pub fn run(args: Args) -> Outcome {
    if args.shortest < 1 || args.longest < args.shortest || args.balance < 0 || args.slack < 0 {
        return Err(
            "openings need 1 <= --shortest <= --longest, --balance and --slack >= 0".into(),
        );
    }
    let mut random = Random::new(args.seed);
    let mut pool = Pool::new(1, 16)?;
    let mut seen = BTreeSet::new();
    let lengths = args.longest.saturating_sub(args.shortest) + 1;
    let (mut tries, mut in_vain) = (0, 0);
    while seen.len() < args.count {
        tries += 1;
        in_vain += 1;
        if in_vain > PATIENCE {
            let found = seen.len();
            return Err(format!("{found} openings, and no more in {PATIENCE} tries").into());
        }
        pool.clear();
        let plies = args.shortest + random.below(lengths);
        let Some((moves, position)) = walk(&mut pool, &mut random, plies, args.slack) else {
            continue;
        };
        if seen.contains(&position.key()) || !is_balanced(&mut pool, &position, &args) {
            continue;
        }
        seen.insert(position.key());
        in_vain = 0;
        let words: Vec<_> = moves.iter().map(ToString::to_string).collect();
        writeln!(io::stdout(), "{}", words.join(" "))?;
        aside::write(&format!("\r{}/{} of {tries} tries", seen.len(), args.count));
    }
    aside::write("\n");
    Ok(Answer::Yes)
}

/// Plays so many moves from the start position, each one of the good ones at random.
fn walk(
    pool: &mut Pool,
    random: &mut Random,
    plies: usize,
    slack: i32,
) -> Option<(Vec<Move>, Position)> {
    let mut position = Position::startpos();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let good = good_moves(pool, &position, slack);
        let mv = *good.get(random.below(good.len().max(1)))?;
        position.make(mv);
        moves.push(mv);
    }
    (!position.in_check()).then_some((moves, position))
}

/// The moves that a shallow search finds nearly as good as the best.
fn good_moves(pool: &mut Pool, position: &Position, slack: i32) -> Vec<Move> {
    let options = SearchOptions {
        multipv: CHOICES,
        ..SearchOptions::default()
    };
    let limits = Limits {
        depth: Some(SHALLOW_DEPTH),
        ..Limits::default()
    };
    let mut lines = Vec::new();
    pool.search(position, &limits, &options, &Control::new(), &mut |event| {
        if let SearchEvent::Info(info) = event
            && info.depth == SHALLOW_DEPTH
        {
            lines.push((info.score.0, info.pv.first().copied()));
        }
    });
    let best = lines.iter().map(|line| line.0).max();
    let good = |&(score, _): &(i32, _)| best.is_some_and(|best| score >= best - slack);
    lines
        .into_iter()
        .filter(good)
        .filter_map(|line| line.1)
        .collect()
}

/// Whether a deep search with an empty table finds neither side better.
fn is_balanced(pool: &mut Pool, position: &Position, args: &Args) -> bool {
    pool.clear();
    let limits = Limits {
        nodes: Some(args.nodes),
        ..Limits::default()
    };
    let options = SearchOptions::default();
    let found = pool.search(position, &limits, &options, &Control::new(), &mut |_| {});
    found.score.0.abs() <= args.balance
}
