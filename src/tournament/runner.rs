//! Plays the schedule: several games at a time, results in one place as they come.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex, PoisonError,
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use thiserror::Error;

use super::{
    client::{Client, StartError},
    contender::Contender,
    limits::Clock,
    openings::{Book, Opening},
    outcome::{Conclusion, Ending},
    play::{Conditions, PlayedGame, Seat, play},
    process::Stop,
    schedule::{Fixture, Schedule},
};
use crate::types::{ByColor, Color};

/// A run, ready to go.
#[derive(Debug)]
pub struct Run {
    /// The engines.
    pub contenders: Vec<Contender>,
    /// The games.
    pub schedule: Schedule,
    /// Where they begin.
    pub book: Book,
    /// What is the same for all.
    pub conditions: Conditions,
    /// How many at a time.
    pub concurrency: usize,
    /// The pause between games.
    pub wait: Duration,
    /// Whether to go on after a crash.
    pub recover: bool,
    /// Games played earlier.
    pub done: BTreeSet<u64>,
}

/// What happens during a run.
#[derive(Debug)]
pub enum Event {
    /// A game has begun.
    Started(Fixture),
    /// A game has ended.
    Finished(Fixture, Box<PlayedGame>),
}

/// What whoever listens wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// More games.
    GoOn,
    /// An end at once; games in progress do not count.
    Stop,
}

/// Why a run ended before its schedule did.
#[derive(Debug, Error)]
pub enum RunError {
    /// An engine cannot take part at all.
    #[error("{name}: {error}")]
    Engine {
        /// Its name.
        name: String,
        /// Why.
        error: StartError,
    },
    /// An engine cannot be told its limits.
    #[error("{name}: {fault}")]
    Limits {
        /// Its name.
        name: String,
        /// Which.
        fault: &'static str,
    },
    /// An engine crashed, and going on was not asked for.
    #[error("{name} crashed in game {game} ({detail}); with --recover the run goes on")]
    Crash {
        /// Its name.
        name: String,
        /// The game.
        game: u64,
        /// How.
        detail: String,
    },
}

/// The games still to be handed out.
struct Queue {
    next: u64,
    closed: bool,
}

/// What the workers share.
struct Shared<'a> {
    run: &'a Run,
    stop: &'a Stop,
    queue: Mutex<Queue>,
    fault: Mutex<Option<RunError>>,
}

impl Run {
    /// Plays until the schedule is done, `stop` is requested or `listen` wants no more.
    ///
    /// # Errors
    /// If an engine cannot take part, or crashed and going on was not asked for. Games that
    /// were finished have been told to `listen` before.
    pub fn go(
        &self,
        stop: &Stop,
        mut listen: impl FnMut(Event) -> Control,
    ) -> Result<(), RunError> {
        let shared = Shared {
            run: self,
            stop,
            queue: Mutex::new(Queue {
                next: 1,
                closed: false,
            }),
            fault: Mutex::new(None),
        };
        thread::scope(|scope| {
            let (events, heard) = mpsc::channel();
            for _ in 0..self.concurrency {
                let (events, shared) = (events.clone(), &shared);
                scope.spawn(move || Worker::new(shared, events).work());
            }
            drop(events);
            for event in heard {
                if listen(event) == Control::Stop {
                    shared.close();
                    stop.request();
                    break; // what comes later does not count
                }
            }
        });
        let fault = shared.fault.into_inner();
        fault
            .unwrap_or_else(PoisonError::into_inner)
            .map_or(Ok(()), Err)
    }
}

impl Shared<'_> {
    /// The next game, if there is one.
    fn next_game(&self) -> Option<Fixture> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let schedule = &self.run.schedule;
        while !queue.closed && !self.stop.requested() && !schedule.is_past_end(queue.next) {
            let number = queue.next;
            queue.next += 1;
            if let Some(fixture) = schedule.get(number)
                && !self.run.done.contains(&number)
            {
                return Some(fixture);
            }
        }
        None
    }

    fn close(&self) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.closed = true;
    }

    /// Hands out no more games because of a fault; games in progress are finished.
    fn fail(&self, error: RunError) {
        self.close();
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.get_or_insert(error);
    }
}

/// Plays one game after the other.
struct Worker<'a> {
    shared: &'a Shared<'a>,
    events: Sender<Event>,
    /// Programs that are running, by engine.
    clients: BTreeMap<usize, Client>,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'a>, events: Sender<Event>) -> Self {
        Self {
            shared,
            events,
            clients: BTreeMap::new(),
        }
    }

    fn work(mut self) {
        let mut first = true;
        while let Some(fixture) = self.shared.next_game() {
            if !std::mem::take(&mut first) {
                self.pause();
            }
            if self.events.send(Event::Started(fixture)).is_err() {
                break;
            }
            let opening = self.shared.run.book.get(fixture.round);
            let game = match self.play(&fixture, &opening) {
                Ok(Some(game)) => game,
                Ok(None) => break,
                Err(error) => {
                    self.shared.fail(error);
                    break;
                }
            };
            self.check_crash(&fixture, &game);
            let _ = self.events.send(Event::Finished(fixture, Box::new(game)));
        }
        let clients = std::mem::take(&mut self.clients);
        quit_all(clients.into_values());
    }

    fn pause(&self) {
        let end = Instant::now() + self.shared.run.wait;
        while !self.shared.stop.requested() && Instant::now() < end {
            let left = end.saturating_duration_since(Instant::now());
            thread::sleep(left.min(Duration::from_millis(50)));
        }
    }

    fn check_crash(&self, fixture: &Fixture, game: &PlayedGame) {
        if game.conclusion.ending == Ending::Crash && !self.shared.run.recover {
            let loser = match game.conclusion.result.winner() {
                Some(Color::Red) => fixture.black,
                _ => fixture.red,
            };
            self.shared.fail(RunError::Crash {
                name: self.shared.run.contenders[loser].name.clone(),
                game: fixture.number,
                detail: game.conclusion.detail.clone(),
            });
        }
    }

    /// Plays a game; `None` if the run was interrupted.
    fn play(
        &mut self,
        fixture: &Fixture,
        opening: &Opening,
    ) -> Result<Option<PlayedGame>, RunError> {
        let engines = ByColor([fixture.red, fixture.black]);
        let unwanted: Vec<usize> = self.clients.keys().copied().collect();
        let unwanted = unwanted.into_iter().filter(|id| !engines.0.contains(id));
        let leaving: Vec<Client> = unwanted.filter_map(|id| self.clients.remove(&id)).collect();
        quit_all(leaving.into_iter());
        let started = std::time::SystemTime::now();
        let mut seated = Vec::with_capacity(2);
        for color in Color::ALL {
            match self.seat(engines[color], fixture.number) {
                Ok(client) => seated.push(client),
                Err(error) => {
                    let ready = seated.into_iter().zip([engines[Color::Red]]);
                    self.clients.extend(ready.map(|(client, id)| (id, client)));
                    let lost = self.lost_at_start(color, engines[color], error)?;
                    return Ok(lost.map(|conclusion| PlayedGame {
                        opening: opening.clone(),
                        moves: Vec::new(),
                        conclusion,
                        started,
                        ended: std::time::SystemTime::now(),
                    }));
                }
            }
        }
        let run = self.shared.run;
        for (id, client) in engines.0.into_iter().zip(&seated) {
            let contender = &run.contenders[id];
            if let Some(fault) = client.unsupported(&Clock::new(contender.limits)) {
                let name = contender.name.clone();
                return Err(RunError::Limits { name, fault });
            }
        }
        let [red, black] = &mut seated[..] else {
            unreachable!("one client was seated for each colour")
        };
        let mut seats = ByColor([
            Seat {
                contender: &run.contenders[fixture.red],
                client: red,
            },
            Seat {
                contender: &run.contenders[fixture.black],
                client: black,
            },
        ]);
        let game = play(&mut seats, opening, &run.conditions);
        for (id, client) in engines.0.into_iter().zip(seated) {
            if client.usable() {
                self.clients.insert(id, client);
            } else {
                client.quit();
            }
        }
        Ok(game)
    }

    /// The running program of an engine, started if need be.
    fn seat(&mut self, engine: usize, game: u64) -> Result<Client, StartError> {
        let contender = &self.shared.run.contenders[engine];
        let label = format!("game {game} {}", contender.name);
        if let Some(mut client) = self.clients.remove(&engine) {
            client.relabel(label);
            return Ok(client);
        }
        contender.start(&label, self.shared.stop)
    }

    /// What it means that an engine did not start: a lost game, or the end of the run.
    fn lost_at_start(
        &self,
        loser: Color,
        engine: usize,
        error: StartError,
    ) -> Result<Option<Conclusion>, RunError> {
        let name = &self.shared.run.contenders[engine].name;
        log::error!("{name}: {error}");
        let ending = match error {
            StartError::Silent { .. } => Ending::Stall,
            StartError::Ended { .. } => Ending::Crash,
            StartError::Interrupted => return Ok(None),
            StartError::Spawn(_) | StartError::Unsupported(_) => {
                let name = name.clone();
                return Err(RunError::Engine { name, error });
            }
        };
        Ok(Some(Conclusion::lost(loser, ending, error.to_string())))
    }
}

/// Ends programs side by side, as each may take its time.
pub(super) fn quit_all(clients: impl Iterator<Item = Client>) {
    thread::scope(|scope| {
        for client in clients {
            scope.spawn(move || client.quit());
        }
    });
}
