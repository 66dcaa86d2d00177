//! An engine to play with: started, understood in its own dialect, asked for moves.

mod cecp;
mod dialect;
mod info;
mod start;
mod ucci;
mod uci;
mod wire;

use std::time::{Duration, Instant};

pub use dialect::{DeclaredOption, Dialect, Identity, Message, START_FEN, Turn};
pub use info::{Eval, Info};
pub use start::{Known, StartError, StartSettings, dialect_of};
pub use wire::{Letters, RankBase, Wire};

use super::{
    engine_spec::Protocol,
    limits::Clock,
    process::{Exit, Heard, Process, Stop},
};
use crate::types::Move;

/// How long an engine that was told to stop may take before it is given up.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// How long an engine may take to leave.
const QUIT_GRACE: Duration = Duration::from_secs(2);

/// A running engine.
pub struct Client {
    process: Process,
    dialect: Box<dyn Dialect>,
    identity: Identity,
    protocol: Protocol,
    wire: Wire,
    stop: Stop,
    /// The reply it is thinking about in its opponent's time.
    pondering: Option<Move>,
    /// Whether it has offered a draw in a line of its own since its last move.
    offered: bool,
    usable: bool,
}

/// What an engine answers when asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move, as it wrote it.
    Move {
        /// Its text.
        text: String,
        /// What the text means; `None` if nothing.
        mv: Option<Move>,
        /// The reply it expects.
        ponder: Option<Move>,
        /// Whether it offers a draw with it.
        offers_draw: bool,
    },
    /// It says that it has no move.
    NoMove(String),
    /// It gives up.
    Resign,
    /// It says that the game has ended.
    Claim(String),
    /// It did not answer in time. `late` is when it did after all.
    Silence {
        /// The time it took in all, if it answered within a grace time.
        late: Option<Duration>,
    },
    /// It is gone.
    Gone {
        /// How it ended.
        exit: Exit,
        /// Its last line on standard error.
        words: String,
    },
    /// The run was interrupted.
    Interrupted,
}

/// An answer with what led to it.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The answer.
    pub answer: Answer,
    /// The time from the question to the answer.
    pub elapsed: Duration,
    /// The last state of the search it told.
    pub info: Info,
    /// What it complained about meanwhile, empty if nothing.
    pub complaint: String,
    /// Whether it had thought about the right reply in its opponent's time; `None` if it had not
    /// been asked to.
    pub ponder_hit: Option<bool>,
}

/// Why an engine cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It does not answer.
    Stalled,
    /// It is gone.
    Gone {
        /// How it ended.
        exit: Exit,
        /// Its last line on standard error.
        words: String,
    },
    /// The run was interrupted.
    Interrupted,
}

impl Client {
    /// What it says about itself.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The protocol it is spoken to in.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// How it writes.
    #[must_use]
    pub fn wire(&self) -> Wire {
        self.wire
    }

    /// Whether it can be used for another game.
    #[must_use]
    pub fn usable(&self) -> bool {
        self.usable
    }

    /// Names it anew in the log.
    pub fn relabel(&mut self, label: String) {
        self.process.relabel(label);
    }

    /// The kinds of limit it cannot be told, if there are.
    #[must_use]
    pub fn unsupported(&self, clock: &Clock) -> Option<&'static str> {
        self.dialect.unsupported(clock)
    }

    fn send_all(&self, lines: &[String]) {
        for line in lines {
            self.process.send(line);
        }
    }

    fn gone(&mut self) -> (Exit, String) {
        self.usable = false;
        let exit = self.process.end(None, Duration::from_millis(300));
        (exit, self.process.last_words())
    }

    /// Asks for a sign of life, if the protocol has one.
    ///
    /// # Errors
    /// If there is none within `patience`.
    pub fn ping(&mut self, patience: Duration) -> Result<(), Trouble> {
        let Some((question, wanted)) = self.dialect.ping() else {
            return Ok(());
        };
        self.process.send(&question);
        let deadline = Instant::now() + patience;
        loop {
            match self.process.hear(deadline, &self.stop) {
                Heard::Line(line, _) if line.trim() == wanted => return Ok(()),
                Heard::Line(line, _) => {
                    self.dialect.hear_greeting(&line, &mut self.identity);
                }
                Heard::Nothing => {
                    self.usable = false;
                    return Err(Trouble::Stalled);
                }
                Heard::Interrupted => return Err(Trouble::Interrupted),
                Heard::Closed => {
                    let (exit, words) = self.gone();
                    return Err(Trouble::Gone { exit, words });
                }
            }
        }
    }

    /// Sets options of these names to these values, between games.
    ///
    /// # Errors
    /// If it gives no sign of life within `patience`.
    pub fn set_options<'a>(
        &mut self,
        options: impl Iterator<Item = (&'a str, String)>,
        patience: Duration,
    ) -> Result<(), Trouble> {
        for (name, value) in options {
            let lines = self.dialect.set_option(&self.identity, name, &value);
            self.send_all(&lines);
        }
        self.ping(patience)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If it gives no sign of life within `patience`.
    pub fn new_game(&mut self, turn: &Turn, patience: Duration) -> Result<(), Trouble> {
        self.pondering = None;
        let lines = self.dialect.new_game(self.wire, turn);
        self.send_all(&lines);
        self.ping(patience)
    }

    /// Asks for a move, to come within `allowed`.
    pub fn think(&mut self, turn: &Turn, allowed: Duration) -> Thought {
        let ponder_hit = self
            .pondering
            .map(|guess| turn.moves.last() == Some(&guess));
        let mut thought = Thought {
            answer: Answer::Interrupted,
            elapsed: Duration::ZERO,
            info: Info::default(),
            complaint: String::new(),
            ponder_hit,
        };
        if ponder_hit == Some(true) {
            self.pondering = None;
            let started = Instant::now();
            self.process.send(self.dialect.ponder_hit());
            self.wait_for_answer(started, allowed, &mut thought);
            return thought;
        }
        if let Err(trouble) = self.stop_pondering() {
            thought.answer = match trouble {
                Trouble::Stalled => Answer::Silence { late: None },
                Trouble::Gone { exit, words } => Answer::Gone { exit, words },
                Trouble::Interrupted => Answer::Interrupted,
            };
            return thought;
        }
        for line in self.process.drain() {
            self.offered |= self.dialect.hear(&line) == Message::OfferDraw;
        }
        let lines = self.dialect.go(self.wire, turn);
        let started = Instant::now();
        self.send_all(&lines);
        self.wait_for_answer(started, allowed, &mut thought);
        thought
    }

    fn wait_for_answer(&mut self, started: Instant, allowed: Duration, thought: &mut Thought) {
        let mut deadline = started + allowed;
        let mut late = false;
        loop {
            let (line, at) = match self.process.hear(deadline, &self.stop) {
                Heard::Line(line, at) => (line, at),
                Heard::Nothing if !late => {
                    late = true;
                    deadline += STOP_GRACE;
                    self.process.send(self.dialect.stop());
                    continue;
                }
                Heard::Nothing => {
                    self.usable = false;
                    thought.elapsed = started.elapsed();
                    thought.answer = Answer::Silence { late: None };
                    return;
                }
                Heard::Interrupted => return,
                Heard::Closed => {
                    let (exit, words) = self.gone();
                    thought.elapsed = started.elapsed();
                    thought.answer = Answer::Gone { exit, words };
                    return;
                }
            };
            let Some(answer) = self.understand(&line, thought) else {
                continue;
            };
            thought.elapsed = at.saturating_duration_since(started);
            thought.answer = if late {
                Answer::Silence {
                    late: Some(thought.elapsed),
                }
            } else {
                answer
            };
            return;
        }
    }

    /// Takes in a line; the answer if it is one.
    fn understand(&mut self, line: &str, thought: &mut Thought) -> Option<Answer> {
        match self.dialect.hear(line) {
            Message::Info(info) => thought.info.update(info),
            Message::Complaint(words) => thought.complaint = words,
            Message::OfferDraw => self.offered = true,
            Message::Other => {}
            Message::NoMove(words) => return Some(Answer::NoMove(words)),
            Message::Resign => return Some(Answer::Resign),
            Message::Claim(words) => return Some(Answer::Claim(words)),
            Message::Move { resigns: true, .. } => return Some(Answer::Resign),
            Message::Move {
                text,
                ponder,
                offers_draw,
                ..
            } => {
                return Some(Answer::Move {
                    mv: self.wire.parse_move(&text),
                    text,
                    ponder: ponder.and_then(|p| self.wire.parse_move(&p)),
                    offers_draw: offers_draw || std::mem::take(&mut self.offered),
                });
            }
        }
        None
    }

    /// Lets it think in its opponent's time about `turn`, which ends with the expected reply.
    pub fn ponder(&mut self, turn: &Turn) {
        let lines = self.dialect.ponder(self.wire, turn);
        if let (false, Some(&guess)) = (lines.is_empty(), turn.moves.last()) {
            self.process.drain();
            self.send_all(&lines);
            self.pondering = Some(guess);
        }
    }

    /// Ends its thinking in its opponent's time.
    fn stop_pondering(&mut self) -> Result<(), Trouble> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.process.send(self.dialect.stop());
        let deadline = Instant::now() + STOP_GRACE;
        loop {
            match self.process.hear(deadline, &self.stop) {
                Heard::Line(line, _) => match self.dialect.hear(&line) {
                    Message::Move { .. } | Message::NoMove(_) | Message::Resign => return Ok(()),
                    _ => {}
                },
                Heard::Nothing => {
                    self.usable = false;
                    return Err(Trouble::Stalled);
                }
                Heard::Interrupted => return Err(Trouble::Interrupted),
                Heard::Closed => {
                    let (exit, words) = self.gone();
                    return Err(Trouble::Gone { exit, words });
                }
            }
        }
    }

    /// Tells it that the game is over.
    pub fn game_over(&mut self, result: &str) {
        if !self.usable {
            return;
        }
        let _ = self.stop_pondering();
        let lines = self.dialect.game_over(result);
        self.send_all(&lines);
        self.offered = false;
    }

    /// Sends a line as it stands: for checks of the protocol.
    pub(super) fn say(&self, line: &str) {
        self.process.send(line);
    }

    /// Waits for a line as it comes: for checks of the protocol.
    pub(super) fn hear(&self, deadline: Instant, stop: &Stop) -> Heard {
        self.process.hear(deadline, stop)
    }

    /// What a line means in its dialect.
    pub(super) fn meaning(&mut self, line: &str) -> Message {
        self.dialect.hear(line)
    }

    /// Closes its input without a word, and ends it by force if it does not leave.
    pub(super) fn close(mut self) -> Exit {
        self.process.end(None, QUIT_GRACE)
    }

    /// Ends it, by force if it does not leave by itself.
    pub fn quit(mut self) -> Exit {
        let grace = if self.usable {
            QUIT_GRACE
        } else {
            Duration::ZERO
        };
        self.process.end(Some("quit"), grace)
    }
}
