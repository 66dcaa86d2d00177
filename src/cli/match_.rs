//! `chuhe match`: games between engines.

mod desk;
mod games;

use std::{collections::BTreeSet, error::Error, io::Write, path::PathBuf};

use chuhe::{
    notation::Notation,
    tournament::{
        config::Config,
        engine_spec::EngineSpec,
        process::Stop,
        report::{self, Report},
        schedule::{Format, Shard},
        sprt::Sprt,
        standings::Standings,
        state,
    },
};
use clap::ValueEnum;

use super::{Answer, Outcome};
use desk::Desk;
pub(super) use games::{GameArgs, settings};

/// Play games between engines and measure the difference
#[derive(Debug, clap::Args)]
#[command(after_help = "See the manual, chapter `Matches`, for worked examples.")]
pub struct Args {
    /// An engine: cmd=…,name=…,proto=uci|ucci|cecp|auto,dir=…,args=…,option.X=Y,tc=…,movetime=…,
    /// nodes=…,depth=…,margin=…,ponder=…,ranks=0|1,letters=nb|he,millisec=…; or just a command
    #[arg(long, short, value_name = "ENGINE")]
    engine: Vec<EngineSpec>,

    /// Read all settings from a TOML or JSON file; options given here go first
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    play: GameArgs,

    /// Let engines think in their opponents' time
    #[arg(long, help_heading = "Time")]
    ponder: bool,

    /// Games for each pairing [default: 2, or until the SPRT decides]
    #[arg(long, value_name = "N", help_heading = "Schedule")]
    games: Option<u64>,

    /// Rounds: pairs of games for each pairing
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "games",
        help_heading = "Schedule"
    )]
    rounds: Option<u64>,

    /// Who meets whom if there are more than two engines [default: round-robin]
    #[arg(long, help_heading = "Schedule")]
    format: Option<FormatArg>,

    /// Play only the K-th of N parts of the schedule
    #[arg(long, value_name = "K/N", help_heading = "Schedule")]
    shard: Option<Shard>,

    /// Milliseconds between two games
    #[arg(long, value_name = "MS", help_heading = "Schedule")]
    wait: Option<u64>,

    /// Stop when a test decides: elo0=0 elo1=5 [alpha=0.05 beta=0.05 model=normalized|logistic]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = "Ends")]
    sprt: Vec<String>,

    /// Go on after the crash of an engine
    #[arg(long, help_heading = "Ends")]
    recover: bool,

    /// Append the games to a PGN file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pgn: Option<PathBuf>,

    /// How the PGN file writes moves: iccs, wxf or chinese [default: iccs]
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    notation: Option<Notation>,

    /// The event in the game records
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    event: Option<String>,

    /// Keep results in FILE; if it holds some of the same run, go on from there
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    resume: Option<PathBuf>,

    /// Join the results of shards into one table; play nothing
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Output")]
    merge: Vec<PathBuf>,

    /// Print the final report as JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    RoundRobin,
    Gauntlet,
}

type Fault = Box<dyn Error + Send + Sync>;

impl Args {
    /// The settings of the file with those of the command line over them.
    fn config(self) -> Result<Config, Fault> {
        let mut config = match &self.config {
            Some(path) => Config::read(path)?,
            None => Config::default(),
        };
        if !self.engine.is_empty() {
            config.engines = self.engine;
        }
        self.play.apply(&mut config)?;
        config.ponder |= self.ponder;
        config.games = self.games.or(self.rounds.map(|r| 2 * r)).or(config.games);
        config.format = self.format.map_or(config.format, |format| match format {
            FormatArg::RoundRobin => Format::RoundRobin,
            FormatArg::Gauntlet => Format::Gauntlet,
        });
        config.shard = self.shard.or(config.shard);
        config.wait = self.wait.unwrap_or(config.wait);
        if !self.sprt.is_empty() {
            config.sprt = Some(settings::<Sprt>(&self.sprt)?);
        }
        config.recover |= self.recover;
        config.pgn = self.pgn.or(config.pgn);
        config.notation = self.notation.unwrap_or(config.notation);
        config.event = self.event.unwrap_or(config.event);
        config.resume = self.resume.or(config.resume);
        Ok(config)
    }
}

/// Plays the match, or joins results of matches.
pub fn run(args: Args) -> Outcome {
    let json = args.json;
    if !args.merge.is_empty() {
        return merge(&args.merge, json);
    }
    let config = args.config()?;
    config.check()?;
    let (mut desk, run) = Desk::prepare(config)?;
    let stop = Stop::default();
    let handler = stop.clone();
    ctrlc::set_handler(move || handler.request())?;
    desk.announce(&run);
    let outcome = run.go(&stop, |event| desk.take(event));
    desk.finish(json, stop.requested())?;
    match (desk.fault, outcome) {
        (Some(fault), _) => Err(fault),
        (None, Err(error)) => Err(error.into()),
        (None, Ok(())) => Ok(Answer::Yes),
    }
}

/// Prints one table of the results in several files.
fn merge(files: &[PathBuf], json: bool) -> Outcome {
    let mut joined: Option<(state::Header, Standings)> = None;
    let mut seen = BTreeSet::new();
    for path in files {
        let saved = state::read(path)?;
        let (header, standings) = joined.get_or_insert_with(|| {
            let names = saved.header.engines.clone();
            (saved.header.clone(), Standings::new(names))
        });
        header.check(&saved.header, path)?;
        for record in saved.records {
            if !seen.insert(record.number) {
                let file = path.display();
                return Err(
                    format!("{file}: game {} is in another file too", record.number).into(),
                );
            }
            standings.add(&record);
        }
    }
    if let Some((_, standings)) = joined {
        print_report(&standings, None, json)?;
    }
    Ok(Answer::Yes)
}

fn print_report(standings: &Standings, sprt: Option<&Sprt>, json: bool) -> Result<(), Fault> {
    let mut out = std::io::stdout().lock();
    if json {
        let report = serde_json::to_string_pretty(&Report::new(standings, sprt))?;
        writeln!(out, "{report}")?;
    } else {
        write!(out, "{}", report::final_report(standings, sprt))?;
    }
    Ok(out.flush()?)
}
