//! One game of the engine against itself, from a random opening to a result.
//!
//! Everything that happens depends on the seed, the number of the game and the settings alone:
//! the search is limited by nodes, runs on one thread and starts each game with an empty table.

use super::{
    record::{Ending, GameRecord, Outcome, ScoredMove},
    rng::Rng,
};
use crate::{
    eval::Source,
    movegen,
    position::Position,
    rules::{GameResult, Reason, RuleOptions, Verdict, judge},
    search::{Control, HashError, Limits, Pool, SearchOptions},
    types::{Color, Move, Score},
};

/// Table of a player in MiB: small, to stay near the processor and to be cleared quickly.
const HASH_MIB: usize = 2;

/// A search may use this many times its soft limit before it is cut off.
const HARD_FACTOR: u64 = 10;

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Soft limit for a move: no new iteration is begun after as many nodes.
    pub nodes: u32,
    /// Fewest and most random plies at the start.
    pub random_plies: (usize, usize),
    /// Openings with a larger first score, in centipawns, are thrown away.
    pub lopsided: i32,
    /// A side whose score stays above the first number for the second number of plies has won.
    pub win: (i32, u32),
    /// A score below the first number for the second number of plies, after the third, is a draw.
    pub draw: (i32, u32, usize),
    /// The longest game in plies, opening included.
    pub longest: usize,
    /// One game in this many begins from one of the given positions, if there are any.
    pub start_every: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            nodes: 1000,
            random_plies: (6, 10),
            lopsided: 400,
            win: (800, 6),
            draw: (8, 12, 110),
            longest: 200,
            start_every: 20,
        }
    }
}

/// Counts the plies for which a score has been clear enough to end the game.
#[derive(Clone, Copy, Debug, Default)]
struct Streaks {
    red: u32,
    black: u32,
    even: u32,
}

impl Streaks {
    /// Takes a score from Red's view at this ply; the result once there is one.
    fn note(&mut self, score: i32, ply: usize, settings: &Settings) -> Option<(Outcome, Ending)> {
        let grow = |streak: &mut u32, holds: bool| *streak = if holds { *streak + 1 } else { 0 };
        let (win, win_plies) = settings.win;
        let (even, even_plies, after) = settings.draw;
        grow(&mut self.red, score > win);
        grow(&mut self.black, score < -win);
        grow(&mut self.even, score.abs() < even && ply >= after);
        if self.red >= win_plies {
            Some((Outcome::RedWins, Ending::ScoreAdjudicated))
        } else if self.black >= win_plies {
            Some((Outcome::BlackWins, Ending::ScoreAdjudicated))
        } else if self.even >= even_plies {
            Some((Outcome::Draw, Ending::DrawAdjudicated))
        } else {
            None
        }
    }
}

/// A position to begin from, and the random moves that led to it.
struct Opening {
    start: Option<String>,
    moves: Vec<Move>,
    position: Position,
}

/// Plays games, one after the other.
pub struct Player<'a> {
    pool: Pool,
    control: Control,
    limits: Limits,
    options: SearchOptions,
    rules: RuleOptions,
    settings: &'a Settings,
    starts: &'a [String],
}

impl<'a> Player<'a> {
    /// A player with this evaluation. `starts` are sound FENs to begin some games from.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new(
        source: &Source,
        settings: &'a Settings,
        starts: &'a [String],
    ) -> Result<Self, HashError> {
        let mut pool = Pool::new(1, HASH_MIB)?;
        pool.set_source(source.clone());
        let nodes = u64::from(settings.nodes);
        Ok(Self {
            pool,
            control: Control::new(),
            limits: Limits {
                soft_nodes: Some(nodes),
                nodes: Some(nodes * HARD_FACTOR),
                ..Limits::default()
            },
            options: SearchOptions::default(),
            rules: RuleOptions::default(),
            settings,
            starts,
        })
    }

    /// Plays game number `index` of the run with this seed.
    pub fn play(&mut self, seed: u64, index: u32) -> GameRecord {
        let mut rng = Rng::stream(seed, u64::from(index));
        loop {
            let opening = self.random_opening(&mut rng);
            self.pool.clear();
            let (mv, score) = match judge(&opening.position, &self.rules) {
                Some(_) => continue,
                None => self.think(&opening.position),
            };
            if score.0.abs() <= self.settings.lopsided {
                return self.play_out(index, opening, (mv, score));
            }
        }
    }

    /// A balanced position after some random plies, as [`Player::play`] begins with.
    pub fn balanced_start(&mut self, rng: &mut Rng) -> Position {
        loop {
            let opening = self.random_opening(rng);
            self.pool.clear();
            if judge(&opening.position, &self.rules).is_none()
                && self.think(&opening.position).1.0.abs() <= self.settings.lopsided
            {
                return opening.position;
            }
        }
    }

    fn random_opening(&self, rng: &mut Rng) -> Opening {
        let (fewest, most) = self.settings.random_plies;
        let chosen = rng.below(self.settings.start_every.max(1)) == 0 && !self.starts.is_empty();
        let start = chosen.then(|| self.starts[rng.below(self.starts.len())].clone());
        let known = start.as_deref().map(Position::from_fen);
        let mut position = match known {
            Some(position) => position.expect("the caller gives sound positions"),
            None => Position::startpos(),
        };
        // A position from a game is varied enough already.
        let plies = match start {
            Some(_) => rng.below(3),
            None => fewest + rng.below(most.saturating_sub(fewest) + 1),
        };
        let mut moves = Vec::with_capacity(plies);
        for _ in 0..plies {
            let legal = movegen::legal(&position);
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.below(legal.len())];
            position.make(mv);
            moves.push(mv);
        }
        Opening {
            start,
            moves,
            position,
        }
    }

    /// The move and score of a position that is not at its end.
    fn think(&mut self, position: &Position) -> (Move, Score) {
        self.control.reset(false);
        let (limits, options) = (&self.limits, &self.options);
        let result = self
            .pool
            .search(position, limits, options, &self.control, &mut |_| {});
        let best = result.best.expect("a position not at its end has a move");
        (best, result.score)
    }

    fn play_out(&mut self, index: u32, opening: Opening, first: (Move, Score)) -> GameRecord {
        let mut position = opening.position;
        let mut plies = Vec::new();
        let mut streaks = Streaks::default();
        let mut next = Some(first);
        let (outcome, ending) = loop {
            if let Some(verdict) = judge(&position, &self.rules) {
                break settled(&verdict);
            }
            let ply = opening.moves.len() + plies.len();
            if ply >= self.settings.longest {
                break (Outcome::Unknown, Ending::PlyLimit);
            }
            let (mv, score) = next.take().unwrap_or_else(|| self.think(&position));
            plies.push(ScoredMove {
                mv,
                score: score.0 as i16,
            });
            let for_red = match position.side() {
                Color::Red => score,
                Color::Black => -score,
            };
            position.make(mv);
            if score.mate_moves().is_some() {
                let won = match for_red.0 > 0 {
                    true => Outcome::RedWins,
                    false => Outcome::BlackWins,
                };
                break (won, Ending::MateSeen);
            }
            if let Some(end) = streaks.note(for_red.0, ply, self.settings) {
                break end;
            }
        };
        GameRecord {
            index,
            start: opening.start,
            opening: opening.moves,
            plies,
            outcome,
            ending,
        }
    }
}

/// A verdict of the rules in the terms of the game file.
fn settled(verdict: &Verdict) -> (Outcome, Ending) {
    let outcome = match verdict.result {
        GameResult::RedWins => Outcome::RedWins,
        GameResult::BlackWins => Outcome::BlackWins,
        GameResult::Draw => Outcome::Draw,
    };
    let ending = match verdict.reason {
        Reason::Checkmate | Reason::Stalemate => Ending::NoMoves,
        Reason::Repetition => Ending::Repetition,
        Reason::NoCapture => Ending::MoveRule,
        Reason::BareMaterial => Ending::Material,
        _ => Ending::ForbiddenRepetition,
    };
    (outcome, ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings {
            nodes: 60,
            longest: 60,
            ..Settings::default()
        }
    }

    #[test]
    fn a_game_depends_on_seed_and_number_alone() {
        let settings = settings();
        let mut player = Player::new(&Source::HandCrafted, &settings, &[]).unwrap();
        let one = player.play(5, 1);
        let two = player.play(5, 2);
        let mut other = Player::new(&Source::HandCrafted, &settings, &[]).unwrap();
        assert_eq!(other.play(5, 2), two);
        assert_eq!(other.play(5, 1), one);
        assert_ne!(one.opening, two.opening);
        for game in [one, two] {
            assert!((6..=10).contains(&game.opening.len()));
            game.replay(|_, _| ()).unwrap();
        }
    }

    #[test]
    fn games_begin_from_given_positions_too() {
        let settings = Settings {
            start_every: 1,
            ..settings()
        };
        let start = "3ak4/4a4/4b4/9/9/9/4P4/4B4/4A4/3AK4 w - - 0 1".to_string();
        let starts = [start.clone()];
        let mut player = Player::new(&Source::HandCrafted, &settings, &starts).unwrap();
        let game = player.play(1, 0);
        assert_eq!(game.start, Some(start));
        assert!(game.opening.len() <= 2);
    }

    #[test]
    fn clear_scores_end_a_game() {
        let settings = Settings::default();
        let mut streaks = Streaks::default();
        let mut last = None;
        for ply in 0..6 {
            assert_eq!(last, None);
            last = streaks.note(-1300, ply, &settings);
        }
        assert_eq!(last, Some((Outcome::BlackWins, Ending::ScoreAdjudicated)));
        let mut streaks = Streaks::default();
        assert!((0..109).all(|ply| streaks.note(0, ply, &settings).is_none()));
        assert!((110..121).all(|ply| streaks.note(3, ply, &settings).is_none()));
        let draw = streaks.note(-3, 121, &settings);
        assert_eq!(draw, Some((Outcome::Draw, Ending::DrawAdjudicated)));
    }
}
