//! What a game file holds, in numbers.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

use super::{
    record::{Ending, GameRecord, Outcome},
    replay::{Filter, ReplayError},
};
use crate::{
    eval::nnue::arch::{BUCKETS, bucket},
    types::Color,
};

/// Counts over games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Positions the filter keeps.
    pub kept: u64,
    /// Positions in check.
    pub checks: u64,
    /// Positions whose best move captures.
    pub captures: u64,
    /// Positions with a score beyond the cap.
    pub extreme: u64,
    /// Games won by Red.
    pub red_wins: u64,
    /// Games won by Black.
    pub black_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games broken off.
    pub unknown: u64,
    /// Games by what ended them.
    pub endings: BTreeMap<String, u64>,
    /// Kept positions by output bucket of the network, fewest pieces first.
    pub buckets: [u64; BUCKETS],
    /// Kept positions by score: below 25, 50, 100, 150, 200, 300, 400, 600, 800 centipawns,
    /// and above.
    pub scores: [u64; BANDS],
    /// How the games of these positions ended: won, drawn and lost for the side the score
    /// favours. Games broken off count as drawn.
    pub outcomes: [[u64; 3]; BANDS],
}

const SCORE_STEPS: [u16; BANDS - 1] = [25, 50, 100, 150, 200, 300, 400, 600, 800];
const BANDS: usize = 10;

impl Ending {
    /// A name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoMoves => "no moves",
            Self::MateSeen => "mate seen",
            Self::ScoreAdjudicated => "score adjudicated",
            Self::DrawAdjudicated => "draw adjudicated",
            Self::Repetition => "repetition",
            Self::ForbiddenRepetition => "forbidden repetition",
            Self::MoveRule => "move rule",
            Self::Material => "material",
            Self::PlyLimit => "ply limit",
        }
    }
}

impl Stats {
    /// Counts a game.
    ///
    /// # Errors
    /// If it does not play back.
    pub fn count(&mut self, game: &GameRecord, filter: &Filter) -> Result<(), ReplayError> {
        game.replay(|position, ply| {
            let score = ply.score.unsigned_abs();
            self.positions += 1;
            self.checks += u64::from(position.in_check());
            self.captures += u64::from(position.is_capture(ply.mv));
            self.extreme += u64::from(score > filter.max_score.unsigned_abs());
            if filter.keeps(position, ply) {
                self.kept += 1;
                self.buckets[bucket(position.occupied().len())] += 1;
                let band = SCORE_STEPS.iter().position(|&step| score < step);
                let band = band.unwrap_or(SCORE_STEPS.len());
                self.scores[band] += 1;
                let favoured = if ply.score < 0 {
                    !position.side()
                } else {
                    position.side()
                };
                let outcome = match game.outcome {
                    Outcome::RedWins => usize::from(favoured != Color::Red) * 2,
                    Outcome::BlackWins => usize::from(favoured != Color::Black) * 2,
                    Outcome::Draw | Outcome::Unknown => 1,
                };
                self.outcomes[band][outcome] += 1;
            }
        })?;
        self.games += 1;
        *match game.outcome {
            Outcome::RedWins => &mut self.red_wins,
            Outcome::BlackWins => &mut self.black_wins,
            Outcome::Draw => &mut self.draws,
            Outcome::Unknown => &mut self.unknown,
        } += 1;
        *self.endings.entry(game.ending.name().into()).or_default() += 1;
        Ok(())
    }

    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.kept += other.kept;
        self.checks += other.checks;
        self.captures += other.captures;
        self.extreme += other.extreme;
        self.red_wins += other.red_wins;
        self.black_wins += other.black_wins;
        self.draws += other.draws;
        self.unknown += other.unknown;
        for (ending, count) in &other.endings {
            *self.endings.entry(ending.clone()).or_default() += count;
        }
        for (sum, count) in self.buckets.iter_mut().zip(other.buckets) {
            *sum += count;
        }
        for (sum, count) in self.scores.iter_mut().zip(other.scores) {
            *sum += count;
        }
        for (sum, counts) in self.outcomes.iter_mut().zip(other.outcomes) {
            for (sum, count) in sum.iter_mut().zip(counts) {
                *sum += count;
            }
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let of_games = |part| share(part, self.games);
        let of_positions = |part| share(part, self.positions);
        writeln!(f, "games       {}", self.games)?;
        writeln!(
            f,
            "results     red {:.1} %, black {:.1} %, draw {:.1} %, unknown {:.1} %",
            of_games(self.red_wins),
            of_games(self.black_wins),
            of_games(self.draws),
            of_games(self.unknown)
        )?;
        for (ending, &count) in &self.endings {
            writeln!(f, "  {ending:<22} {:5.1} %", of_games(count))?;
        }
        writeln!(
            f,
            "positions   {}, {:.1} a game",
            self.positions,
            self.positions as f64 / self.games.max(1) as f64
        )?;
        writeln!(
            f,
            "kept        {} ({:.1} %); in check {:.1} %, best move captures {:.1} %, extreme {:.1} %",
            self.kept,
            of_positions(self.kept),
            of_positions(self.checks),
            of_positions(self.captures),
            of_positions(self.extreme)
        )?;
        write!(f, "by pieces  ")?;
        for (bucket, &count) in self.buckets.iter().enumerate() {
            let (low, high) = (2 + 4 * bucket, (5 + 4 * bucket).min(32));
            write!(f, " {low}-{high}: {:.1} %", share(count, self.kept))?;
        }
        write!(f, "\nby |score| ")?;
        for (&step, &count) in SCORE_STEPS.iter().zip(&self.scores) {
            write!(f, " <{step}: {:.1} %", share(count, self.kept))?;
        }
        writeln!(
            f,
            " more: {:.1} %",
            share(self.scores[BANDS - 1], self.kept)
        )?;
        write!(f, "won-drawn  ")?;
        let parts = |band: usize| {
            let counts = self.outcomes[band];
            let whole = counts.iter().sum();
            format!(
                "{:.0}-{:.0} %",
                share(counts[0], whole),
                share(counts[1], whole)
            )
        };
        for (band, &step) in SCORE_STEPS.iter().enumerate() {
            write!(f, " <{step}: {}", parts(band))?;
        }
        writeln!(f, " more: {}", parts(BANDS - 1))
    }
}
