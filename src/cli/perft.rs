//! `chuhe perft`: counts the leaves of the move tree.

use std::{
    io::{self, Write},
    time::Instant,
};

use chuhe::movegen::{self, Divided, PerftTable};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use serde::Serialize;

use super::{Answer, Outcome, position::PositionArgs};

/// Count the leaves of the move tree: the test of every move generator
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    /// Print the count of each move as well
    #[arg(long)]
    divide: bool,

    /// Number of threads; 0 means one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=256))]
    threads: u16,

    /// Remember the counts of sub-trees in a table of MB MiB
    #[arg(long, value_name = "MB", default_value_t = 0)]
    hash: usize,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What was counted.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<MoveCount>,
}

#[derive(Serialize)]
struct MoveCount {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// Counts and prints.
pub fn run(args: Args) -> Outcome {
    let position = args.position.position()?;
    let table = match args.hash {
        0 => None,
        mib => Some(
            PerftTable::new(mib).ok_or_else(|| format!("no memory for a table of {mib} MiB"))?,
        ),
    };
    let pool = ThreadPoolBuilder::new()
        .num_threads(usize::from(args.threads))
        .build()?;
    let bar = progress_bar();
    let start = Instant::now();
    let parts = pool.install(|| {
        movegen::divide(&position, args.depth, table.as_ref(), &|done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        })
    });
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();

    let nodes = if args.depth == 0 {
        1
    } else {
        parts.iter().map(|part| part.nodes).sum()
    };
    let report = Report {
        fen: position.fen(),
        depth: args.depth,
        nodes,
        seconds,
        nps: (nodes as f64 / seconds.max(1e-9)) as u64,
        divide: if args.divide {
            parts.iter().map(MoveCount::new).collect()
        } else {
            Vec::new()
        },
    };
    print(&report, args.json)?;
    Ok(Answer::Yes)
}

impl MoveCount {
    fn new(part: &Divided) -> Self {
        Self {
            mv: part.mv.to_string(),
            nodes: part.nodes,
        }
    }
}

/// A bar on standard error, if that is a terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}");
    match style {
        Ok(style) => ProgressBar::new(0).with_style(style),
        Err(_) => ProgressBar::hidden(),
    }
}

fn print(report: &Report, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        serde_json::to_writer_pretty(&mut out, report)?;
        return writeln!(out);
    }
    for part in &report.divide {
        writeln!(out, "{}: {}", part.mv, part.nodes)?;
    }
    writeln!(
        out,
        "{} nodes, {:.3} s, {:.1} Mnps",
        report.nodes,
        report.seconds,
        report.nps as f64 / 1e6
    )
}
