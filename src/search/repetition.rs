//! Verdicts of the rules inside the tree.
//!
//! A position met again inside the tree is taken as final at once: both sides could repeat it
//! until the rules decide. One met before the root counts at its third occurrence only.

use crate::{position::Position, types::Score};

/// The score of a position that ends the game by repetition or the no-capture limit, for a node
/// `ply` plies from the root; `None` if the game goes on.
///
/// Perpetual check by one side loses, whoever's: the score then lies in the band of rule wins
/// and losses and is never a mate.
pub fn verdict(position: &Position, ply: usize, no_capture_plies: Option<u32>) -> Option<Score> {
    if let Some(score) = repetition(position, ply) {
        return Some(score);
    }
    let limit = no_capture_plies?;
    // A mate on the last ply counts first.
    let drawn =
        position.rule_plies() >= limit && (!position.in_check() || crate::movegen::any(position));
    (drawn
        || !position.has_attackers(crate::types::Color::Red)
            && !position.has_attackers(crate::types::Color::Black))
    .then_some(Score::ZERO)
}

fn repetition(position: &Position, ply: usize) -> Option<Score> {
    let history = position.history();
    let now = position.state();
    let reach = usize::from(now.rule_plies.min(now.plies_from_null)).min(history.len() - 1);
    let last = history.len() - 1;
    let mut seen_before_root = false;
    let mut back = 4;
    while back <= reach {
        if history[last - back].key == now.key {
            if back < ply || seen_before_root {
                return Some(judge(&history[last - back + 1..], ply));
            }
            seen_before_root = true;
        }
        back += 2;
    }
    None
}

/// Judges a cycle: the states after each of its moves, the last being the repeated position.
fn judge(cycle: &[crate::position::State], ply: usize) -> Score {
    // The side to move at the end is in check after each of the opponent's moves.
    let checked = |side_to_move: usize| {
        cycle
            .iter()
            .rev()
            .skip(side_to_move)
            .step_by(2)
            .all(|state| !state.checkers.is_empty())
    };
    match (checked(0), checked(1)) {
        (true, false) => Score::rule_win(ply),
        (false, true) => Score::rule_loss(ply),
        _ => Score::ZERO,
    }
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
        assert_eq!(verdict(&position, 8, Some(120)), Some(Score::rule_loss(8)));
        let position = after(fen, "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9");
        assert_eq!(verdict(&position, 9, Some(120)), Some(Score::rule_win(9)));
    }

    #[test]
    fn before_the_root_the_third_time_counts() {
        let fen = crate::position::STARTPOS;
        let once = after(fen, "a0a1 a9a8 a1a0 a8a9");
        assert_eq!(verdict(&once, 1, Some(120)), None);
        assert_eq!(verdict(&once, 5, Some(120)), Some(Score::ZERO));
        let twice = after(fen, "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9");
        assert_eq!(verdict(&twice, 1, Some(120)), Some(Score::ZERO));
    }

    #[test]
    fn a_mate_on_the_last_ply_counts_first() {
        let mated = after("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a9");
        assert_eq!(verdict(&mated, 1, Some(120)), None);
        let quiet = after("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a6");
        assert_eq!(verdict(&quiet, 1, Some(120)), Some(Score::ZERO));
    }
}
