//! The sequential test: go on, or accept one of two hypotheses about strength.
//!
//! A generalized sequential probability ratio test. The likelihood of each hypothesis is that
//! of the most likely distribution of outcomes that fulfils it, so nothing has to be assumed
//! about draws or about the openings. Two ways to state a hypothesis:
//!
//! * *logistic*: the expected score is that of an Elo difference;
//! * *normalized*: the expected score, in units of a game's standard deviation, is that of a
//!   normalized Elo difference. The length of a test then hardly depends on the time control.
//!
//! Source: M. Van den Bergh, "A practical introduction to the GSPRT" and "Comments on
//! normalized Elo".

use std::fmt;

use serde::{Deserialize, Serialize};

use super::elo::{NELO_PER_T, Results, Sample, moments, score_of_elo};

/// The unit in which the two hypotheses are stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo.
    #[default]
    Normalized,
    /// Elo of the logistic curve.
    Logistic,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        })
    }
}

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative.
    pub elo1: f64,
    /// Accepted probability of a false positive.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Accepted probability of a false negative.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// The unit of `elo0` and `elo1`.
    #[serde(default)]
    pub model: Model,
}

fn five_percent() -> f64 {
    0.05
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// Neither bound is reached.
    #[serde(rename = "continue")]
    Continue,
    /// The null hypothesis is accepted: not better than `elo0`.
    H0,
    /// The alternative is accepted: at least `elo1`.
    H1,
}

impl Sprt {
    /// Whether its numbers make a test.
    #[must_use]
    pub fn is_sensible(&self) -> bool {
        let open = |p: f64| 0.0 < p && p < 1.0;
        self.elo0 < self.elo1
            && open(self.alpha)
            && open(self.beta)
            && self.alpha + self.beta < 1.0
            && self.elo0.abs().max(self.elo1.abs()) < 1000.0
    }

    /// The log-likelihood ratios at which the test ends: accept H0 below, H1 above.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of the results, 0 without any.
    #[must_use]
    pub fn llr(&self, results: &Results) -> f64 {
        let Some(sample) = Sample::regularized(results) else {
            return 0.0;
        };
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => likeliest_with_mean(&sample.points, score_of_elo(elo)),
            Model::Normalized => {
                let t = elo / NELO_PER_T * sample.games_each.sqrt();
                likeliest_with_t(&sample.points, t)
            }
        };
        let (under_h0, under_h1) = (likeliest(self.elo0), likeliest(self.elo1));
        let gain = sample
            .points
            .iter()
            .zip(under_h0.iter().zip(&under_h1))
            .map(|(&(_, p), (h0, h1))| p * (h1 / h0).ln())
            .sum::<f64>();
        gain * sample.count
    }

    /// What the results decide.
    #[must_use]
    pub fn decide(&self, results: &Results) -> Decision {
        let (lower, upper) = self.bounds();
        match self.llr(results) {
            llr if llr >= upper => Decision::H1,
            llr if llr <= lower => Decision::H0,
            _ => Decision::Continue,
        }
    }
}

/// The probabilities nearest in likelihood to the observed ones whose mean is `mean`.
///
/// The solution is `p / (1 + x (a - mean))` with the one `x` that makes the mean right; the
/// sum below falls strictly with `x` between its poles, so halving the interval finds it.
fn likeliest_with_mean(points: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let lowest = points.first().map_or(0.0, |p| p.0) - mean;
    let highest = points.last().map_or(1.0, |p| p.0) - mean;
    debug_assert!(lowest < 0.0 && highest > 0.0, "{lowest} {highest}");
    let (mut left, mut right) = (-1.0 / highest, -1.0 / lowest);
    let excess = |x: f64| {
        let term = |&(a, p): &(f64, f64)| p * (a - mean) / (1.0 + x * (a - mean));
        points.iter().map(term).sum::<f64>()
    };
    for _ in 0..80 {
        let middle = (left + right) / 2.0;
        if excess(middle) > 0.0 {
            left = middle;
        } else {
            right = middle;
        }
    }
    let x = (left + right) / 2.0;
    let probability = |&(a, p): &(f64, f64)| p / (1.0 + x * (a - mean));
    points.iter().map(probability).collect()
}

/// The probabilities nearest in likelihood to the observed ones with
/// `(mean - 1/2) / deviation = t`, by linearizing that condition a few times.
fn likeliest_with_t(points: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut found = vec![1.0 / points.len() as f64; points.len()];
    for _ in 0..50 {
        let current: Vec<_> = points.iter().zip(&found).map(|(p, &q)| (p.0, q)).collect();
        let (mean, variance) = moments(&current);
        let deviation = variance.sqrt();
        let slope =
            |a: f64| a - 0.5 - t * deviation * (1.0 + ((mean - a) / deviation).powi(2)) / 2.0;
        let mut linear: Vec<_> = points.iter().map(|&(a, p)| (slope(a), p)).collect();
        let order = sort_order(&linear);
        linear.sort_by(|a, b| a.0.total_cmp(&b.0));
        let sorted = likeliest_with_mean(&linear, 0.0);
        let mut next = vec![0.0; found.len()];
        for (&place, p) in order.iter().zip(sorted) {
            next[place] = p;
        }
        let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs());
        let largest = change.fold(0.0, f64::max);
        found = next;
        if largest < 1e-9 {
            break;
        }
    }
    found
}

/// The places of the points in rising order of their values.
fn sort_order(points: &[(f64, f64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| points[a].0.total_cmp(&points[b].0));
    order
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            elo::{Pentanomial, Wdl},
            random::Random,
        },
        *,
    };

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        }
    }

    fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() < 0.01 * expected.abs().max(1.0),
            "{found} {expected}"
        );
    }

    /// Source: test values of fastchess, `sprt_test.cpp`.
    #[test]
    fn independent_games_give_the_published_ratios() {
        use Model::{Logistic, Normalized};
        for (wins, losses, draws, elo0, elo1, model, llr) in [
            (36433, 36027, 68692, 0.0, 2.0, Normalized, 0.92),
            (10871, 10650, 20431, -1.75, 0.25, Normalized, 2.30),
            (21404, 21184, 40708, 0.5, 2.5, Logistic, -1.57),
            (57433, 57030, 106593, 0.0, 2.0, Logistic, -2.59),
        ] {
            let games = Results::Games(Wdl::new(wins, draws, losses));
            close(test(elo0, elo1, model).llr(&games), llr);
        }
    }

    /// Source: test values of fastchess (`sprt_test.cpp`) and of racetrack (`sprt_tests.rs`).
    #[test]
    fn pairs_give_the_published_ratios() {
        use Model::{Logistic, Normalized};
        for (pairs, elo0, elo1, model, llr) in [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
            ([440, 2910, 5170, 2888, 455], 0.0, 5.0, Normalized, -2.27),
            ([142, 620, 1122, 699, 188], 0.0, 5.0, Normalized, 2.99),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            let pairs = Results::Pairs(Pentanomial(pairs));
            close(test(elo0, elo1, model).llr(&pairs), llr);
        }
    }

    #[test]
    fn the_logistic_ratio_is_that_of_cute_chess() {
        let test = test(0.0, 5.0, Model::Logistic);
        let games = Results::Games(Wdl::new(880, 1863, 759));
        close(test.llr(&games), 2.95);
        let (lower, upper) = test.bounds();
        close(lower, -2.944);
        close(upper, 2.944);
        assert_eq!(test.decide(&games), Decision::H1);
    }

    #[test]
    fn nothing_decides_nothing() {
        let test = test(0.0, 5.0, Model::Normalized);
        let none = Results::Pairs(Pentanomial::default());
        assert_eq!(test.llr(&none), 0.0);
        assert_eq!(test.decide(&none), Decision::Continue);
    }

    /// Shares of tests that accept H1 when the two engines are equal, and when they differ.
    fn share_of_h1(sprt: &Sprt, outcomes: [f64; 5], runs: usize) -> f64 {
        let mut random = Random::new(20);
        let mut accepted = 0;
        for _ in 0..runs {
            let mut pairs = Pentanomial::default();
            let decision = loop {
                for _ in 0..4 {
                    let mut draw = random.unit();
                    let place = outcomes.iter().position(|p| {
                        draw -= p;
                        draw < 0.0
                    });
                    pairs.add(place.map_or(4, |place| place as u8));
                }
                match sprt.decide(&Results::Pairs(pairs)) {
                    Decision::Continue => {}
                    decided => break decided,
                }
            };
            accepted += usize::from(decision == Decision::H1);
        }
        accepted as f64 / runs as f64
    }

    #[test]
    fn simulated_tests_stay_inside_their_error_rates() {
        for model in [Model::Normalized, Model::Logistic] {
            let sprt = test(0.0, 40.0, model);
            let equal = share_of_h1(&sprt, [0.05, 0.2, 0.5, 0.2, 0.05], 400);
            assert!(equal < 0.075, "{model}: {equal} false positives");
            // A mean of 0.5675: 47 Elo, and more in normalized units.
            let better = share_of_h1(&sprt, [0.02, 0.15, 0.46, 0.28, 0.09], 400);
            assert!(better > 0.925, "{model}: only {better} true positives");
        }
    }
}
