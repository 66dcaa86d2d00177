//! `chuhe engine-check`: tests an engine's protocol.

use std::{
    io::{self, Write},
    time::Duration,
};

use chuhe::tournament::{
    check::{Grade, check},
    engine_spec::EngineSpec,
};

use super::{Answer, Outcome};

/// Test an engine's UCI, UCCI or CECP and say what fails
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The engine: a command, or cmd=…,proto=uci|ucci|cecp|auto,option.X=Y,… as for `match`
    engine: EngineSpec,

    /// Seconds it may take to start
    #[arg(long, value_name = "S", default_value_t = 15)]
    start_timeout: u32,

    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

/// Checks and prints; the answer is no if something fails.
pub fn run(args: Args) -> Outcome {
    let patience = Duration::from_secs(args.start_timeout.into());
    let report = check(&args.engine, patience)?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        writeln!(out, "{} ({})", report.name, report.protocol)?;
        for finding in &report.findings {
            let grade = match finding.grade {
                Grade::Pass => "ok    ",
                Grade::Remark => "remark",
                Grade::Fail => "FAIL  ",
            };
            let detail = match finding.detail.as_str() {
                "" => String::new(),
                detail => format!(": {detail}"),
            };
            writeln!(out, "{grade} {}{detail}", finding.check)?;
        }
    }
    out.flush()?;
    Ok(if report.passed() {
        Answer::Yes
    } else {
        Answer::No
    })
}
