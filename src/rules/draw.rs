//! Draws that need no repetition: too long without a capture, and too little left to win.

use super::ruleset::{CheckCounting, RuleOptions};
use crate::{
    position::Position,
    types::{Color, PieceKind},
};

/// Under [`CheckCounting::FirstTen`], how many checks of a side count.
const COUNTED_CHECKS: u32 = 10;

/// Whether the no-capture limit is reached. A mate on the board counts first: whoever asks
/// makes sure there is none.
#[inline]
#[must_use]
pub fn is_no_capture_draw(position: &Position, options: &RuleOptions) -> bool {
    let Some(limit) = options.no_capture_plies else {
        return false;
    };
    let plies = position.rule_plies();
    plies >= limit
        && match options.check_counting {
            CheckCounting::All => true,
            CheckCounting::FirstTen => plies - uncounted_plies(position) >= limit,
        }
}

/// The plies since the last capture that do not count: each side's checks from the eleventh on
/// and their answers, if already given.
fn uncounted_plies(position: &Position) -> u32 {
    let history = position.history();
    let last = history.len() - 1;
    let first = last - last.min(position.rule_plies() as usize);
    let mut checks = [0; 2];
    let mut uncounted = 0;
    for ply in first + 1..=last {
        if !history[ply].checkers.is_empty() {
            checks[ply % 2] += 1;
            if checks[ply % 2] > COUNTED_CHECKS {
                uncounted += if ply < last { 2 } else { 1 };
            }
        }
    }
    uncounted.min(position.rule_plies())
}

/// Whether neither side can ever win, however badly the other plays.
///
/// That is so if nobody has a piece that can cross the river, and in the endings with a single
/// cannon (at most one a side) that lacks the screens it needs.
#[inline]
#[must_use]
pub fn is_bare(position: &Position) -> bool {
    let crossing = position.pieces(PieceKind::Horse)
        | position.pieces(PieceKind::Rook)
        | position.pieces(PieceKind::Pawn);
    crossing.is_empty() && !position.pieces(PieceKind::Cannon).is_many() && is_dead(position)
}

/// No horse, rook or pawn and at most one cannon on the board.
fn is_dead(position: &Position) -> bool {
    let side = Color::ALL
        .into_iter()
        .find(|&color| !position.piece(color, PieceKind::Cannon).is_empty());
    let Some(side) = side else {
        return true;
    };
    let advisors = |color| position.piece(color, PieceKind::Advisor).len();
    let elephants = |color| position.piece(color, PieceKind::Elephant).len();
    advisors(side) == 0 && elephants(side) == 0 && advisors(!side) == 0 && elephants(!side) == 0
}
