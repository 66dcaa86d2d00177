//! Tests of one engine's protocol: what a client may rely on, and whether it can here.
//!
//! Each check asks the engine something and compares what comes back with the protocol and
//! with the rules of xiangqi. A *failure* is what breaks games or clients; a *remark* is what
//! some clients are known to trip over.

mod checks;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use serde::Serialize;

use super::{
    client::{Client, Known, StartError, StartSettings},
    engine_spec::{EngineSpec, Protocol},
    process::{Exit, Launch, Stop},
};

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// As it should be.
    Pass,
    /// Some clients may trip over it.
    Remark,
    /// It breaks games or clients.
    Fail,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was checked.
    pub check: &'static str,
    /// What came of it.
    pub grade: Grade,
    /// What was seen, empty if there is nothing to say.
    pub detail: String,
}

/// All checks of an engine.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// What the engine calls itself.
    pub name: String,
    /// The protocol it was checked in.
    pub protocol: Protocol,
    /// What was found, in the order of the checks.
    pub findings: Vec<Finding>,
}

impl CheckReport {
    /// Whether nothing failed.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.findings.iter().all(|f| f.grade != Grade::Fail)
    }
}

/// What a check says: all is well, a remark, or a failure.
type Verdict = Result<Option<String>, String>;

struct Checker {
    client: Client,
    findings: Vec<Finding>,
    stop: Stop,
}

/// Checks an engine.
///
/// # Errors
/// If it cannot be started at all.
pub fn check(spec: &EngineSpec, patience: Duration) -> Result<CheckReport, StartError> {
    let args: Vec<String> = spec.args.split_whitespace().map(str::to_owned).collect();
    let launch = Launch::new(&spec.cmd, &args, spec.dir.as_deref().map(Path::new))?;
    let settings = StartSettings {
        patience,
        ponder: false,
        stop: Stop::default(),
    };
    let mut known = Known::default();
    let start = |known: &mut Known| Client::start(spec, &launch, "engine", known, &settings);
    let detected = start(&mut known)?; // the protocol is known from here on
    detected.quit();
    let started = Instant::now();
    let client = start(&mut known)?;
    let took = started.elapsed();
    let mut checker = Checker {
        client,
        findings: Vec::new(),
        stop: settings.stop.clone(),
    };
    checker.record("starts", Ok(slow_start(took)));
    checker.identity();
    let mut alive = true;
    for &(name, check) in checks::ALL {
        if alive {
            let verdict = check(&mut checker);
            checker.record(name, verdict);
            alive = checker.still_alive(name);
        }
    }
    let name = checker.client.identity().name.clone();
    let protocol = checker.client.protocol();
    let mut findings = checker.leave();
    if alive {
        findings.push(leaves_at_end_of_input(start(&mut known)?));
    }
    Ok(CheckReport {
        name,
        protocol,
        findings,
    })
}

fn slow_start(took: Duration) -> Option<String> {
    let slow = took > Duration::from_secs(1);
    slow.then(|| format!("ready after {} ms; some clients wait 1 s", took.as_millis()))
}

fn leaves_at_end_of_input(client: Client) -> Finding {
    let exit = client.close();
    Finding {
        check: "leaves at the end of its input",
        grade: if exit == Exit::Killed {
            Grade::Fail
        } else {
            Grade::Pass
        },
        detail: if exit == Exit::Killed {
            "it stays".to_owned()
        } else {
            String::new()
        },
    }
}

impl Checker {
    fn record(&mut self, check: &'static str, verdict: Verdict) {
        let (grade, detail) = match verdict {
            Ok(None) => (Grade::Pass, String::new()),
            Ok(Some(remark)) => (Grade::Remark, remark),
            Err(failure) => (Grade::Fail, failure),
        };
        self.findings.push(Finding {
            check,
            grade,
            detail,
        });
    }

    fn is_cecp(&self) -> bool {
        self.client.protocol() == Protocol::Cecp
    }

    /// After each check it must still answer.
    fn still_alive(&mut self, after: &'static str) -> bool {
        let alive = self.client.usable() && self.client.ping(checks::PATIENCE).is_ok();
        if !alive {
            self.record("goes on", Err(format!("no sign of life after: {after}")));
        }
        alive
    }

    fn identity(&mut self) {
        let named = !self.client.identity().name.is_empty();
        let verdict = if named {
            Ok(None)
        } else {
            Ok(Some("it does not".into()))
        };
        self.record("says its name", verdict);
        let oddities = self.client.identity().oddities.clone();
        let verdict = if oddities.is_empty() {
            Ok(None)
        } else {
            Ok(Some(oddities.join("; ")))
        };
        self.record("greets in clean lines", verdict);
    }

    /// Ends the engine; all findings.
    fn leave(mut self) -> Vec<Finding> {
        let exit = self.client.quit();
        let (grade, detail) = match exit {
            Exit::Killed => (Grade::Fail, "it stays".to_owned()),
            Exit::Status(status) if status.success() => (Grade::Pass, String::new()),
            Exit::Status(status) => (Grade::Remark, status.to_string()),
        };
        self.findings.push(Finding {
            check: "leaves when told to quit",
            grade,
            detail,
        });
        self.findings
    }
}
