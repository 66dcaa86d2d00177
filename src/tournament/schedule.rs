//! Who plays whom, when, with which colour and from which opening.
//!
//! The schedule is a pure function of the number of a game, so it has no end if none is set, is
//! the same on every machine, can be cut into shards and resumed. Games come in pairs from the
//! same opening with colours exchanged; every pairing of a round has the same opening.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

/// A part of the schedule: the `part`-th of `parts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: u64,
    parts: u64,
}

/// Why a text is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a shard: K/N is wanted, with K from 1 to N")]
pub struct ParseShardError(pub String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (part, parts) = text.split_once('/')?;
            let (part, parts) = (part.trim().parse().ok()?, parts.trim().parse().ok()?);
            (1 <= part && part <= parts).then_some(Self { part, parts })
        };
        parse().ok_or_else(|| ParseShardError(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

impl TryFrom<String> for Shard {
    type Error = ParseShardError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

/// One game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the whole schedule, from 1.
    pub number: u64,
    /// The number of its round, from 1; also that of its opening.
    pub round: u64,
    /// The number of its pair of games, from 1.
    pub pair: u64,
    /// The engine that plays Red.
    pub red: usize,
    /// The engine that plays Black.
    pub black: usize,
}

/// All games.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    games: Option<u64>,
    shard: Option<Shard>,
}

impl Schedule {
    /// The schedule of so many engines and, if it has an end, games for each pairing. With an
    /// odd number the last game of each pairing is not paired.
    #[must_use]
    pub fn new(engines: usize, format: Format, games: Option<u64>, shard: Option<Shard>) -> Self {
        let first = match format {
            Format::RoundRobin => engines,
            Format::Gauntlet => engines.min(1),
        };
        let meet = |a| (a + 1..engines).map(move |b| (a, b));
        Self {
            pairings: (0..first).flat_map(meet).collect(),
            games,
            shard,
        }
    }

    /// The number of games, all shards together; `None` if there is no end.
    #[must_use]
    pub fn len(&self) -> Option<u64> {
        self.games.map(|games| games * self.pairings.len() as u64)
    }

    /// Whether there is nothing to play.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The number of games of this shard.
    #[must_use]
    pub fn shard_len(&self) -> Option<u64> {
        match self.shard {
            None => self.len(),
            Some(_) => Some((1..=self.len()?).filter_map(|n| self.get(n)).count() as u64),
        }
    }

    /// The game of this number (from 1); `None` past the end or if it is another shard's.
    #[must_use]
    pub fn get(&self, number: u64) -> Option<Fixture> {
        let index = number.checked_sub(1)?;
        let pairings = self.pairings.len() as u64;
        if pairings == 0 || self.len().is_some_and(|len| index >= len) {
            return None;
        }
        let paired = self
            .games
            .map_or(u64::MAX, |games| games / 2 * 2 * pairings);
        let (pair, second) = if index < paired {
            (index / 2, index % 2 == 1)
        } else {
            (paired / 2 + index - paired, false)
        };
        let ours = |shard: Shard| pair % shard.parts == shard.part - 1;
        if !self.shard.is_none_or(ours) {
            return None;
        }
        let (a, b) = self.pairings[(pair % pairings) as usize];
        let (red, black) = if second { (b, a) } else { (a, b) };
        Some(Fixture {
            number,
            round: pair / pairings + 1,
            pair: pair + 1,
            red,
            black,
        })
    }

    /// Whether this number lies past the end.
    #[must_use]
    pub fn is_past_end(&self, number: u64) -> bool {
        self.pairings.is_empty() || self.len().is_some_and(|len| number > len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(schedule: &Schedule) -> Vec<Fixture> {
        (1..=schedule.len().unwrap())
            .filter_map(|n| schedule.get(n))
            .collect()
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::new(4, Format::RoundRobin, Some(4), None);
        let games = all(&schedule);
        assert_eq!(games.len(), 24);
        for a in 0..4 {
            for b in (0..4).filter(|&b| b != a) {
                let with_red = games.iter().filter(|g| (g.red, g.black) == (a, b));
                assert_eq!(with_red.count(), 2, "{a} {b}");
            }
        }
        for two in games.chunks(2) {
            assert_eq!((two[0].pair, two[0].round), (two[1].pair, two[1].round));
            assert_eq!((two[0].red, two[0].black), (two[1].black, two[1].red));
        }
        let rounds: Vec<_> = games.iter().map(|g| g.round).collect();
        assert!(rounds.is_sorted() && rounds.last() == Some(&2));
    }

    #[test]
    fn an_odd_number_of_games_ends_unpaired() {
        let games = all(&Schedule::new(3, Format::RoundRobin, Some(3), None));
        assert_eq!(games.len(), 9);
        let last: Vec<_> = games[6..]
            .iter()
            .map(|g| (g.red, g.black, g.pair))
            .collect();
        assert_eq!(last, [(0, 1, 4), (0, 2, 5), (1, 2, 6)]);
        assert_eq!(
            all(&Schedule::new(2, Format::RoundRobin, Some(1), None)).len(),
            1
        );
    }

    #[test]
    fn a_gauntlet_is_one_against_all() {
        let games = all(&Schedule::new(4, Format::Gauntlet, Some(2), None));
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|g| g.red == 0 || g.black == 0));
    }

    #[test]
    fn shards_share_all_games_by_pairs() {
        let whole = all(&Schedule::new(3, Format::RoundRobin, Some(8), None));
        let mut parts = Vec::new();
        for k in 1..=5 {
            let shard = format!("{k}/5").parse().ok();
            let part = Schedule::new(3, Format::RoundRobin, Some(8), shard);
            assert_eq!(part.shard_len(), Some(all(&part).len() as u64));
            parts.extend(all(&part));
        }
        parts.sort_by_key(|g| g.number);
        assert_eq!(parts, whole);
        for bad in ["", "0/2", "3/2", "1", "a/b", "1/0"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn without_a_number_of_games_there_is_no_end() {
        let schedule = Schedule::new(2, Format::RoundRobin, None, None);
        assert_eq!(schedule.get(1_000_001).unwrap().round, 500_001);
        assert_eq!(schedule.get(0), None);
        assert_eq!(
            Schedule::new(1, Format::RoundRobin, None, None).get(1),
            None
        );
    }
}
