//! Verdicts of the rules inside the tree.
//!
//! A position met again inside the tree is taken as final at once: both sides could repeat it
//! until the rules decide. One met before the root counts at its third occurrence only.

use crate::{
    movegen,
    position::Position,
    rules::{self, RepetitionVerdict},
    types::Score,
};

use super::SearchOptions;

/// The score of a position that ends the game by repetition, the no-capture limit or bare
/// material, for a node `ply` plies from the root; `None` if the game goes on.
///
/// Whoever breaks the repetition rules loses: the score then lies in the band of rule wins and
/// losses and is never a mate.
#[inline]
pub fn verdict(position: &Position, ply: usize, options: &SearchOptions) -> Option<Score> {
    let rules = &options.rules;
    let draw = |by_repetition| options.draw_rule.score(position.side(), ply, by_repetition);
    match rules::repetition(position, ply, rules) {
        Some(RepetitionVerdict::Draw) => return Some(draw(true)),
        Some(RepetitionVerdict::UsLose) => return Some(Score::rule_loss(ply)),
        Some(RepetitionVerdict::UsWin) => return Some(Score::rule_win(ply)),
        None => {}
    }
    // A mate on the last ply counts first.
    let limit_reached = rules::is_no_capture_draw(position, rules)
        && (!position.in_check() || movegen::any(position));
    let over = limit_reached || (rules.bare_material && rules::is_bare(position));
    over.then(|| draw(false))
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
            verdict(&position, 8, &SearchOptions::default()),
            Some(Score::rule_loss(8))
        );
        let position = after(fen, "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9");
        assert_eq!(
            verdict(&position, 9, &SearchOptions::default()),
            Some(Score::rule_win(9))
        );
    }

    #[test]
    fn before_the_root_the_third_time_counts() {
        let fen = crate::position::STARTPOS;
        let once = after(fen, "a0a1 a9a8 a1a0 a8a9");
        assert_eq!(verdict(&once, 1, &SearchOptions::default()), None);
        assert_eq!(
            verdict(&once, 5, &SearchOptions::default()),
            Some(Score::ZERO)
        );
        let twice = after(fen, "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9");
        assert_eq!(
            verdict(&twice, 1, &SearchOptions::default()),
            Some(Score::ZERO)
        );
    }

    #[test]
    fn a_mate_on_the_last_ply_counts_first() {
        let mated = after("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a9");
        assert_eq!(verdict(&mated, 1, &SearchOptions::default()), None);
        let quiet = after("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a6");
        assert_eq!(
            verdict(&quiet, 1, &SearchOptions::default()),
            Some(Score::ZERO)
        );
    }

    #[test]
    fn a_draw_can_be_given_to_one_side() {
        use crate::search::DrawRule;
        let score = |draw_rule, position: &Position| {
            let options = SearchOptions {
                draw_rule,
                ..SearchOptions::default()
            };
            verdict(position, 1, &options)
        };
        // Red is to move in both.
        let repeated = after(
            crate::position::STARTPOS,
            "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9",
        );
        let bare = after("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "");
        let (win, loss, even) = (Score::rule_win(1), Score::rule_loss(1), Score::ZERO);
        for (rule, by_repetition, by_material) in [
            (DrawRule::None, even, even),
            (DrawRule::RedWins, win, win),
            (DrawRule::BlackWins, loss, loss),
            (DrawRule::RepetitionRedWins, win, even),
            (DrawRule::RepetitionBlackWins, loss, even),
        ] {
            assert_eq!(score(rule, &repeated), Some(by_repetition), "{rule:?}");
            assert_eq!(score(rule, &bare), Some(by_material), "{rule:?}");
        }
    }
}
