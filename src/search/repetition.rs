//! Verdicts of the rules inside the tree.
//!
//! A position met again inside the tree is taken as final at once: both sides could repeat it
//! until the rules decide. One met before the root counts at its third occurrence only.

use crate::{
    movegen,
    position::Position,
    rules::{self, RepetitionVerdict, RuleOptions},
    types::Score,
};

/// The score of a position that ends the game by repetition, the no-capture limit or bare
/// material, for a node `ply` plies from the root; `None` if the game goes on.
///
/// Whoever breaks the repetition rules loses: the score then lies in the band of rule wins and
/// losses and is never a mate.
#[inline]
pub fn verdict(position: &Position, ply: usize, options: &RuleOptions) -> Option<Score> {
    match rules::repetition(position, ply, options) {
        Some(RepetitionVerdict::Draw) => return Some(Score::ZERO),
        Some(RepetitionVerdict::UsLose) => return Some(Score::rule_loss(ply)),
        Some(RepetitionVerdict::UsWin) => return Some(Score::rule_win(ply)),
        None => {}
    }
    // A mate on the last ply counts first.
    let limit_reached = rules::is_no_capture_draw(position, options)
        && (!position.in_check() || movegen::any(position));
    let over = limit_reached || (options.bare_material && rules::is_bare(position));
    over.then_some(Score::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, moves: &str) -> Position {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in moves.split_whitespace() {
            position.make(mv.parse().unwrap());
        }
        position
    }

    #[test]
    fn perpetual_check_loses_for_the_checker() {
        let fen = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
        let cycle = "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9";
        let position = after(fen, cycle);
        assert_eq!(
            verdict(&position, 8, &RuleOptions::default()),
            Some(Score::rule_loss(8))
        );
        let position = after(fen, "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9");
        assert_eq!(
            verdict(&position, 9, &RuleOptions::default()),
            Some(Score::rule_win(9))
        );
    }

    #[test]
    fn before_the_root_the_third_time_counts() {
        let fen = crate::position::STARTPOS;
        let once = after(fen, "a0a1 a9a8 a1a0 a8a9");
        assert_eq!(verdict(&once, 1, &RuleOptions::default()), None);
        assert_eq!(
            verdict(&once, 5, &RuleOptions::default()),
            Some(Score::ZERO)
        );
        let twice = after(fen, "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9");
        assert_eq!(
            verdict(&twice, 1, &RuleOptions::default()),
            Some(Score::ZERO)
        );
    }

    #[test]
    fn a_mate_on_the_last_ply_counts_first() {
        let mated = after("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a9");
        assert_eq!(verdict(&mated, 1, &RuleOptions::default()), None);
        let quiet = after("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a6");
        assert_eq!(
            verdict(&quiet, 1, &RuleOptions::default()),
            Some(Score::ZERO)
        );
    }
}
