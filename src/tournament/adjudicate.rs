//! Ending games early by what the engines themselves say. Off unless asked for.
//!
//! Scores are those of the engine that moves, from its own side; moves of the opening and moves
//! without a score count as no agreement. A *draw* needs both engines: each of the last
//! `movecount` moves of either side has a score within `score` of zero, from move `movenumber`
//! on. A *resignation* needs the last `movecount` moves of the loser to have a score of `-score`
//! or worse and, unless `twosided=false`, those of the winner one of `score` or better. A side
//! that announces mate for itself can therefore never be the one that resigns.

use serde::{Deserialize, Serialize};

use super::{
    client::Eval,
    outcome::{Conclusion, Ending},
};
use crate::types::{ByColor, Color};

/// When a game is counted as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DrawRule {
    /// The first move (counted in pairs of plies) at which it may be.
    pub movenumber: u32,
    /// Moves of each side that must agree.
    pub movecount: u32,
    /// Largest distance from zero, in centipawns.
    pub score: i32,
}

impl Default for DrawRule {
    fn default() -> Self {
        Self {
            movenumber: 40,
            movecount: 8,
            score: 10,
        }
    }
}

/// When a game is counted as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ResignRule {
    /// Moves of the loser (and of the winner) that must agree.
    pub movecount: u32,
    /// Distance from zero, in centipawns.
    pub score: i32,
    /// Whether the winner must agree.
    pub twosided: bool,
}

impl Default for ResignRule {
    fn default() -> Self {
        Self {
            movecount: 4,
            score: 600,
            twosided: true,
        }
    }
}

/// The rules in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Adjudication {
    /// Draws.
    pub draw: Option<DrawRule>,
    /// Losses.
    pub resign: Option<ResignRule>,
    /// The length, opening included, at which a game is a draw.
    pub maxplies: Option<u32>,
}

/// Successive moves of one side that agree with each wish.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    drawn: u32,
    winning: u32,
    losing: u32,
}

/// Watches one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    runs: ByColor<Run>,
}

impl Adjudicator {
    /// The watcher of a game that begins.
    #[must_use]
    pub fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            runs: ByColor::default(),
        }
    }

    /// Takes in a move of `side`, the `ply`-th of the game (from 1), with the score its engine
    /// gave it; the end of the game if that settles it.
    pub fn judge(&mut self, side: Color, ply: u32, eval: Option<Eval>) -> Option<Conclusion> {
        self.count(side, eval.map(Eval::centipawns));
        let (us, them) = (self.runs[side], self.runs[!side]);
        if let Some(rule) = self.rules.resign {
            let enough = |run: u32| run >= rule.movecount;
            let lost = |loser: Run, winner: Run| {
                enough(loser.losing) && (!rule.twosided || enough(winner.winning))
            };
            let loser = [(side, us, them), (!side, them, us)]
                .into_iter()
                .find(|&(_, loser, winner)| lost(loser, winner));
            if let Some((loser, ..)) = loser {
                return Some(Conclusion::lost(loser, Ending::AdjudicatedWin, ""));
            }
        }
        if let Some(rule) = self.rules.draw
            && ply.div_ceil(2) >= rule.movenumber
            && us.drawn.min(them.drawn) >= rule.movecount
        {
            return Some(Conclusion::drawn(Ending::AdjudicatedDraw, ""));
        }
        let longest = self.rules.maxplies?;
        (ply >= longest).then(|| Conclusion::drawn(Ending::MaxPlies, format!("{ply} plies")))
    }

    fn count(&mut self, side: Color, score: Option<i32>) {
        let draw_score = self.rules.draw.map_or(0, |rule| rule.score);
        let resign_score = self.rules.resign.map_or(i32::MAX, |rule| rule.score);
        let run = &mut self.runs[side];
        let mut step = |counter: fn(&mut Run) -> &mut u32, agrees: bool| {
            let counter = counter(run);
            *counter = if agrees { *counter + 1 } else { 0 };
        };
        step(
            |run| &mut run.drawn,
            score.is_some_and(|s| s.abs() <= draw_score),
        );
        step(
            |run| &mut run.winning,
            score.is_some_and(|s| s >= resign_score),
        );
        step(
            |run| &mut run.losing,
            score.is_some_and(|s| s <= -resign_score),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, Red};

    /// Plays scores, Red first, and tells after how many plies the game ended and how.
    fn end(rules: Adjudication, evals: &[Option<Eval>]) -> Option<(u32, Conclusion)> {
        let mut adjudicator = Adjudicator::new(rules);
        (1..).zip(evals).find_map(|(ply, &eval)| {
            let side = if ply % 2 == 1 { Red } else { Black };
            Some((ply, adjudicator.judge(side, ply, eval)?))
        })
    }

    fn cp(scores: &[i32]) -> Vec<Option<Eval>> {
        scores.iter().map(|&cp| Some(Eval::Cp(cp))).collect()
    }

    const RESIGN: ResignRule = ResignRule {
        movecount: 1,
        score: 500,
        twosided: true,
    };

    #[test]
    fn a_draw_takes_exactly_so_many_moves_of_both_sides() {
        let rules = Adjudication {
            draw: Some(DrawRule {
                movenumber: 1,
                movecount: 3,
                score: 10,
            }),
            ..Adjudication::default()
        };
        let drawn = Conclusion::drawn(Ending::AdjudicatedDraw, "");
        assert_eq!(end(rules, &cp(&[0; 10])), Some((6, drawn.clone())));
        assert_eq!(
            end(rules, &cp(&[0, 0, 11, 0, 0, 0, 0, -9, 5])),
            Some((9, drawn))
        );
        let mut unsaid = cp(&[0; 7]);
        unsaid[2] = None;
        assert_eq!(end(rules, &unsaid), None);
    }

    #[test]
    fn a_side_that_mates_never_resigns() {
        let rules = Adjudication {
            resign: Some(RESIGN),
            ..Adjudication::default()
        };
        let claims = [Some(Eval::Mate(1)), Some(Eval::Cp(0))].repeat(5);
        assert_eq!(end(rules, &claims), None);
        let believed = [Some(Eval::Mate(3)), Some(Eval::Mate(-3))];
        let lost = Conclusion::lost(Black, Ending::AdjudicatedWin, "");
        assert_eq!(end(rules, &believed), Some((2, lost)));
    }

    #[test]
    fn one_side_is_enough_only_if_so_asked() {
        let rules = |twosided| Adjudication {
            resign: Some(ResignRule { twosided, ..RESIGN }),
            ..Adjudication::default()
        };
        let scores = cp(&[-501, 0, -700, 499]);
        assert_eq!(end(rules(true), &scores), None);
        let lost = Conclusion::lost(Red, Ending::AdjudicatedWin, "");
        assert_eq!(end(rules(false), &scores), Some((1, lost)));
    }

    #[test]
    fn long_games_end_at_the_length_asked_for() {
        let rules = Adjudication {
            maxplies: Some(4),
            ..Adjudication::default()
        };
        assert_eq!(end(rules, &cp(&[900; 9])).map(|(ply, _)| ply), Some(4));
    }
}
