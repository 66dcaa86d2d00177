//! `chuhe match`: games between engines.

mod desk;

use std::{collections::BTreeSet, error::Error, io::Write, path::PathBuf};

use chuhe::{
    rules::Ruleset,
    tournament::{
        adjudicate::{DrawRule, ResignRule},
        config::Config,
        engine_spec::EngineSpec,
        limits::TimeControl,
        openings::Order,
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

    /// Clock: [MOVES/][MINUTES:]SECONDS[+INCREMENT], such as 10+0.1 or 40/60+0.5
    #[arg(long, help_heading = "Time")]
    tc: Option<TimeControl>,

    /// Milliseconds for each move
    #[arg(long, value_name = "MS", help_heading = "Time")]
    movetime: Option<u64>,

    /// Nodes for each move
    #[arg(long, help_heading = "Time")]
    nodes: Option<u64>,

    /// Depth of each search
    #[arg(long, help_heading = "Time")]
    depth: Option<u32>,

    /// Milliseconds an engine may overstep its time [default: 100]
    #[arg(
        long,
        visible_alias = "timemargin",
        value_name = "MS",
        help_heading = "Time"
    )]
    margin: Option<u64>,

    /// Seconds after which an engine without a clock is given up [default: 60]
    #[arg(long, value_name = "S", help_heading = "Time")]
    stall: Option<f64>,

    /// Seconds an engine may take to start [default: 15]
    #[arg(long, value_name = "S", help_heading = "Time")]
    start_timeout: Option<f64>,

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

    /// Games at the same time [default: 1]
    #[arg(long, short, value_name = "N", help_heading = "Schedule")]
    concurrency: Option<usize>,

    /// Play only the K-th of N parts of the schedule
    #[arg(long, value_name = "K/N", help_heading = "Schedule")]
    shard: Option<Shard>,

    /// Milliseconds between two games
    #[arg(long, value_name = "MS", help_heading = "Schedule")]
    wait: Option<u64>,

    /// builtin, random, start, or a file of FEN, EPD or move lists [default: builtin]
    #[arg(long, value_name = "SOURCE", help_heading = "Openings")]
    openings: Option<String>,

    /// Order of the openings [default: random]
    #[arg(long, help_heading = "Openings")]
    order: Option<OrderArg>,

    /// Cut openings after so many moves; the number of random ones
    #[arg(long, value_name = "N", help_heading = "Openings")]
    plies: Option<usize>,

    /// The seed of all random choices [default: 1]
    #[arg(long, help_heading = "Openings")]
    seed: Option<u64>,

    /// Rules of repetition: always-draw, check-ban, asian or chinese [default: asian]
    #[arg(long, help_heading = "Ends")]
    rules: Option<Ruleset>,

    /// Plies without a capture that make a draw, 0 for never [default: 120]
    #[arg(long, value_name = "N", help_heading = "Ends")]
    move_limit: Option<u32>,

    /// Stop when a test decides: elo0=0 elo1=5 [alpha=0.05 beta=0.05 model=normalized|logistic]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = "Ends")]
    sprt: Vec<String>,

    /// Count drawn games by both scores: [movenumber=40 movecount=8 score=10]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., help_heading = "Ends")]
    draw: Option<Vec<String>>,

    /// Count lost games by both scores: [movecount=4 score=600 twosided=true]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., help_heading = "Ends")]
    resign: Option<Vec<String>>,

    /// Count games of so many plies as drawn
    #[arg(long, value_name = "N", help_heading = "Ends")]
    maxplies: Option<u32>,

    /// Go on after the crash of an engine
    #[arg(long, help_heading = "Ends")]
    recover: bool,

    /// Append the games to a PGN file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pgn: Option<PathBuf>,

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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderArg {
    Random,
    Sequential,
}

type Fault = Box<dyn Error + Send + Sync>;

/// Reads `key=value` words (split at blanks or commas) into a settings type.
pub(super) fn settings<T: serde::de::DeserializeOwned>(words: &[String]) -> Result<T, Fault> {
    let pairs = words.iter().flat_map(|word| word.split(','));
    let mut map = serde_json::Map::new();
    for pair in pairs.filter(|pair| !pair.is_empty()) {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| format!("`{pair}`: key=value is wanted"))?;
        let number = value.parse::<i64>().map(serde_json::Value::from);
        let number = number.or_else(|_| value.parse::<f64>().map(serde_json::Value::from));
        let plain = match value {
            "true" => true.into(),
            "false" => false.into(),
            _ => value.into(),
        };
        map.insert(key.to_owned(), number.unwrap_or(plain));
    }
    serde_json::from_value(map.into()).map_err(|e| format!("{}: {e}", words.join(" ")).into())
}

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
        if self.tc.is_some() || self.movetime.is_some() {
            (config.tc, config.movetime) = (self.tc, self.movetime);
        }
        config.nodes = self.nodes.or(config.nodes);
        config.depth = self.depth.or(config.depth);
        config.margin = self.margin.unwrap_or(config.margin);
        config.stall = self.stall.unwrap_or(config.stall);
        config.start_timeout = self.start_timeout.unwrap_or(config.start_timeout);
        config.ponder |= self.ponder;
        config.games = self.games.or(self.rounds.map(|r| 2 * r)).or(config.games);
        config.format = self.format.map_or(config.format, |format| match format {
            FormatArg::RoundRobin => Format::RoundRobin,
            FormatArg::Gauntlet => Format::Gauntlet,
        });
        config.concurrency = self.concurrency.unwrap_or(config.concurrency);
        config.shard = self.shard.or(config.shard);
        config.wait = self.wait.unwrap_or(config.wait);
        config.openings = self.openings.map_or(config.openings, Into::into);
        config.order = self.order.map_or(config.order, |order| match order {
            OrderArg::Random => Order::Random,
            OrderArg::Sequential => Order::Sequential,
        });
        config.plies = self.plies.or(config.plies);
        config.seed = self.seed.unwrap_or(config.seed);
        if !self.sprt.is_empty() {
            config.sprt = Some(settings::<Sprt>(&self.sprt)?);
        }
        if let Some(words) = &self.draw {
            config.draw = Some(settings::<DrawRule>(words)?);
        }
        if let Some(words) = &self.resign {
            config.resign = Some(settings::<ResignRule>(words)?);
        }
        config.rules = self.rules.unwrap_or(config.rules);
        config.move_limit = self.move_limit.unwrap_or(config.move_limit);
        config.maxplies = self.maxplies.or(config.maxplies);
        config.recover |= self.recover;
        config.pgn = self.pgn.or(config.pgn);
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
        if *header != saved.header {
            return Err(Box::new(state::StateError::OtherRun(path.clone())));
        }
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
