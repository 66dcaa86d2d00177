//! The record of a game, shared by notation, training data and matches.

use std::time::Duration;

use super::{
    illegal::{IllegalMove, why_illegal},
    judge::judge,
    ruleset::RuleOptions,
    verdict::{GameResult, Reason, Verdict},
};
use crate::{position::Position, types::Move};

/// One move of a game and what was noted with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMove {
    /// The move.
    pub mv: Move,
    /// What was left on the mover's clock after it.
    pub clock: Option<Duration>,
    /// The text noted after it.
    pub comment: Option<String>,
}

impl From<Move> for GameMove {
    fn from(mv: Move) -> Self {
        Self {
            mv,
            clock: None,
            comment: None,
        }
    }
}

/// A game: where it started, its moves, how it ended.
///
/// Every move in it is legal, for [`Game::play`] takes no others.
///
/// ```
/// use chuhe::rules::Game;
/// let mut game = Game::default();
/// game.play("h2e2".parse()?)?;
/// assert!(game.play("h2e2".parse()?).is_err());
/// assert_eq!(game.moves().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// What is known about it, such as `("Red", "Hu Ronghua")`, in the order it was given.
    pub tags: Vec<(String, String)>,
    /// How it ended; `None` while it goes on, or if nobody knows.
    pub result: Option<GameResult>,
    /// Why, if that is known.
    pub reason: Option<Reason>,
    start: Position,
    moves: Vec<GameMove>,
    position: Position,
}

impl Game {
    /// A game that starts from this position, whose earlier history is left behind.
    #[must_use]
    pub fn new(start: &Position) -> Self {
        let start = Position::from_fen(&start.fen()).expect("a position's own FEN is sound");
        Self {
            tags: Vec::new(),
            result: None,
            reason: None,
            position: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// Where it started.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where it stands, with the history of all its moves.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Its moves.
    #[must_use]
    pub fn moves(&self) -> &[GameMove] {
        &self.moves
    }

    /// Adds a move.
    ///
    /// # Errors
    /// If it is illegal; the game is left as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.play_noted(mv.into())
    }

    /// Adds a move with what was noted with it.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play_noted(&mut self, mv: GameMove) -> Result<(), IllegalMove> {
        if let Some(why) = why_illegal(&self.position, mv.mv) {
            return Err(why);
        }
        self.position.make(mv.mv);
        self.moves.push(mv);
        Ok(())
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in the place of an earlier one of that name.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Ends it.
    pub fn finish(&mut self, result: GameResult, reason: Reason) {
        self.result = Some(result);
        self.reason = Some(reason);
    }

    /// What the rules say of the game as it stands.
    #[must_use]
    pub fn judge(&self, options: &RuleOptions) -> Option<Verdict> {
        judge(&self.position, options)
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(&Position::startpos())
    }
}
