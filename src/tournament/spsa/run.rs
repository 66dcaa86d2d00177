//! Plays the pairs of a tuning, several at a time, in programs that stay from pair to pair.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

use thiserror::Error;

use super::{Spsa, Trial, parameter::Parameter};
use crate::{
    tournament::{
        client::{Client, Identity, StartError, Trouble},
        contender::Contender,
        limits::Clock,
        openings::{Book, Opening},
        outcome::{Conclusion, Ending, half_points},
        play::{Conditions, Seat, conclusion_of_trouble, play},
        process::Stop,
        runner::{Control, quit_all},
    },
    types::{ByColor, Color},
};

/// All that decides the games of a tuning.
#[derive(Debug)]
pub struct Run {
    /// The same engine twice: the side with the plus values and that with the minus values.
    pub sides: [Contender; 2],
    /// Where games begin.
    pub book: Book,
    /// What is the same for all.
    pub conditions: Conditions,
    /// Pairs at a time.
    pub concurrency: usize,
}

/// Why a tuning ended early.
#[derive(Debug, Error)]
pub enum RunError {
    /// The engine cannot take part.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The engine cannot be told its limits.
    #[error("the engine: {0}")]
    Limits(&'static str),
    /// The engine has no such option.
    #[error("the engine has no option `{0}` (chuhe has them if built with `--features tune`)")]
    NoOption(String),
    /// The option of the engine takes other values.
    #[error("option {name} of the engine is `{declared}`, which does not hold {min}..={max}")]
    Range {
        /// The option.
        name: String,
        /// What the engine says of it.
        declared: String,
        /// The smallest value to be tried.
        min: i32,
        /// The largest value to be tried.
        max: i32,
    },
    /// The engine failed in a game: such a result says nothing of its parameters.
    #[error("iteration {iteration}: {conclusion}")]
    Fault {
        /// The iteration.
        iteration: u64,
        /// How the game ended.
        conclusion: Conclusion,
    },
}

/// What the workers share.
struct Shared<'a, L> {
    run: &'a Run,
    stop: &'a Stop,
    desk: Mutex<Desk<'a, L>>,
}

/// Where trials are handed out and results come in.
struct Desk<'a, L> {
    tuning: &'a mut Spsa,
    /// The last iteration handed out.
    last: u64,
    closed: bool,
    fault: Option<RunError>,
    listen: L,
}

impl Run {
    /// Plays until all iterations are done, `stop` is requested or `listen`, which is shown the
    /// tuning after each pair, wants no more.
    ///
    /// # Errors
    /// If the engine cannot take part, or fails in a game. Pairs that were finished count.
    pub fn go<L>(&self, tuning: &mut Spsa, stop: &Stop, listen: L) -> Result<(), RunError>
    where
        L: FnMut(&Spsa, &Trial, u8) -> Control + Send,
    {
        let shared = Shared {
            run: self,
            stop,
            desk: Mutex::new(Desk {
                tuning,
                last: 0,
                closed: false,
                fault: None,
                listen,
            }),
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                scope.spawn(|| Worker::new(&shared).work());
            }
        });
        let desk = shared.desk.into_inner();
        let desk = desk.unwrap_or_else(PoisonError::into_inner);
        desk.fault.map_or(Ok(()), Err)
    }
}

impl<'a, L> Shared<'a, L>
where
    L: FnMut(&Spsa, &Trial, u8) -> Control,
{
    fn desk(&self) -> MutexGuard<'_, Desk<'a, L>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next trial, around the values now.
    fn next(&self) -> Option<Trial> {
        let mut desk = self.desk();
        if desk.closed || self.stop.requested() {
            return None;
        }
        desk.last = desk.tuning.next_after(desk.last)?;
        Some(desk.tuning.trial(desk.last))
    }

    fn finish(&self, trial: &Trial, half_points: u8) {
        let mut desk = self.desk();
        let desk = &mut *desk;
        desk.tuning.learn(trial, half_points);
        if (desk.listen)(desk.tuning, trial, half_points) == Control::Stop {
            desk.closed = true;
            self.stop.request();
        }
    }

    /// Hands out no more trials because of a fault; pairs in progress are finished.
    fn fail(&self, fault: RunError) {
        let mut desk = self.desk();
        desk.closed = true;
        desk.fault.get_or_insert(fault);
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.desk().tuning.parameters().to_vec()
    }
}

/// Plays one pair after the other.
struct Worker<'a, 'b, L> {
    shared: &'a Shared<'b, L>,
    parameters: Vec<Parameter>,
    /// The running programs of the two sides.
    clients: [Option<Client>; 2],
}

impl<'a, 'b, L> Worker<'a, 'b, L>
where
    L: FnMut(&Spsa, &Trial, u8) -> Control,
{
    fn new(shared: &'a Shared<'b, L>) -> Self {
        Self {
            shared,
            parameters: shared.parameters(),
            clients: [None, None],
        }
    }

    fn work(mut self) {
        while let Some(trial) = self.shared.next() {
            match self.pair(&trial) {
                Ok(Some(half_points)) => self.shared.finish(&trial, half_points),
                Ok(None) | Err(RunError::Start(StartError::Interrupted)) => break,
                Err(fault) => {
                    self.shared.fail(fault);
                    break;
                }
            }
        }
        quit_all(self.clients.into_iter().flatten());
    }

    /// Plays a pair; the half points of the plus side, or `None` if the run was interrupted.
    fn pair(&mut self, trial: &Trial) -> Result<Option<u8>, RunError> {
        let opening = self.shared.run.book.get(trial.iteration);
        let mut points = 0;
        for plus in Color::ALL {
            let Some(conclusion) = self.game(trial, plus, &opening)? else {
                return Ok(None);
            };
            log::info!(
                "iteration {}: plus is {plus}, {conclusion}",
                trial.iteration
            );
            if conclusion.ending.is_fault() && conclusion.ending != Ending::Time {
                let iteration = trial.iteration;
                return Err(RunError::Fault {
                    iteration,
                    conclusion,
                });
            }
            points += half_points(conclusion.result, plus);
        }
        Ok(Some(points))
    }

    /// Plays a game, the plus side with this colour.
    fn game(
        &mut self,
        trial: &Trial,
        plus: Color,
        opening: &Opening,
    ) -> Result<Option<Conclusion>, RunError> {
        for (side, values) in [&trial.plus, &trial.minus].into_iter().enumerate() {
            let color = if side == 0 { plus } else { !plus };
            if let Err(trouble) = self.seat(side, trial.iteration, values)? {
                return Ok(conclusion_of_trouble(color, trouble));
            }
        }
        let [Some(first), Some(second)] = &mut self.clients else {
            unreachable!("both sides were seated")
        };
        let [a, b] = &self.shared.run.sides;
        let mut seats =
            [(a, first), (b, second)].map(|(contender, client)| Seat { contender, client });
        if plus == Color::Black {
            seats.reverse();
        }
        let game = play(&mut ByColor(seats), opening, &self.shared.run.conditions);
        for client in &mut self.clients {
            if client.as_ref().is_some_and(|client| !client.usable()) {
                quit_all(client.take().into_iter());
            }
        }
        Ok(game.map(|game| game.conclusion))
    }

    /// Gets a side ready with its values, and starts its program if need be.
    fn seat(
        &mut self,
        side: usize,
        iteration: u64,
        values: &[i32],
    ) -> Result<Result<(), Trouble>, RunError> {
        let contender = &self.shared.run.sides[side];
        let label = format!("iteration {iteration} {}", contender.name);
        let client = match &mut self.clients[side] {
            Some(client) => {
                client.relabel(label);
                client
            }
            empty => {
                let client = contender.start(&label, self.shared.stop)?;
                let client = empty.insert(client);
                check(&self.parameters, client.identity())?;
                if let Some(fault) = client.unsupported(&Clock::new(contender.limits)) {
                    return Err(RunError::Limits(fault));
                }
                client
            }
        };
        let names = self.parameters.iter().map(|p| p.name.as_str());
        let options = names.zip(values.iter().map(i32::to_string));
        Ok(client.set_options(options, contender.patience()))
    }
}

/// Checks that an engine has all options that are tuned, with ranges wide enough.
fn check(parameters: &[Parameter], identity: &Identity) -> Result<(), RunError> {
    for parameter in parameters {
        let (name, min, max) = (parameter.name.clone(), parameter.min, parameter.max);
        let Some(option) = identity.option(&name) else {
            return Err(RunError::NoOption(name));
        };
        let words: Vec<&str> = option.rest.split_whitespace().collect();
        let bound = |key: &str| {
            let at = words.iter().position(|word| *word == key)?;
            words.get(at + 1)?.parse::<i64>().ok()
        };
        let holds = bound("min").is_some_and(|least| least <= i64::from(min))
            && bound("max").is_some_and(|most| i64::from(max) <= most);
        if words.first() != Some(&"spin") || !holds {
            let declared = option.rest.clone();
            return Err(RunError::Range {
                name,
                declared,
                min,
                max,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::client::DeclaredOption;

    #[test]
    fn an_engine_must_have_the_options_with_room_enough() {
        let line = "depth factor, int, 5, 0, 10, 1, 0.1";
        let parameters = [line.parse().unwrap()];
        let fault = |name: &str, rest: &str| {
            let identity = Identity {
                options: vec![DeclaredOption {
                    name: name.to_owned(),
                    rest: rest.to_owned(),
                }],
                ..Identity::default()
            };
            check(&parameters, &identity).map_err(|e| e.to_string())
        };
        assert_eq!(
            fault("Depth_Factor", "spin default 5 min -3 max 10"),
            Ok(())
        );
        let missing = fault("depth", "spin default 5 min 0 max 10").unwrap_err();
        assert!(missing.contains("no option `depth factor`"), "{missing}");
        for rest in [
            "spin default 5 min 1 max 10",
            "spin default 5",
            "string",
            "",
        ] {
            let range = fault("Depth Factor", rest).unwrap_err();
            assert!(range.contains("does not hold 0..=10"), "{range}");
        }
    }
}
