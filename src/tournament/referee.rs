//! Whether the game on the board is over by the rules of xiangqi.

use super::outcome::{Conclusion, Ending};
use crate::{movegen, position::Position};

/// Plies without a capture after which a game is drawn.
const MOVE_LIMIT: u32 = 120;

/// The end of the game, if it has ended on the board.
#[must_use]
pub fn judge(position: &Position) -> Option<Conclusion> {
    let side = position.side();
    if movegen::legal(position).is_empty() {
        let ending = if position.in_check() {
            Ending::Checkmate
        } else {
            Ending::Stalemate
        };
        return Some(Conclusion::lost(side, ending, ""));
    }
    let history = position.history();
    let times = history.iter().filter(|s| s.key == position.key()).count();
    if times >= 3 {
        return Some(Conclusion::drawn(Ending::Repetition, ""));
    }
    (position.rule_plies() >= MOVE_LIMIT).then(|| Conclusion::drawn(Ending::MoveLimit, ""))
}
