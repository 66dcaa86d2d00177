//! What a search is asked to do.

use std::time::Duration;

use super::Skill;
use crate::{
    rules::RuleOptions,
    types::{Color, Move, Score},
};

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until time is added; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends: at whichever limit comes first. The default sets none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration is begun.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// End when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// The clock to plan by.
    pub clock: Option<Clock>,
    /// Report no move before being told to stop, whatever the other limits say.
    pub infinite: bool,
    /// The opponent is still thinking: as `infinite` until the ponder hit, then by the limits.
    pub ponder: bool,
    /// The only root moves to look at; `None` for all.
    pub search_moves: Option<Vec<Move>>,
    /// Root moves not to look at.
    pub banned: Vec<Move>,
}

/// Who gains when a game ends without a winner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawRule {
    /// A draw is a draw.
    #[default]
    None,
    /// Red loses every draw.
    BlackWins,
    /// Black loses every draw.
    RedWins,
    /// Red loses the draws by repetition.
    RepetitionBlackWins,
    /// Black loses the draws by repetition.
    RepetitionRedWins,
}

impl DrawRule {
    /// What a draw `ply` plies from the root is worth to `side`: nothing, or a win or loss by
    /// the rules.
    #[must_use]
    pub fn score(self, side: Color, ply: usize, by_repetition: bool) -> Score {
        let winner = match self {
            Self::BlackWins => Color::Black,
            Self::RedWins => Color::Red,
            Self::RepetitionBlackWins if by_repetition => Color::Black,
            Self::RepetitionRedWins if by_repetition => Color::Red,
            _ => return Score::ZERO,
        };
        if side == winner {
            Score::rule_win(ply)
        } else {
            Score::rule_loss(ply)
        }
    }
}

/// How a search is carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// How many best lines to report, at least 1.
    pub multipv: usize,
    /// Time lost between the engine's answer and the clock, kept in reserve.
    pub move_overhead: Duration,
    /// What repetitions mean and when a game is drawn.
    pub rules: RuleOptions,
    /// Who gains by a draw.
    pub draw_rule: DrawRule,
    /// Strength below the full one.
    pub skill: Option<Skill>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            multipv: 1,
            move_overhead: Duration::from_millis(10),
            rules: RuleOptions::default(),
            draw_rule: DrawRule::None,
            skill: None,
        }
    }
}
