//! The referee: what the rules say of a position and its history.

use super::{
    draw::{is_bare, is_no_capture_draw},
    repetition::judge_cycle,
    ruleset::RuleOptions,
    verdict::{Cycle, GameResult, Offence, Reason, Verdict},
};
use crate::{movegen, position::Position, types::Color};

/// The verdict, if the game is over.
///
/// A side without a legal move has lost, whatever else holds; then a position that occurs for
/// the third time is judged; then come the no-capture limit and bare material.
///
/// ```
/// use chuhe::{position::Position, rules::{self, GameResult, Reason, RuleOptions}};
/// // A rook checks for ever.
/// let mut position = Position::from_fen("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1")?;
/// for mv in ["a8a9", "d9d8", "a9a8", "d8d9"].repeat(2) {
///     position.make(mv.parse()?);
/// }
/// let verdict = rules::judge(&position, &RuleOptions::default()).expect("it is over");
/// assert_eq!(verdict.result, GameResult::BlackWins);
/// assert_eq!(verdict.reason, Reason::PerpetualCheck);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn judge(position: &Position, options: &RuleOptions) -> Option<Verdict> {
    if !movegen::any(position) {
        let reason = if position.in_check() {
            Reason::Checkmate
        } else {
            Reason::Stalemate
        };
        return Some(Verdict::new(GameResult::win(!position.side()), reason));
    }
    if let Some(cycle) = judge_cycle(position, options.ruleset) {
        return Some(blame(cycle));
    }
    if is_no_capture_draw(position, options) {
        return Some(Verdict::new(GameResult::Draw, Reason::NoCapture));
    }
    if options.bare_material && is_bare(position) {
        return Some(Verdict::new(GameResult::Draw, Reason::BareMaterial));
    }
    None
}

/// The greater offence loses; equal ones draw.
fn blame(cycle: Cycle) -> Verdict {
    let offence = |color| -> Offence { cycle.offences[color] };
    let (red, black) = (offence(Color::Red), offence(Color::Black));
    let (result, reason) = match red.weight().cmp(&black.weight()) {
        std::cmp::Ordering::Equal => (GameResult::Draw, Reason::Repetition),
        std::cmp::Ordering::Greater => (GameResult::BlackWins, red.reason()),
        std::cmp::Ordering::Less => (GameResult::RedWins, black.reason()),
    };
    Verdict {
        result,
        reason,
        cycle: Some(cycle),
    }
}
