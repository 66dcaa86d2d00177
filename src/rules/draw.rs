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
/// That is so if nobody has a piece that can cross the river, and in three kinds of ending with
/// cannons only: one cannon, no advisor on either side; one cannon without advisor and elephant
/// against a single advisor and any elephants; one cannon each, no advisor and no elephant. In
/// none of these does a mate or stalemate exist on the board, which a test has counted out.
#[inline]
#[must_use]
pub fn is_bare(position: &Position) -> bool {
    let crossing = position.pieces(PieceKind::Horse)
        | position.pieces(PieceKind::Rook)
        | position.pieces(PieceKind::Pawn);
    crossing.is_empty() && cannons_are_idle(position)
}

/// Whether the cannons, the only pieces that cross the river, lack the screens to mate.
fn cannons_are_idle(position: &Position) -> bool {
    let count = |color, kind| position.piece(color, kind).len();
    let cannons = Color::ALL.map(|color| count(color, PieceKind::Cannon));
    let advisors = position.pieces(PieceKind::Advisor).len();
    let elephants = position.pieces(PieceKind::Elephant).len();
    let owner = match cannons {
        [0, 0] => return true,
        [1, 1] => return advisors == 0 && elephants == 0,
        [1, 0] => Color::Red,
        [0, 1] => Color::Black,
        _ => return false,
    };
    match advisors {
        0 => true,
        1 => count(owner, PieceKind::Advisor) == 0 && count(owner, PieceKind::Elephant) == 0,
        _ => false,
    }
}
