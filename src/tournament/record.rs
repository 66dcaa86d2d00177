//! What stays of a game when its moves are forgotten: all that the statistics need.

use serde::{Deserialize, Serialize};

use super::{
    outcome::{Conclusion, half_points},
    play::PlayedGame,
    schedule::Fixture,
};
use crate::types::{ByColor, Color};

/// The work of one side in one game, or in many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Effort {
    /// Moves made.
    pub moves: u64,
    /// Milliseconds they took in all.
    pub ms: f64,
    /// The longest move in milliseconds.
    pub longest: f64,
    /// Moves with a depth.
    pub depths: u64,
    /// The sum of those depths.
    pub depth: u64,
    /// Moves with a speed.
    pub speeds: u64,
    /// The sum of those speeds, in nodes per second.
    pub nps: f64,
    /// Moves that came after thinking in the opponent's time.
    pub pondered: u64,
    /// Those of them that had foreseen the opponent's move.
    pub hits: u64,
}

impl Effort {
    /// Adds that of another game.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.ms += other.ms;
        self.longest = self.longest.max(other.longest);
        self.depths += other.depths;
        self.depth += other.depth;
        self.speeds += other.speeds;
        self.nps += other.nps;
        self.pondered += other.pondered;
        self.hits += other.hits;
    }

    /// Average depth.
    #[must_use]
    pub fn average_depth(&self) -> Option<f64> {
        (self.depths > 0).then(|| self.depth as f64 / self.depths as f64)
    }

    /// Average nodes per second.
    #[must_use]
    pub fn average_nps(&self) -> Option<f64> {
        (self.speeds > 0).then(|| self.nps / self.speeds as f64)
    }

    /// Average milliseconds for a move.
    #[must_use]
    pub fn average_ms(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.ms / self.moves as f64)
    }

    fn of(game: &PlayedGame) -> ByColor<Self> {
        let mut efforts = ByColor::<Self>::default();
        let mut position = game.opening.position();
        game.opening.moves.iter().for_each(|&mv| position.make(mv));
        let mut side = position.side();
        for played in &game.moves {
            let ms = played.elapsed.as_secs_f64() * 1000.0;
            efforts[side].add(&Self {
                moves: 1,
                ms,
                longest: ms,
                depths: played.depth.map_or(0, |_| 1),
                depth: played.depth.unwrap_or(0).into(),
                speeds: played.nps.map_or(0, |_| 1),
                nps: played.nps.unwrap_or(0) as f64,
                pondered: played.ponder_hit.map_or(0, |_| 1),
                hits: u64::from(played.ponder_hit == Some(true)),
            });
            side = !side;
        }
        efforts
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the schedule.
    pub number: u64,
    /// Its round.
    pub round: u64,
    /// Its pair.
    pub pair: u64,
    /// The engine that played Red.
    pub red: usize,
    /// The engine that played Black.
    pub black: usize,
    /// How it ended.
    #[serde(flatten)]
    pub conclusion: Conclusion,
    /// Its length, opening included.
    pub plies: usize,
    /// What Red and Black did.
    pub effort: [Effort; 2],
}

impl Record {
    /// The record of a game played.
    #[must_use]
    pub fn new(fixture: &Fixture, game: &PlayedGame) -> Self {
        Self {
            number: fixture.number,
            round: fixture.round,
            pair: fixture.pair,
            red: fixture.red,
            black: fixture.black,
            conclusion: game.conclusion.clone(),
            plies: game.opening.moves.len() + game.moves.len(),
            effort: Effort::of(game).0,
        }
    }

    /// The engine that played this colour.
    #[must_use]
    pub fn engine(&self, color: Color) -> usize {
        match color {
            Color::Red => self.red,
            Color::Black => self.black,
        }
    }

    /// The half points of the engine with the lower number: 0, 1 or 2.
    #[must_use]
    pub fn half_points_of_first(&self) -> u8 {
        let color = if self.red < self.black {
            Color::Red
        } else {
            Color::Black
        };
        half_points(self.conclusion.result, color)
    }
}
