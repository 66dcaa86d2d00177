//! How long to think.
//!
//! A budget has two parts: the *soft* one, stretched or shrunk by how the search goes, after
//! which no new iteration is begun, and the *hard* one at which it breaks off.

use std::time::Duration;

use super::{Clock, Limits};

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What the move should take.
    pub soft: Duration,
    /// What it may take at most.
    pub hard: Duration,
}

impl Budget {
    /// Whether nothing can be saved for a later move: then all of it is used.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.soft == self.hard
    }
}

/// Moves a game is expected to go on when the clock does not say.
const HORIZON: f64 = 38.0;

/// The budget the limits ask for; `None` if they set no time.
#[must_use]
pub fn budget(limits: &Limits, overhead: Duration) -> Option<Budget> {
    let by_clock = limits.clock.map(|clock| by_clock(&clock, overhead));
    let fixed = limits.movetime.map(|time| {
        // A fixed time is a promise: nothing is kept for later, only the way of the answer.
        let time = time.saturating_sub(overhead.min(time / 10));
        Budget {
            soft: time,
            hard: time,
        }
    });
    match (by_clock, fixed) {
        (Some(clock), Some(fixed)) => Some(Budget {
            soft: clock.soft.min(fixed.soft),
            hard: clock.hard.min(fixed.hard),
        }),
        (clock, fixed) => clock.or(fixed),
    }
}

fn by_clock(clock: &Clock, overhead: Duration) -> Budget {
    let left = clock.remaining.saturating_sub(overhead).as_secs_f64();
    let increment = clock.increment.as_secs_f64();
    let (soft, hard) = match clock.moves_to_go {
        // The last move before the clock is filled up again, or a fixed time in UCCI's words.
        Some(0 | 1) => (0.9 * left, 0.9 * left),
        Some(moves) => {
            let moves = f64::from(moves.min(60));
            let share = left / moves + 0.75 * increment;
            (0.9 * share, (2.5 * share).min(left * (0.35 + 0.5 / moves)))
        }
        None => {
            let share = left / HORIZON + 0.72 * increment;
            (share, (3.2 * share).min(left * 0.4))
        }
    };
    // The increment comes after the move: it can never be spent on it.
    let hard = hard.min(0.9 * left).max(0.0);
    Budget {
        soft: Duration::from_secs_f64(soft.clamp(0.0, hard)),
        hard: Duration::from_secs_f64(hard),
    }
}

/// How the search has gone, for stretching the soft budget.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Iterations since the best move changed.
    pub stable: u32,
    /// Centipawns the score fell since the last iteration, negative if it rose.
    pub fall: i32,
    /// Part of the nodes spent on the best move, 0-1.
    pub effort: f64,
}

/// The factor for the soft budget: less for a move that stands out and stays, more when the
/// score falls or the best move changes.
#[must_use]
pub fn stretch(course: Course) -> f64 {
    let stability = [1.45, 1.2, 1.0, 0.9, 0.82][course.stable.min(4) as usize];
    let fall = 1.0 + f64::from(course.fall.clamp(-20, 60)) / 120.0;
    let effort = 1.45 - 0.85 * course.effort;
    stability * fall * effort
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        budget(&limits, Duration::from_millis(10)).unwrap()
    }

    #[test]
    fn never_more_than_the_clock_holds() {
        for remaining in [0, 1, 2, 10, 32, 100, 300, 3000, 60_000, 3_600_000] {
            for increment in [0, 10, 5000] {
                for moves in [
                    None,
                    Some(0),
                    Some(1),
                    Some(2),
                    Some(8),
                    Some(40),
                    Some(u32::MAX),
                ] {
                    let budget = clock(remaining, increment, moves);
                    let left = Duration::from_millis(remaining.saturating_sub(10));
                    assert!(
                        budget.soft <= budget.hard && budget.hard <= left,
                        "{budget:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn shares_are_fair() {
        let ms = Duration::from_millis;
        assert!(clock(3000, 0, Some(1)).soft > ms(2500));
        assert!(clock(3000, 0, Some(1)).is_fixed());
        assert!(!clock(3000, 0, Some(2)).is_fixed());
        assert!(clock(60_000, 0, Some(8)).hard < ms(30_000));
        assert!(clock(60_000, 3000, None).soft < ms(5000));
        assert!(clock(60_000, 0, None).soft > ms(1000));
    }

    #[test]
    fn the_earlier_limit_counts() {
        let limits = Limits {
            movetime: Some(Duration::from_millis(50)),
            clock: Some(Clock {
                remaining: Duration::from_secs(60),
                ..Clock::default()
            }),
            ..Limits::default()
        };
        assert!(budget(&limits, Duration::ZERO).unwrap().hard <= Duration::from_millis(50));
        assert_eq!(budget(&Limits::default(), Duration::ZERO), None);
    }

    #[test]
    fn a_clear_case_takes_less() {
        let clear = stretch(Course {
            stable: 9,
            fall: 0,
            effort: 0.95,
        });
        let unclear = stretch(Course {
            stable: 0,
            fall: 50,
            effort: 0.3,
        });
        assert!(clear < 0.7 && unclear > 1.5, "{clear} {unclear}");
    }
}
