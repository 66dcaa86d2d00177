//! `chuhe stats`: what results of matches played elsewhere say.

use std::io::{self, Write};

use chuhe::tournament::{
    elo::{Pentanomial, Results, Wdl},
    report,
    sprt::Sprt,
};

use super::{Answer, Outcome, match_::settings};

/// Compute Elo, its error, LOS and SPRT from results
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Games won, drawn and lost
    #[arg(long, value_name = "W,D,L", num_args = 1, value_delimiter = ',')]
    games: Option<Vec<u64>>,

    /// Pairs of games with 0, 1/2, 1, 3/2 and 2 points
    #[arg(
        long,
        value_name = "A,B,C,D,E",
        num_args = 1,
        value_delimiter = ',',
        conflicts_with = "games"
    )]
    pairs: Option<Vec<u64>>,

    /// A test: elo0=0 elo1=5 [alpha=0.05 beta=0.05 model=normalized|logistic]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Computes and prints.
pub fn run(args: Args) -> Outcome {
    let results = match (args.games.as_deref(), args.pairs.as_deref()) {
        (Some(&[wins, draws, losses]), _) => Results::Games(Wdl::new(wins, draws, losses)),
        (_, Some(&[a, b, c, d, e])) => Results::Pairs(Pentanomial([a, b, c, d, e])),
        _ => return Err("--games W,D,L or --pairs A,B,C,D,E is needed".into()),
    };
    let sprt: Option<Sprt> = match args.sprt.as_slice() {
        [] => None,
        words => Some(settings(words)?),
    };
    if sprt.is_some_and(|test| !test.is_sensible()) {
        return Err("an SPRT needs elo0 < elo1 and alpha, beta between 0 and 1".into());
    }
    let mut out = io::stdout().lock();
    if args.json {
        let value = serde_json::json!({
            "games": results.games(),
            "elo": results.elo(),
            "nelo": results.normalized_elo(),
            "los": results.los(),
            "sprt": sprt.map(|test| report::SprtReport::new(test, &results)),
        });
        writeln!(out, "{value:#}")?;
    } else {
        write!(out, "{}", report::statistics(&results, sprt.as_ref()))?;
    }
    Ok(Answer::Yes)
}
