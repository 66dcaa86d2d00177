//! Strength from match results: Elo, its error bar, likelihood of superiority, normalized Elo.
//!
//! Pure functions of counts. When games were played in colour-swapped pairs the *pair* is the
//! independent observation (five outcomes, "pentanomial"); treating its games as independent
//! makes error bars too wide and tests too long.
//!
//! Source: M. Van den Bergh, "Normalized Elo" and "A practical introduction to the GSPRT".

use serde::{Deserialize, Serialize};

/// The 97.5 % point of the normal distribution: error bars are 95 % intervals.
const Z_95: f64 = 1.959_963_984_540_054;

/// Normalized Elo per unit of `(mean - 1/2) / standard deviation of a game`.
pub(super) const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// Games won, drawn and lost by one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts of wins, draws and losses.
    #[must_use]
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self {
            wins,
            draws,
            losses,
        }
    }

    /// Counts one game by its points in halves: 0, 1 or 2.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The number of games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points scored, a draw counting one half.
    #[must_use]
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games seen by the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self::new(self.losses, self.draws, self.wins)
    }
}

/// Colour-swapped pairs by the points one player made in them: 0, 1/2, 1, 3/2 or 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one pair by its points in halves, 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }
}

/// The distribution of an observation's score (per game, 0 to 1) with its number.
#[derive(Clone, Debug)]
pub struct Sample {
    /// `(score, probability)`, scores rising.
    pub(super) points: Vec<(f64, f64)>,
    /// The number of observations.
    pub(super) count: f64,
    /// Games in one observation: 1 or 2.
    pub(super) games_each: f64,
}

impl Sample {
    fn from_counts(counts: &[f64], games_each: f64) -> Option<Self> {
        let count: f64 = counts.iter().sum();
        let top = (counts.len() - 1) as f64;
        let point = |(i, &n): (usize, &f64)| (i as f64 / top, n / count);
        (count > 0.0).then(|| Self {
            points: counts.iter().enumerate().map(point).collect(),
            count,
            games_each,
        })
    }

    /// The sample with every outcome seen at least a thousandth of a time, so that likelihoods
    /// of outcomes never seen stay finite.
    pub(super) fn regularized(results: &Results) -> Option<Self> {
        let counts: Vec<f64> = results.counts().iter().map(|&n| n.max(1e-3)).collect();
        (results.games() > 0)
            .then(|| Self::from_counts(&counts, results.games_each()))
            .flatten()
    }

    /// Mean and variance of one observation.
    #[must_use]
    pub fn moments(&self) -> (f64, f64) {
        moments(&self.points)
    }
}

/// Mean and variance of a distribution.
pub(super) fn moments(points: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = points.iter().map(|(x, p)| x * p).sum();
    let variance = points.iter().map(|(x, p)| p * (x - mean).powi(2)).sum();
    (mean, variance)
}

/// What was observed, in the form the statistics need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// Independent games.
    Games(Wdl),
    /// Colour-swapped pairs.
    Pairs(Pentanomial),
}

impl Results {
    fn counts(&self) -> Vec<f64> {
        match self {
            Self::Games(wdl) => [wdl.losses, wdl.draws, wdl.wins].map(|n| n as f64).to_vec(),
            Self::Pairs(pairs) => pairs.0.map(|n| n as f64).to_vec(),
        }
    }

    const fn games_each(&self) -> f64 {
        match self {
            Self::Games(_) => 1.0,
            Self::Pairs(_) => 2.0,
        }
    }

    /// The number of games in them.
    #[must_use]
    pub fn games(&self) -> u64 {
        match self {
            Self::Games(wdl) => wdl.games(),
            Self::Pairs(pairs) => 2 * pairs.pairs(),
        }
    }

    /// The distribution of their scores; `None` without a game.
    #[must_use]
    pub fn sample(&self) -> Option<Sample> {
        Sample::from_counts(&self.counts(), self.games_each())
    }

    /// Elo difference with its 95 % error, both infinite where every point went one way.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let sample = self.sample()?;
        let (mean, variance) = sample.moments();
        let spread = Z_95 * (variance / sample.count).sqrt();
        let (low, high) = (elo_of_score(mean - spread), elo_of_score(mean + spread));
        let error = if variance == 0.0 && !(0.0 < mean && mean < 1.0) {
            f64::INFINITY
        } else {
            (high - low) / 2.0
        };
        Some(Estimate {
            value: elo_of_score(mean),
            error,
        })
    }

    /// Normalized Elo with its 95 % error: the difference in units of a game's standard
    /// deviation, which does not depend on how drawish the conditions are.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let sample = self.sample()?;
        let (mean, variance) = sample.moments();
        if variance == 0.0 {
            return None;
        }
        let t = (mean - 0.5) / (variance * sample.games_each).sqrt();
        Some(Estimate {
            value: t * NELO_PER_T,
            error: Z_95 * NELO_PER_T / (self.games() as f64).sqrt(),
        })
    }

    /// Likelihood of superiority: the probability, 0 to 1, that the player is the stronger one.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let sample = self.sample()?;
        let (mean, variance) = sample.moments();
        if variance == 0.0 {
            return Some(match mean.total_cmp(&0.5) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            });
        }
        Some(normal_cdf((mean - 0.5) / (variance / sample.count).sqrt()))
    }
}

/// A value with the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of its 95 % confidence interval.
    pub error: f64,
}

/// The Elo difference at which this score (0 to 1) is expected; infinite at the ends.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10() + 0.0
}

/// The score (0 to 1) expected at an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normal distribution function, exact to about 1e-7.
///
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 7.1.26.
fn normal_cdf(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let tail = series.iter().rev().fold(0.0, |sum, c| (sum + c) * t) * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    /// Source: test values of fastchess, `elo_test.cpp`.
    #[test]
    fn independent_games_give_the_published_values() {
        let games = Results::Games(Wdl::new(136, 111, 96));
        close(games.elo().unwrap().value, 40.70, 0.01);
        close(games.elo().unwrap().error, 30.43, 0.01);
        close(games.normalized_elo().unwrap().value, 49.77, 0.01);
        close(games.normalized_elo().unwrap().error, 36.77, 0.01);
        close(games.los().unwrap(), 0.9960, 1e-4);
        let games = Results::Games(Wdl::new(76, 123, 89));
        close(games.normalized_elo().unwrap().value, -20.76, 0.01);
        close(games.los().unwrap(), 0.1553, 1e-4);
    }

    /// Source: test values of fastchess, `elo_test.cpp`.
    #[test]
    fn pairs_give_the_published_values() {
        for (pairs, elo, error, nelo, nelo_error) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.65),
        ] {
            let pairs = Results::Pairs(Pentanomial(pairs));
            close(pairs.elo().unwrap().value, elo, 0.01);
            close(pairs.elo().unwrap().error, error, 0.01);
            close(pairs.normalized_elo().unwrap().value, nelo, 0.01);
            close(pairs.normalized_elo().unwrap().error, nelo_error, 0.01);
        }
        let pairs = Results::Pairs(Pentanomial([332, 433, 498, 333, 334]));
        close(pairs.los().unwrap(), 0.0505, 1e-4);
    }

    #[test]
    fn one_sided_and_empty_results_have_honest_ends() {
        assert_eq!(Results::Games(Wdl::default()).elo(), None);
        let won = Results::Games(Wdl::new(10, 0, 0));
        assert_eq!(won.elo().unwrap().value, f64::INFINITY);
        assert_eq!(won.elo().unwrap().error, f64::INFINITY);
        assert_eq!(won.los(), Some(1.0));
        let drawn = Results::Pairs(Pentanomial([0, 0, 5, 0, 0]));
        close(drawn.elo().unwrap().value, 0.0, 1e-12);
        assert_eq!(drawn.elo().unwrap().error, 0.0);
        assert_eq!(drawn.los(), Some(0.5));
    }

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-800.0, -35.5, 0.0, 5.0, 191.0] {
            close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        close(score_of_elo(191.0), 0.7502, 1e-4);
    }
}
