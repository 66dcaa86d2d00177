//! The command line: which command was asked for, where the log goes, what the exit code is.
//!
//! A command is one file with its `Args` and a `run(Args) -> Outcome`; it is registered by a line
//! in [`Command`] and one in [`Command::run`]. Results go to standard output, progress and logs
//! to standard error.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | done, or the answer is yes |
//! | 1 | the answer is no |
//! | 2 | misuse or a fault |

mod aside;
mod bench;
mod data;
mod datagen;
mod engine_check;
mod eval;
mod fit;
mod judge;
mod live;
mod match_;
mod openings;
mod output;
mod perft;
mod position;
mod protocol;
mod reading;
mod stats;
mod train;
mod tune;

use std::{error::Error, fs::OpenOptions, io, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

use aside::tell;

/// What a command that ran to its end has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)] // until every kind of command is there
pub enum Answer {
    /// Done.
    Yes,
    /// Done, and the question asked is answered with no.
    No,
}

/// What a command returns: its answer, or the fault that stopped it.
pub type Outcome = Result<Answer, Box<dyn Error + Send + Sync>>;

/// A xiangqi engine. Without a command it speaks UCI, UCCI and CECP on standard input and output.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    /// Append the log (with all protocol traffic) to FILE; RUST_LOG sets its level
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::Args),
    Bench(bench::Args),
    Eval(eval::Args),
    Datagen(datagen::Args),
    Data(data::Args),
    Train(train::Args),
    Fit(fit::Args),
    Judge(judge::Args),
    EngineCheck(engine_check::Args),
    #[command(name = "match")]
    Match(Box<match_::Args>),
    Openings(openings::Args),
    Stats(stats::Args),
    Tune(Box<tune::Args>),
    /// Protocol commands, run in order as if they had been typed
    #[command(external_subcommand)]
    Protocol(Vec<String>),
}

impl Command {
    fn run(self) -> Outcome {
        match self {
            Self::Perft(args) => perft::run(args),
            Self::Bench(args) => bench::run(args),
            Self::Eval(args) => eval::run(args),
            Self::Datagen(args) => datagen::run(args),
            Self::Data(args) => data::run(args),
            Self::Train(args) => train::run(args),
            Self::Fit(args) => fit::run(args),
            Self::Judge(args) => judge::run(args),
            Self::EngineCheck(args) => engine_check::run(args),
            Self::Match(args) => match_::run(*args),
            Self::Openings(args) => openings::run(args),
            Self::Stats(args) => stats::run(args),
            Self::Tune(args) => tune::run(*args),
            Self::Protocol(words) if words[0].starts_with("genfens ") => {
                datagen::genfens(&words[0])
            }
            Self::Protocol(words) => protocol::run_words(&words),
        }
    }
}

/// Runs what the command line asks for.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = start_log(cli.log.as_ref()).and_then(|()| match cli.command {
        Some(command) => command.run(),
        None => protocol::run(),
    });
    match outcome {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            tell!("chuhe: {error}");
            ExitCode::from(2)
        }
    }
}

/// Sends the log to standard error (faults only, so that a protocol client sees nothing there),
/// or to a file with everything down to the protocol lines.
fn start_log(file: Option<&PathBuf>) -> Result<(), Box<dyn Error + Send + Sync>> {
    let quiet = if file.is_some() { "debug" } else { "error" };
    let mut builder =
        env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(quiet));
    if let Some(path) = file {
        let log = OpenOptions::new().create(true).append(true).open(path);
        let log = log.map_err(|e| format!("cannot write the log {}: {e}", path.display()))?;
        builder
            .target(env_logger::Target::Pipe(Box::new(log)))
            .format_timestamp_millis();
    }
    builder.try_init()?;
    Ok(())
}

/// Whether the reader of our output has gone: nobody is left to tell.
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(io) = error.downcast_ref::<io::Error>()
            && io.kind() == io::ErrorKind::BrokenPipe
        {
            return true;
        }
        cause = error.source();
    }
    false
}
