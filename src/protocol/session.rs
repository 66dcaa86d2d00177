//! The loop between the client and the engine.
//!
//! Three threads: one reads lines, one searches, and this one owns everything else and never
//! waits for anything but the next event. While something runs, `isready`, `stop`, `ponderhit`
//! and `quit` are obeyed at once and every other line waits for its end, so that a whole session
//! can be sent in one write. `stop` and `ponderhit` mean the last `go` before them: if that one
//! still waits, they wait behind it, and `stop` ends what runs before it too.

use std::{
    collections::VecDeque,
    fmt, io,
    sync::{Arc, Mutex, PoisonError, mpsc},
};

use super::{
    cecp::Progress,
    voice::{Dialect, Voice},
    wire::Output,
    xboard::{Game, Interrupt},
};
use crate::{
    engine::{Engine, RankBase, spawn},
    movegen,
    search::{Control, Limits, SearchResult},
};

/// What the loop waits for.
pub enum Event {
    /// The client wrote a line.
    Line(String),
    /// The client will write no more.
    InputEnded,
    /// The search is over.
    Found(SearchResult),
    /// Other long work is over; what it has to say.
    Done(String),
    /// Nobody reads what we write.
    OutputGone,
}

/// How the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Lines are read.
    Open,
    /// There will be no more lines; what was asked for is finished, if it can end by itself.
    Ended,
    /// `quit` came; what still waits gets the shortest answer there is.
    Quitting,
    /// The output is gone.
    Gone,
}

/// The work that runs.
struct Running {
    control: Arc<Control>,
    /// Whether only the client can end it.
    endless: bool,
    /// Whether it still would be endless after `ponderhit`.
    infinite: bool,
    /// Whether its answer is no longer wanted.
    abandoned: bool,
    voice: Voice,
    progress: Arc<Mutex<Progress>>,
}

/// One conversation.
pub struct Session {
    pub(super) engine: Engine,
    pub(super) dialect: Dialect,
    /// How ranks are numbered: as the option says, or as the client proved.
    pub(super) base: RankBase,
    /// Whether the client's UCCI clocks turned out to be in milliseconds.
    pub(super) milliseconds: bool,
    /// The game of CECP.
    pub(super) game: Game,
    pub(super) out: Output,
    events: mpsc::Sender<Event>,
    running: Option<Running>,
    waiting: VecDeque<String>,
    phase: Phase,
}

impl Session {
    /// A session that writes to `output` and hears of its searches through `events`.
    ///
    /// # Errors
    /// If there is no memory for the engine.
    pub fn new(
        output: impl io::Write + Send + 'static,
        events: mpsc::Sender<Event>,
    ) -> io::Result<Self> {
        let engine = Engine::new().map_err(io::Error::other)?;
        Ok(Self {
            engine,
            dialect: Dialect::Uci,
            base: RankBase::Zero,
            milliseconds: false,
            game: Game::default(),
            out: Output::new(output),
            events,
            running: None,
            waiting: VecDeque::new(),
            phase: Phase::Open,
        })
    }

    /// Talks until there is nothing more to say.
    ///
    /// # Errors
    /// If the output is gone.
    pub fn run(mut self, inbox: &mpsc::Receiver<Event>) -> io::Result<()> {
        while self.phase == Phase::Open || self.running.is_some() {
            match inbox.recv().unwrap_or(Event::InputEnded) {
                Event::Line(line) => self.receive(&line),
                Event::InputEnded => self.end_input(),
                Event::Found(result) => self.finish(&result),
                Event::Done(text) => self.finish_work(&text),
                Event::OutputGone => self.phase = Phase::Gone,
            }
            self.work_off();
            if self.phase == Phase::Gone {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
        }
        if self.phase == Phase::Quitting && self.dialect == Dialect::Ucci {
            self.say("bye");
        }
        Ok(())
    }

    /// Writes to the client.
    pub(super) fn say(&mut self, text: impl fmt::Display) {
        if self.out.line(text).is_err() {
            self.phase = Phase::Gone;
        }
    }

    /// Tells the user something that the client will only show.
    pub(super) fn tell(&mut self, text: impl fmt::Display) {
        self.say(self.dialect.message(&text.to_string()));
    }

    /// Whether a search or other work is under way.
    pub(super) fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Takes a line as it arrives.
    fn receive(&mut self, line: &str) {
        if self.phase == Phase::Quitting {
            return;
        }
        self.out.received(line);
        let urgent = Urgent::of(line);
        let Some(running) = &self.running else {
            return self.obey(line);
        };
        let go_waits = || self.waiting.iter().any(|line| is_go(line));
        match urgent {
            Some(Urgent::IsReady) => return self.say("readyok"),
            Some(Urgent::Quit) if !self.waits_for_the_end() => return self.quit(),
            Some(Urgent::Stop) => {
                running.control.stop();
                if !go_waits() {
                    return;
                }
            }
            Some(Urgent::PonderHit) if !go_waits() => return self.ponderhit(),
            _ if self.dialect == Dialect::Cecp => match self.game.interrupt(line) {
                Interrupt::Obey => return self.obey(line),
                Interrupt::MoveNow => return running.control.stop(),
                Interrupt::Abandon => self.abandon(),
                Interrupt::Wait => {}
            },
            _ => {}
        }
        self.waiting.push_back(line.to_string());
    }

    /// Obeys what waits, as far as nothing runs or the line is for what runs.
    fn work_off(&mut self) {
        while let Some(line) = self.waiting.front() {
            let urgent = Urgent::of(line);
            if self.running.is_some() && urgent.is_none() {
                return;
            }
            let line = self.waiting.pop_front().unwrap_or_default();
            match (urgent, &self.running) {
                (Some(Urgent::Stop), Some(running)) => running.control.stop(),
                (Some(Urgent::PonderHit), Some(_)) => self.ponderhit(),
                (Some(Urgent::Quit), Some(_)) => {
                    // Only in batch mode does it wait, and then to the end.
                    self.waiting.push_front(line);
                    return;
                }
                _ => self.obey(&line),
            }
        }
        if self.running.is_none() && self.dialect == Dialect::Cecp && self.phase == Phase::Open {
            self.think_if_wanted();
        }
    }

    /// In UCCI's batch mode `quit` waits for a search that ends by itself.
    fn waits_for_the_end(&self) -> bool {
        let ends = self
            .running
            .as_ref()
            .is_some_and(|running| !running.endless);
        ends && self.engine.options().batch
    }

    fn ponderhit(&mut self) {
        if let Some(running) = &mut self.running {
            running.control.ponderhit();
            running.endless = running.infinite;
        }
    }

    /// Ends everything soon.
    pub(super) fn quit(&mut self) {
        self.phase = Phase::Quitting;
        if self.dialect == Dialect::Cecp {
            self.abandon();
            self.waiting.clear();
        } else if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    fn end_input(&mut self) {
        if self.phase == Phase::Open {
            self.phase = Phase::Ended;
        }
        if let Some(running) = self.running.as_ref().filter(|running| running.endless) {
            running.control.stop();
        }
    }

    /// How far the search is, in the words of CECP; nothing if none runs.
    pub(super) fn tell_progress(&mut self) {
        let Some(running) = &self.running else {
            return;
        };
        let progress = running.progress.lock();
        let text = progress
            .unwrap_or_else(PoisonError::into_inner)
            .show(running.voice.base);
        self.say(text);
    }

    /// Stops what runs and forgets its answer.
    fn abandon(&mut self) {
        if let Some(running) = &mut self.running {
            running.abandoned = true;
            running.control.stop();
        }
    }

    /// Searches the position of the engine.
    pub(super) fn start_search(&mut self, limits: Limits, voice: Voice) {
        let control = self.start(&limits, &voice);
        let (events, out) = (self.events.clone(), self.out.clone());
        let progress = self
            .running
            .as_ref()
            .map(|running| Arc::clone(&running.progress));
        let sink = move |event| {
            if let Some(progress) = &progress {
                let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
                progress.follow(&event);
            }
            if let Some(line) = voice.event(&event)
                && out.line(line).is_err()
            {
                let _ = events.send(Event::OutputGone);
            }
        };
        let events = self.events.clone();
        self.engine.search(limits, control, sink, move |result| {
            let _ = events.send(Event::Found(result));
        });
    }

    /// Runs other work that takes time; what it returns is written at its end.
    pub(super) fn start_work(&mut self, work: impl FnOnce(&Control) -> String + Send + 'static) {
        let control = self.start(&Limits::default(), &self.voice());
        let events = self.events.clone();
        spawn(
            move || work(&control),
            move |text| {
                let _ = events.send(Event::Done(text.unwrap_or_default()));
            },
        );
    }

    fn start(&mut self, limits: &Limits, voice: &Voice) -> Arc<Control> {
        let control = Arc::new(Control::new());
        control.reset(limits.ponder);
        let endless = limits.infinite || limits.ponder;
        // An analysis in CECP is shown while it goes on and has no answer.
        let analysis = limits.infinite && voice.dialect == Dialect::Cecp;
        let last_word = self.phase == Phase::Quitting || (self.phase == Phase::Ended && endless);
        if last_word {
            control.stop();
        }
        let moves = movegen::count(self.engine.position()) as usize;
        self.running = Some(Running {
            control: Arc::clone(&control),
            endless,
            infinite: limits.infinite,
            abandoned: analysis,
            voice: voice.clone(),
            progress: Arc::new(Mutex::new(Progress::new(moves))),
        });
        control
    }

    fn finish(&mut self, result: &SearchResult) {
        let Some(running) = self.running.take() else {
            return;
        };
        if running.abandoned {
            return;
        }
        self.say(running.voice.answer(result));
        if running.voice.dialect == Dialect::Cecp {
            self.play_own_move(result);
        }
    }

    fn finish_work(&mut self, text: &str) {
        if self
            .running
            .take()
            .is_some_and(|running| !running.abandoned)
            && !text.is_empty()
        {
            self.say(text);
        }
    }
}

/// Commands that do not wait for a search to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Urgent {
    Stop,
    PonderHit,
    IsReady,
    Quit,
}

impl Urgent {
    fn of(line: &str) -> Option<Self> {
        let verb = line.split_whitespace().next()?;
        let verbs = [
            ("stop", Self::Stop),
            ("ponderhit", Self::PonderHit),
            ("isready", Self::IsReady),
            ("quit", Self::Quit),
        ];
        verbs
            .into_iter()
            .find_map(|(name, urgent)| verb.eq_ignore_ascii_case(name).then_some(urgent))
    }
}

fn is_go(line: &str) -> bool {
    line.split_whitespace()
        .next()
        .is_some_and(|verb| verb.eq_ignore_ascii_case("go"))
}
