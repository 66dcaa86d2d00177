//! Starting an engine and finding out what it speaks.
//!
//! Nobody should have to know an engine's protocol, rank numbers and piece letters. The
//! protocol is found by asking in each in turn. Engines for many variants count ranks from 1
//! under UCI, which no option tells; the first move of a one-ply search from the start position
//! does, as no move from there can be read both ways. What was found is kept for the next
//! start of the same engine.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::{
    super::{
        engine_spec::{EngineSpec, Protocol},
        limits::{Clock, Limits},
        process::{Exit, Heard, Launch, Process, SpawnError, Stop},
    },
    Client, Dialect, Identity, Letters, Message, RankBase, Trouble, Turn, Wire,
    cecp::Cecp,
    ucci::Ucci,
    uci::Uci,
};
use crate::types::Color;

/// How long each protocol but the right one may keep us waiting.
const DETECTION_STEP: Duration = Duration::from_secs(3);

/// How long an engine of the first CECP version, which never says that it is ready, is given.
const FEATURE_WAIT: Duration = Duration::from_secs(2);

/// How long a one-ply search may take.
const PROBE_WAIT: Duration = Duration::from_secs(5);

/// How engines are started.
#[derive(Clone, Debug)]
pub struct StartSettings {
    /// How long an engine may take to be ready.
    pub patience: Duration,
    /// Whether it thinks in its opponent's time.
    pub ponder: bool,
    /// What ends all waiting.
    pub stop: Stop,
}

/// What was found out about an engine at an earlier start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Its protocol.
    pub protocol: Option<Protocol>,
    /// Its rank numbers.
    pub ranks: Option<RankBase>,
}

/// Why an engine is not ready.
#[derive(Debug, Error)]
pub enum StartError {
    /// It could not be run.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// It does not answer.
    #[error("no `{wanted}` within {} s of its start", .patience.as_secs_f64())]
    Silent {
        /// What it should have answered.
        wanted: &'static str,
        /// How long it was waited for.
        patience: Duration,
    },
    /// It ended.
    #[error("it ended at its start ({exit}){}{words}", if .words.is_empty() { "" } else { ": " })]
    Ended {
        /// How.
        exit: Exit,
        /// Its last line on standard error.
        words: String,
    },
    /// It cannot do what is asked.
    #[error("{0}")]
    Unsupported(String),
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// The dialect of a protocol.
#[must_use]
pub fn dialect_of(protocol: Protocol, millisec: Option<bool>) -> Box<dyn Dialect> {
    match protocol {
        Protocol::Auto | Protocol::Uci => Box::new(Uci),
        Protocol::Ucci => Box::new(Ucci::new(millisec)),
        Protocol::Cecp => Box::new(Cecp::default()),
    }
}

/// What the last line of a greeting is.
fn ready_word(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Auto => "uciok, ucciok or feature done=1",
        Protocol::Uci => "uciok",
        Protocol::Ucci => "ucciok",
        Protocol::Cecp => "feature done=1",
    }
}

/// An option every dialect has a word for, whatever the engine calls it.
fn is_usual(name: &str) -> bool {
    name.eq_ignore_ascii_case("hash")
}

impl Client {
    /// Starts an engine and makes it ready for its first game.
    ///
    /// # Errors
    /// If it cannot be run, does not answer in time, or does not play xiangqi.
    pub fn start(
        spec: &EngineSpec,
        launch: &Launch,
        label: &str,
        known: &mut Known,
        settings: &StartSettings,
    ) -> Result<Self, StartError> {
        let fixed = (spec.proto != Protocol::Auto)
            .then_some(spec.proto)
            .or(known.protocol);
        let (process, protocol, dialect, identity) = match fixed {
            Some(protocol) => greet(spec, launch, label, protocol, settings)?,
            None => detect(spec, launch, label, settings)?,
        };
        known.protocol = Some(protocol);
        let letters = spec.letters.unwrap_or_else(|| usual_letters(&identity));
        let mut client = Self {
            process,
            dialect,
            identity,
            protocol,
            wire: Wire {
                ranks: spec.ranks.or(known.ranks).unwrap_or_default(),
                letters,
            },
            stop: settings.stop.clone(),
            pondering: None,
            offered: false,
            usable: true,
        };
        client.checked_ping(settings.patience)?;
        client.prepare(spec, settings)?;
        if spec.ranks.or(known.ranks).is_none() {
            client.find_ranks();
            known.ranks = Some(client.wire.ranks);
        }
        Ok(client)
    }

    fn checked_ping(&mut self, patience: Duration) -> Result<(), StartError> {
        self.ping(patience).map_err(|trouble| match trouble {
            Trouble::Stalled => StartError::Silent {
                wanted: "readyok",
                patience,
            },
            Trouble::Gone { exit, words } => StartError::Ended { exit, words },
            Trouble::Interrupted => StartError::Interrupted,
        })
    }

    fn prepare(&mut self, spec: &EngineSpec, settings: &StartSettings) -> Result<(), StartError> {
        let prepare = self.dialect.prepare(&self.identity, settings.ponder);
        let mut lines = prepare.map_err(StartError::Unsupported)?;
        let declares = !self.identity.options.is_empty() && self.protocol != Protocol::Cecp;
        for (name, value) in &spec.option {
            if declares && self.identity.option(name).is_none() && !is_usual(name) {
                log::error!("{} declares no option `{name}`", self.identity.name);
            }
            lines.extend(self.dialect.set_option(&self.identity, name, value));
        }
        self.send_all(&lines);
        self.checked_ping(settings.patience)
    }

    /// Finds out how an engine for many variants counts ranks.
    fn find_ranks(&mut self) {
        let many_variants = self.identity.option("UCI_Variant").is_some();
        if self.protocol != Protocol::Uci || !many_variants {
            return;
        }
        let clock = Clock::new(Limits {
            depth: Some(1),
            ..Limits::default()
        });
        let turn = Turn {
            start: None,
            moves: &[],
            first: Color::Red,
            ours: &clock,
            theirs: &clock,
            draw_offered: false,
        };
        let lines = self.dialect.go(self.wire, &turn);
        self.send_all(&lines);
        let deadline = Instant::now() + PROBE_WAIT;
        while let Heard::Line(line, _) = self.process.hear(deadline, &self.stop) {
            if let Message::Move { text, .. } = self.dialect.hear(&line) {
                self.wire.ranks = ranks_of_first_move(&text);
                log::info!(
                    "{} counts ranks as {:?}",
                    self.identity.name,
                    self.wire.ranks
                );
                return;
            }
        }
    }
}

/// How the ranks of a move from the start position are counted.
///
/// Counted from 0, Red's pieces stand on ranks 0, 2 (cannons on b and h) and 3 (pawns on a, c,
/// e, g, i); counted from 1, on 1, 3 and 4.
fn ranks_of_first_move(text: &str) -> RankBase {
    match text.as_bytes() {
        [_, b'1' | b'4', ..] | [b'b' | b'h', b'3', ..] => RankBase::One,
        _ => RankBase::Zero,
    }
}

/// The letters an engine is known to want in a FEN.
fn usual_letters(identity: &Identity) -> Letters {
    if identity.name.starts_with("Sjaak") {
        Letters::He
    } else {
        Letters::Nb
    }
}

type Greeted = (Process, Protocol, Box<dyn Dialect>, Identity);

/// What came of waiting for the end of a greeting.
enum Greeting {
    Done,
    Silent,
    /// It said no, or left.
    Refused,
}

fn greet(
    spec: &EngineSpec,
    launch: &Launch,
    label: &str,
    protocol: Protocol,
    settings: &StartSettings,
) -> Result<Greeted, StartError> {
    let mut process = Process::start(launch, label)?;
    let mut dialect = dialect_of(protocol, spec.millisec);
    let mut identity = Identity::default();
    for line in dialect.greeting() {
        process.send(&line);
    }
    let started = Instant::now();
    let mut deadline = started + settings.patience;
    let features_by = started + FEATURE_WAIT;
    if protocol == Protocol::Cecp {
        deadline = features_by.min(deadline);
    }
    loop {
        match process.hear(deadline, &settings.stop) {
            Heard::Line(line, _) => {
                identity.note_oddities(&line);
                if dialect.hear_greeting(&line, &mut identity) {
                    return Ok((process, protocol, dialect, identity));
                }
                if line.trim_start().starts_with("feature") {
                    deadline = started + settings.patience;
                }
            }
            Heard::Nothing if protocol == Protocol::Cecp && deadline == features_by => {
                return Ok((process, protocol, dialect, identity));
            }
            Heard::Nothing => {
                return Err(StartError::Silent {
                    wanted: ready_word(protocol),
                    patience: settings.patience,
                });
            }
            Heard::Interrupted => return Err(StartError::Interrupted),
            Heard::Closed => return Err(ended(&mut process)),
        }
    }
}

fn ended(process: &mut Process) -> StartError {
    StartError::Ended {
        exit: process.end(None, Duration::from_millis(300)),
        words: process.last_words(),
    }
}

/// Asks in each protocol in turn until one is answered.
///
/// A program that refuses a protocol, or leaves because of it, is started anew for the next
/// one; a silent one may only be slow, and is asked in the next as well.
fn detect(
    spec: &EngineSpec,
    launch: &Launch,
    label: &str,
    settings: &StartSettings,
) -> Result<Greeted, StartError> {
    let mut process = Process::start(launch, label)?;
    let started = Instant::now();
    let mut asked: Vec<Candidate> = Vec::new();
    let mut last_end = None;
    for protocol in [Protocol::Uci, Protocol::Ucci, Protocol::Cecp] {
        let dialect = dialect_of(protocol, spec.millisec);
        for line in dialect.greeting() {
            process.send(&line);
        }
        asked.push((protocol, dialect, Identity::default()));
        let end = started + settings.patience;
        let deadline = match protocol {
            Protocol::Cecp => end,
            _ => end.min(Instant::now() + DETECTION_STEP),
        };
        match wait_for_any(&mut process, &mut asked, deadline, settings)? {
            Greeting::Done if asked.len() == 1 => {
                let (protocol, dialect, identity) = asked.remove(0);
                return Ok((process, protocol, dialect, identity));
            }
            Greeting::Done => {
                // It has also been asked in other protocols: begin anew with the right one.
                let (protocol, ..) = asked.remove(0);
                process.end(Some("quit"), Duration::from_millis(500));
                return greet(spec, launch, label, protocol, settings);
            }
            Greeting::Silent => last_end = None,
            Greeting::Refused => {
                last_end = Some(ended(&mut process));
                process = Process::start(launch, label)?;
                asked.clear();
            }
        }
    }
    Err(last_end.unwrap_or(StartError::Silent {
        wanted: ready_word(Protocol::Auto),
        patience: settings.patience,
    }))
}

/// A protocol that a program has been asked in.
type Candidate = (Protocol, Box<dyn Dialect>, Identity);

/// Waits until one of the protocols asked for is answered; that one is then first.
fn wait_for_any(
    process: &mut Process,
    asked: &mut [Candidate],
    deadline: Instant,
    settings: &StartSettings,
) -> Result<Greeting, StartError> {
    loop {
        match process.hear(deadline, &settings.stop) {
            Heard::Line(line, _) => {
                let done = asked
                    .iter_mut()
                    .position(|(_, dialect, identity)| dialect.hear_greeting(&line, identity));
                if let Some(place) = done {
                    asked.swap(0, place);
                    return Ok(Greeting::Done);
                }
                let last = asked.last().is_some_and(|(p, ..)| *p == Protocol::Cecp);
                if !last && refuses(&line) {
                    return Ok(Greeting::Refused);
                }
            }
            Heard::Nothing => return Ok(Greeting::Silent),
            Heard::Interrupted => return Err(StartError::Interrupted),
            Heard::Closed => return Ok(Greeting::Refused),
        }
    }
}

/// Whether a line says that a command is unknown.
fn refuses(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["unknown command", "illegal move", "invalid command"]
        .iter()
        .any(|words| line.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_move_tells_the_rank_base() {
        for zero in [
            "h2e2", "b0c2", "a3a4", "e3e4", "b2b9", "h0g2", "e0e1", "c0a2",
        ] {
            assert_eq!(ranks_of_first_move(zero), RankBase::Zero, "{zero}");
        }
        for one in [
            "h3e3", "b1c3", "a4a5", "e4e5", "b3b10", "h1g3", "e1e2", "c1a3",
        ] {
            assert_eq!(ranks_of_first_move(one), RankBase::One, "{one}");
        }
    }
}
