//! Verdicts of the rules inside the tree.
//!
//! A position met again inside the tree is taken as final at once: both sides could repeat it
//! until the rules decide. One met before the root counts at its third occurrence only.

use crate::{
    movegen,
    position::Position,
    rules::{self, RepetitionVerdict},
    types::{List, Move, Score, Square},
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

/// How far back a position is looked for that one move would bring back, in plies.
const REACH: usize = 16;

/// The score the side to move has at least because with one quiet move it can go back to an
/// earlier position of the line, nobody to blame; `None` if it cannot, or if that would not
/// lift it above `alpha`.
///
/// Source: M. N. J. van Kervinck, "The Design and Implementation of the Rookie 2.0 Chess
/// Playing Program"; here the moves of the line say which piece has strayed, so that no table of
/// moves is needed.
pub fn upcoming(
    position: &mut Position,
    ply: usize,
    alpha: Score,
    options: &SearchOptions,
) -> Option<Score> {
    let draw = -options.draw_rule.score(!position.side(), ply + 1, true);
    if draw <= alpha || position.in_check() {
        return None;
    }
    let mv = way_back(position, ply)?;
    position.make(mv);
    let verdict = rules::repetition(position, ply + 1, &options.rules);
    position.undo();
    (verdict == Some(RepetitionVerdict::Draw)).then_some(draw)
}

/// A legal quiet move that brings back a position of the line: one in which all own pieces but
/// one stood where they stand now.
fn way_back(position: &Position, ply: usize) -> Option<Move> {
    let history = position.history();
    let last = history.len() - 1;
    let state = &history[last];
    let reach = REACH
        .min(ply.saturating_sub(1))
        .min(usize::from(state.rule_plies))
        .min(usize::from(state.plies_from_null));
    // Where each own piece that has moved stands, and where it stood then.
    let mut strays: List<(Square, Square)> = List::new();
    for back in (3..=reach).step_by(2) {
        let own = history[last - back + 2].last_move?;
        match strays.iter_mut().find(|(_, then)| *then == own.to()) {
            Some((_, then)) => *then = own.from(),
            None => strays.push((own.to(), own.from())),
        }
        let mut astray = strays.iter().filter(|(now, then)| now != then);
        let (Some(&(now, then)), None) = (astray.next(), astray.next()) else {
            continue;
        };
        let mv = Move::new(now, then);
        if position.key_after(mv) == history[last - back].key
            && !position.is_capture(mv)
            && position.is_legal(mv)
        {
            return Some(mv);
        }
    }
    None
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

    /// What going back is worth after these moves from the root, with this score in hand.
    fn going_back(fen: &str, moves: &str, alpha: Score) -> Option<Score> {
        let mut position = after(fen, moves);
        let ply = moves.split_whitespace().count();
        let key = position.key();
        let score = upcoming(&mut position, ply, alpha, &SearchOptions::default());
        assert_eq!(position.key(), key);
        score
    }

    #[test]
    fn a_side_that_can_go_back_has_a_draw() {
        let start = crate::position::STARTPOS;
        for (moves, draw) in [
            ("c3c4 a9a8 a0a1 a8a9", true),
            ("c3c4 a9a8 a0a1 a8a7 a1a2 a7a9", true),
            // A black horse is away; two red pieces are; the root itself must be met thrice.
            ("c3c4 a9a8 a0a1 b9c7", false),
            ("c3c4 a9a8 a0a1 a8a7 i0i1 a7a9", false),
            ("a0a1 a9a8 a1a0", false),
        ] {
            let score = going_back(start, moves, Score(-200));
            assert_eq!(score, draw.then_some(Score::ZERO), "{moves}");
            assert_eq!(going_back(start, moves, Score::ZERO), None, "{moves}");
        }
    }

    #[test]
    fn who_goes_back_by_perpetual_check_has_no_draw() {
        let (fen, moves) = ("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", "a8a9 d9d8 a9a8 d8d9");
        assert_eq!(way_back(&after(fen, moves), 4), "a8a9".parse().ok());
        assert_eq!(going_back(fen, moves, Score(-200)), None);
    }
}
