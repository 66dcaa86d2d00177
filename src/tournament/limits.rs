//! How long an engine may think: time controls, fixed time, nodes, depth.

use std::{fmt, str::FromStr, time::Duration};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A clock: so many moves in so much time, plus an increment for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Moves until the base time is added again; `None` for the whole game.
    pub moves: Option<u32>,
    /// The base time.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Why a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a time control: [MOVES/][MINUTES:]SECONDS[+INCREMENT], such as 10+0.1")]
pub struct ParseTimeControlError(pub String);

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    /// Reads `10+0.1`, `40/60+0.5`, `1:30`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (moves, time) = match text.trim().split_once('/') {
                Some((moves, time)) => (Some(moves.parse().ok().filter(|&n| n > 0)?), time),
                None => (None, text.trim()),
            };
            let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
            let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
            let minutes: u32 = minutes.parse().ok()?;
            let base = Duration::from_secs(u64::from(minutes) * 60) + seconds_from(seconds)?;
            let increment = seconds_from(increment)?;
            (!base.is_zero()).then_some(Self {
                moves,
                base,
                increment,
            })
        };
        parse().ok_or_else(|| ParseTimeControlError(text.to_owned()))
    }
}

fn seconds_from(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|d| d.as_secs() < 1 << 31)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseTimeControlError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(tc: TimeControl) -> Self {
        tc.to_string()
    }
}

/// Everything that bounds the thinking of one engine; what is `None` does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Its clock.
    pub tc: Option<TimeControl>,
    /// Milliseconds for each move.
    pub movetime: Option<u64>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search.
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether nothing is limited.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// These limits, or `other` where none are set: an engine's own replace the common ones.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.tc.map(|tc| tc.to_string()),
            self.movetime.map(|ms| format!("{ms} ms a move")),
            self.nodes.map(|n| format!("{n} nodes")),
            self.depth.map(|d| format!("depth {d}")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        f.pad(&if parts.is_empty() {
            "no limit".to_owned()
        } else {
            parts.join(", ")
        })
    }
}

/// The clock of one engine in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    limits: Limits,
    left: Duration,
    moves_left: Option<u32>,
}

/// How far a move went over its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overstep(pub Duration);

impl Clock {
    /// The clock before the first move.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            left: limits.tc.map_or(Duration::ZERO, |tc| tc.base),
            moves_left: limits.tc.and_then(|tc| tc.moves),
        }
    }

    /// What it measures.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time left until the next control.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The moves left until the next control.
    #[must_use]
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// The increment for each move.
    #[must_use]
    pub fn increment(&self) -> Duration {
        self.limits.tc.map_or(Duration::ZERO, |tc| tc.increment)
    }

    /// The longest the next move may take; `None` if time does not matter.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        let movetime = self.limits.movetime.map(Duration::from_millis);
        let clock = self.limits.tc.map(|_| self.left);
        [movetime, clock].into_iter().flatten().min()
    }

    /// Counts a move that took `elapsed`.
    ///
    /// # Errors
    /// If it took longer than allowed by more than `margin`.
    pub fn spend(&mut self, elapsed: Duration, margin: Duration) -> Result<(), Overstep> {
        let over = self
            .allowance()
            .and_then(|allowed| elapsed.checked_sub(allowed));
        if let Some(over) = over
            && over > margin
        {
            return Err(Overstep(over));
        }
        if let Some(tc) = self.limits.tc {
            self.left = self.left.saturating_sub(elapsed) + tc.increment;
            self.moves_left = self.moves_left.map(|moves| moves - 1);
            if self.moves_left == Some(0) {
                self.left += tc.base;
                self.moves_left = tc.moves;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn time_controls_read_and_write() {
        for (text, moves, base, increment) in [
            ("10+0.1", None, 10_000, 100),
            ("40/60+0.5", Some(40), 60_000, 500),
            ("90", None, 90_000, 0),
            ("0.05+0.01", None, 50, 10),
        ] {
            let tc: TimeControl = text.parse().unwrap();
            assert_eq!(
                (tc.moves, tc.base, tc.increment),
                (moves, ms(base), ms(increment))
            );
            assert_eq!(tc.to_string(), text);
        }
        assert_eq!("1:30".parse::<TimeControl>().unwrap().base, ms(90_000));
        for bad in [
            "", "x", "0", "10+", "0/5", "-1", "5+-1", "40/", "1:2:3", "inf", "1e300",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_refilled_at_the_control() {
        let tc = Some("2/1+0.1".parse().unwrap());
        let mut clock = Clock::new(Limits {
            tc,
            ..Limits::default()
        });
        clock.spend(ms(600), ms(0)).unwrap();
        assert_eq!((clock.left(), clock.moves_left()), (ms(500), Some(1)));
        clock.spend(ms(505), ms(10)).unwrap();
        assert_eq!((clock.left(), clock.moves_left()), (ms(1100), Some(2)));
        assert_eq!(clock.spend(ms(1150), ms(10)), Err(Overstep(ms(50))));
    }

    #[test]
    fn a_fixed_time_bounds_each_move_and_nodes_do_not() {
        let mut clock = Clock::new(Limits {
            movetime: Some(50),
            ..Limits::default()
        });
        assert_eq!(clock.spend(ms(60), ms(20)), Ok(()));
        assert_eq!(clock.spend(ms(75), ms(20)), Err(Overstep(ms(25))));
        let nodes = Limits {
            nodes: Some(1000),
            ..Limits::default()
        };
        assert_eq!(Clock::new(nodes).spend(ms(1_000_000), ms(0)), Ok(()));
    }
}
