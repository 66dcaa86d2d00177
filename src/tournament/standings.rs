//! The state of a run: every count that tables are made of.

use std::collections::BTreeMap;

use super::{
    elo::{Pentanomial, Results, Wdl},
    outcome::{Ending, half_points},
    record::{Effort, Record},
};
use crate::types::Color;

/// All about one engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Its games with each colour, Red first.
    pub by_color: [Wdl; 2],
    /// How they ended, by what it got.
    pub endings: BTreeMap<Ending, Wdl>,
    /// What it did in them.
    pub effort: Effort,
}

impl Tally {
    /// All its games.
    #[must_use]
    pub fn total(&self) -> Wdl {
        let [red, black] = self.by_color;
        Wdl::new(
            red.wins + black.wins,
            red.draws + black.draws,
            red.losses + black.losses,
        )
    }
}

/// Two engines that meet, seen by the one with the lower number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// Their games.
    pub games: Wdl,
    /// Their finished pairs of games.
    pub pairs: Pentanomial,
}

impl Meeting {
    fn reversed(self) -> Self {
        let mut pairs = self.pairs;
        pairs.0.reverse();
        Self {
            games: self.games.reversed(),
            pairs,
        }
    }

    fn add(&mut self, other: &Self) {
        self.games.wins += other.games.wins;
        self.games.draws += other.games.draws;
        self.games.losses += other.games.losses;
        for (sum, n) in self.pairs.0.iter_mut().zip(other.pairs.0) {
            *sum += n;
        }
    }

    /// The results for statistics: pairs, or games while no pair is finished.
    #[must_use]
    pub fn results(&self) -> Results {
        if self.pairs.pairs() > 0 {
            Results::Pairs(self.pairs)
        } else {
            Results::Games(self.games)
        }
    }
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The names of the engines.
    pub names: Vec<String>,
    /// All about each.
    pub tallies: Vec<Tally>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// Pairs of which one game is finished, with the half points of the lower engine.
    open: BTreeMap<u64, u8>,
}

impl Standings {
    /// Nothing played yet.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        Self {
            tallies: vec![Tally::default(); names.len()],
            names,
            meetings: BTreeMap::new(),
            open: BTreeMap::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &Record) {
        let result = record.conclusion.result;
        for color in Color::ALL {
            let Some(tally) = self.tallies.get_mut(record.engine(color)) else {
                return;
            };
            let half_points = half_points(result, color);
            tally.by_color[color.index()].add(half_points);
            let ending = record.conclusion.ending;
            tally.endings.entry(ending).or_default().add(half_points);
            tally.effort.add(&record.effort[color.index()]);
        }
        let ends = (record.red.min(record.black), record.red.max(record.black));
        let meeting = self.meetings.entry(ends).or_default();
        let points = record.half_points_of_first();
        meeting.games.add(points);
        match self.open.remove(&record.pair) {
            Some(other) => meeting.pairs.add(points + other),
            None => {
                self.open.insert(record.pair, points);
            }
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.meetings.values().map(|m| m.games.games()).sum()
    }

    /// Games that count as games but not as pairs, as their other half is not played.
    #[must_use]
    pub fn half_pairs(&self) -> usize {
        self.open.len()
    }

    /// How `engine` fared against `other`.
    #[must_use]
    pub fn meeting(&self, engine: usize, other: usize) -> Meeting {
        let ends = (engine.min(other), engine.max(other));
        let meeting = self.meetings.get(&ends).copied().unwrap_or_default();
        if engine <= other {
            meeting
        } else {
            meeting.reversed()
        }
    }

    /// How `engine` fared against all others together.
    #[must_use]
    pub fn against_all(&self, engine: usize) -> Meeting {
        let mut sum = Meeting::default();
        for other in (0..self.names.len()).filter(|&other| other != engine) {
            sum.add(&self.meeting(engine, other));
        }
        sum
    }

    /// Wins of Red, draws, wins of Black.
    #[must_use]
    pub fn by_color(&self) -> Wdl {
        let mut sum = Wdl::default();
        for tally in &self.tallies {
            sum.wins += tally.by_color[0].wins;
            sum.losses += tally.by_color[0].losses;
            sum.draws += tally.by_color[0].draws;
        }
        sum
    }

    /// How many games ended in each way.
    #[must_use]
    pub fn endings(&self) -> BTreeMap<Ending, u64> {
        let mut sum = BTreeMap::new();
        for tally in &self.tallies {
            for (&ending, count) in &tally.endings {
                *sum.entry(ending).or_default() += count.games();
            }
        }
        sum.values_mut().for_each(|n| *n /= 2); // each game is in two tallies
        sum
    }

    /// The engines by their share of points, best first.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let share = |engine: &usize| {
            let total = self.tallies[*engine].total();
            total.points() / (total.games().max(1) as f64)
        };
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| share(b).total_cmp(&share(a)));
        order
    }
}

#[cfg(test)]
mod tests {
    use super::{super::outcome::Conclusion, *};

    fn record(number: u64, red: usize, black: usize, conclusion: Conclusion) -> Record {
        Record {
            number,
            round: 1,
            pair: number.div_ceil(2),
            red,
            black,
            conclusion,
            plies: 10,
            effort: [Effort::default(); 2],
        }
    }

    #[test]
    fn games_and_pairs_are_counted_for_both_sides() {
        let mut standings = Standings::new(vec!["a".into(), "b".into()]);
        let mate = |loser| Conclusion::lost(loser, Ending::Checkmate, "");
        standings.add(&record(2, 1, 0, mate(Color::Red))); // a wins with Black, out of order
        standings.add(&record(1, 0, 1, mate(Color::Black))); // a wins with Red
        standings.add(&record(3, 0, 1, Conclusion::drawn(Ending::Repetition, "")));
        assert_eq!((standings.games(), standings.half_pairs()), (3, 1));
        let meeting = standings.meeting(0, 1);
        assert_eq!(meeting.games, Wdl::new(2, 1, 0));
        assert_eq!(meeting.pairs, Pentanomial([0, 0, 0, 0, 1]));
        assert_eq!(standings.meeting(1, 0).pairs, Pentanomial([1, 0, 0, 0, 0]));
        assert_eq!(standings.endings()[&Ending::Checkmate], 2);
        assert_eq!(standings.by_color(), Wdl::new(1, 1, 1));
        assert_eq!(standings.ranking(), [0, 1]);
    }
}
