//! Tuning whole-number options of an engine by games of the engine against itself.
//!
//! Every iteration moves all parameters at once, each by its perturbation in a random direction;
//! the engine with the values on one side plays a pair of games against the engine with those on
//! the other side, and the parameters go a step towards the winner. Here is the arithmetic alone,
//! a pure function of the seed and the results; [`parameter`] is what is tuned, [`state`] keeps a
//! run on disk, [`run`] plays.
//!
//! Sources: James C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for
//! Stochastic Optimization" (1998), for the sequences and their exponents; the OpenBench project
//! for `c_end` and `r_end`, by which they are stated.

pub mod parameter;
pub mod run;
pub mod state;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::random::Random;
use parameter::{Parameter, ParameterError};

/// How perturbations and steps shrink in the course of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gains {
    /// The number of iterations, each a pair of games.
    pub iterations: u64,
    /// The exponent by which steps shrink.
    pub alpha: f64,
    /// The exponent by which perturbations shrink.
    pub gamma: f64,
    /// The stability constant, as a share of the iterations: larger makes the first steps smaller.
    pub a_ratio: f64,
}

impl Gains {
    /// The exponents and the stability constant that Spall advises.
    #[must_use]
    pub const fn new(iterations: u64) -> Self {
        Self {
            iterations,
            alpha: 0.602,
            gamma: 0.101,
            a_ratio: 0.1,
        }
    }

    /// How far a parameter is moved either way in an iteration, from 1 on: `c_k`.
    fn perturbation(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let left = self.iterations as f64 / iteration as f64;
        parameter.c_end * left.powf(self.gamma)
    }

    /// How far a game won moves a parameter after an iteration: `a_k / c_k`.
    fn step(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let (last, now) = (self.iterations as f64, iteration as f64);
        let stability = self.a_ratio * last;
        let shrunk = ((stability + last) / (stability + now)).powf(self.alpha);
        let a = parameter.r_end * parameter.c_end.powi(2) * shrunk;
        a / self.perturbation(parameter, iteration)
    }

    fn check(&self) -> Result<(), SpsaError> {
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let sound = self.iterations > 0 && share(self.alpha) && share(self.gamma);
        if sound && share(self.a_ratio) {
            Ok(())
        } else {
            Err(SpsaError::Gains)
        }
    }
}

/// Why there is nothing to tune.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SpsaError {
    /// A number that makes no sense.
    #[error("one iteration at least, and alpha, gamma and the A ratio from 0 to 1 are needed")]
    Gains,
    /// There are no parameters.
    #[error("there is no parameter to tune")]
    Empty,
    /// A parameter is given twice.
    #[error("parameter {0} is given twice")]
    Twice(String),
    /// A parameter makes no sense.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// A tuning: what was decided before it, and how far it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    gains: Gains,
    seed: u64,
    /// The values now, one for each parameter.
    values: Vec<f64>,
    /// All iterations up to this one are done.
    done: u64,
    /// Those done beyond it: pairs of games end in any order.
    beyond: BTreeSet<u64>,
    /// Pairs by the half points of the plus side, from 0 to 4.
    pairs: [u64; 5],
}

/// One iteration, to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its number, from 1.
    pub iteration: u64,
    /// The values of one side.
    pub plus: Vec<i32>,
    /// The values of the other side.
    pub minus: Vec<i32>,
    /// What a game won by `plus` adds to each parameter.
    steps: Vec<f64>,
}

impl Spsa {
    /// A tuning that has not begun.
    ///
    /// # Errors
    /// If numbers or parameters make no sense.
    pub fn new(parameters: Vec<Parameter>, gains: Gains, seed: u64) -> Result<Self, SpsaError> {
        gains.check()?;
        if parameters.is_empty() {
            return Err(SpsaError::Empty);
        }
        for (index, parameter) in parameters.iter().enumerate() {
            parameter.check()?;
            if parameters[..index].iter().any(|p| p.name == parameter.name) {
                return Err(SpsaError::Twice(parameter.name.clone()));
            }
        }
        Ok(Self {
            values: parameters.iter().map(|p| f64::from(p.start)).collect(),
            parameters,
            gains,
            seed,
            done: 0,
            beyond: BTreeSet::new(),
            pairs: [0; 5],
        })
    }

    /// What is tuned.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The values now, one for each parameter.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The number of iterations in all.
    #[must_use]
    pub const fn iterations(&self) -> u64 {
        self.gains.iterations
    }

    /// The number of iterations that are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done + self.beyond.len() as u64
    }

    /// Pairs of games by the half points of the plus side, from 0 to 4.
    #[must_use]
    pub const fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// The next iteration after this one that is not done.
    #[must_use]
    pub fn next_after(&self, iteration: u64) -> Option<u64> {
        let first = self.done.max(iteration) + 1;
        (first..=self.gains.iterations).find(|k| !self.beyond.contains(k))
    }

    /// The two sides of an iteration, from 1, around the values now. Fractions are rounded up or
    /// down by chance, so that a parameter is on average where it should be; both sides of a
    /// parameter by the same chance, so that their distance does not suffer.
    #[must_use]
    pub fn trial(&self, iteration: u64) -> Trial {
        let mut random = Random::new(self.seed ^ iteration.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let mut trial = Trial {
            iteration,
            plus: Vec::with_capacity(self.values.len()),
            minus: Vec::with_capacity(self.values.len()),
            steps: Vec::with_capacity(self.values.len()),
        };
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let sign = if random.bits() >> 63 == 0 { 1.0 } else { -1.0 };
            let chance = random.unit();
            let shift = sign * self.gains.perturbation(parameter, iteration);
            let round = |x: f64| {
                let whole = (x + chance).floor() as i32;
                whole.clamp(parameter.min, parameter.max)
            };
            trial.plus.push(round(value + shift));
            trial.minus.push(round(value - shift));
            let step = sign * self.gains.step(parameter, iteration);
            trial.steps.push(step);
        }
        trial
    }

    /// Goes a step by the result of an iteration: the half points of the plus side in its two
    /// games, from 0 to 4.
    pub fn learn(&mut self, trial: &Trial, half_points: u8) {
        let half_points = half_points.min(4);
        let won = f64::from(half_points) - 2.0;
        for ((value, parameter), step) in self
            .values
            .iter_mut()
            .zip(&self.parameters)
            .zip(&trial.steps)
        {
            let (min, max) = (f64::from(parameter.min), f64::from(parameter.max));
            *value = (*value + step * won).clamp(min, max);
        }
        self.pairs[usize::from(half_points)] += 1;
        self.beyond.insert(trial.iteration);
        while self.beyond.remove(&(self.done + 1)) {
            self.done += 1;
        }
    }

    /// Whether `other` is the same tuning, at whatever iteration.
    fn is_same_as(&self, other: &Self) -> bool {
        self.values.len() == other.values.len()
            && (&self.parameters, self.gains, self.seed)
                == (&other.parameters, other.gains, other.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: i32) -> Parameter {
        Parameter {
            name: name.to_owned(),
            start,
            min: 0,
            max: 200,
            c_end: 8.0,
            r_end: 0.02,
        }
    }

    fn tuning(iterations: u64) -> Spsa {
        let parameters = vec![parameter("a", 60), parameter("b", 140)];
        Spsa::new(parameters, Gains::new(iterations), 5).unwrap()
    }

    /// The Elo lost by values away from the best, which are 100 and 90.
    fn quadratic(values: &[i32]) -> f64 {
        let away = |x: i32, best: i32| f64::from(x - best).powi(2);
        -0.04 * (away(values[0], 100) + away(values[1], 90))
    }

    /// Half points of plus in two games, each won, drawn or lost by the logistic of the
    /// difference in Elo.
    fn played(difference: f64, random: &mut Random) -> u8 {
        let win = |elo: f64| 1.0 / (1.0 + 10_f64.powf((-elo + 100.0) / 400.0));
        let mut game = || {
            let chance = random.unit();
            if chance < win(difference) {
                2
            } else {
                u8::from(chance < 1.0 - win(-difference))
            }
        };
        game() + game()
    }

    #[test]
    fn the_last_iteration_has_the_gains_asked_for() {
        let gains = Gains::new(1000);
        let parameter = parameter("a", 60);
        assert_eq!(gains.perturbation(&parameter, 1000), 8.0);
        assert!((gains.step(&parameter, 1000) - 0.02 * 8.0).abs() < 1e-12);
        // c_1 = 8 · 1000^0.101, a_1 = 0.02 · 8² · (1100 / 101)^0.602
        assert!((gains.perturbation(&parameter, 1) - 16.072).abs() < 1e-3);
        assert!((gains.step(&parameter, 1) - 0.3353).abs() < 1e-3);
    }

    #[test]
    fn both_sides_lie_around_the_values_and_within_the_range() {
        let mut spsa = tuning(1000);
        spsa.values = vec![199.5, 77.25];
        let mut sums = [0.0; 2];
        for iteration in 1..=1000 {
            let trial = spsa.trial(iteration);
            assert_eq!(trial, spsa.trial(iteration), "a trial can be had again");
            assert!(trial.plus[0] <= 200 && trial.minus[0] <= 200);
            let c = spsa.gains.perturbation(&spsa.parameters[1], iteration);
            let apart = f64::from((trial.plus[1] - trial.minus[1]).abs());
            assert!((apart - 2.0 * c).abs() < 1.0, "{apart} {c}");
            sums[0] += f64::from(trial.plus[1]);
            sums[1] += f64::from(trial.minus[1]);
        }
        for sum in sums {
            assert!((sum / 1000.0 - 77.25).abs() < 1.5, "{sums:?}");
        }
    }

    #[test]
    fn a_noisy_quadratic_leads_to_its_top() {
        let mut spsa = tuning(4000);
        let mut random = Random::new(1);
        while let Some(iteration) = spsa.next_after(0) {
            let trial = spsa.trial(iteration);
            let noise = 40.0 * (random.unit() - 0.5);
            let better = quadratic(&trial.plus) - quadratic(&trial.minus) + noise;
            spsa.learn(&trial, if better > 0.0 { 4 } else { 0 });
        }
        assert_eq!((spsa.done(), spsa.pairs().iter().sum()), (4000, 4000));
        let [a, b] = spsa.values() else { panic!() };
        assert!((a - 100.0).abs() < 6.0 && (b - 90.0).abs() < 6.0, "{a} {b}");
    }

    #[test]
    fn games_lead_to_the_best_values() {
        let mut spsa = tuning(30_000);
        let mut random = Random::new(2);
        while let Some(iteration) = spsa.next_after(0) {
            let trial = spsa.trial(iteration);
            let difference = quadratic(&trial.plus) - quadratic(&trial.minus);
            spsa.learn(&trial, played(difference, &mut random));
        }
        let [a, b] = spsa.values() else { panic!() };
        assert!((a - 100.0).abs() < 8.0 && (b - 90.0).abs() < 8.0, "{a} {b}");
    }

    #[test]
    fn iterations_end_in_any_order_and_none_is_done_twice() {
        let mut spsa = tuning(5);
        for iteration in [2, 1, 4] {
            spsa.learn(&spsa.trial(iteration), 3);
        }
        assert_eq!((spsa.done, spsa.done()), (2, 3));
        assert_eq!(spsa.next_after(0), Some(3));
        assert_eq!(spsa.next_after(3), Some(5));
        assert_eq!(spsa.next_after(5), None);
    }

    #[test]
    fn nonsense_is_refused() {
        let new = |parameters, gains| Spsa::new(parameters, gains, 1).unwrap_err();
        let one = || vec![parameter("a", 1)];
        assert_eq!(new(vec![], Gains::new(1)), SpsaError::Empty);
        assert_eq!(new(one(), Gains::new(0)), SpsaError::Gains);
        let gains = Gains {
            alpha: f64::NAN,
            ..Gains::new(1)
        };
        assert_eq!(new(one(), gains), SpsaError::Gains);
        let twice = vec![parameter("a", 1), parameter("a", 2)];
        assert_eq!(new(twice, Gains::new(1)), SpsaError::Twice("a".into()));
        let outside = new(vec![parameter("a", 201)], Gains::new(1)).to_string();
        assert_eq!(outside, "parameter a: its start 201 is outside 0..=200");
    }
}
