//! Repeated positions: finding the cycle and saying who is to blame for it.
//!
//! Two entries share one definition. [`repetition`] is for the search: it looks back along the
//! stored keys, allocates nothing, and asks the dear questions only when a position really has
//! come back. [`judge_cycle`] is for the referee and keeps the evidence.

use super::{
    board::{Board, Men},
    chase,
    ruleset::{RuleOptions, Ruleset},
    threat,
    verdict::{Chase, Cycle, CycleMove, Offence},
};
use crate::{
    position::Position,
    types::{ByColor, Color, Move},
};

/// What a repetition is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionVerdict {
    /// Nobody alone is to blame.
    Draw,
    /// The side to move broke the rules.
    UsLose,
    /// The opponent broke the rules.
    UsWin,
}

/// What the rules say to the search of a position that has occurred before; `None` if it has
/// not.
///
/// The third occurrence in the game counts, and the second if both lie within the search, that
/// is, after the root: whoever could avoid it has had the chance. `ply_from_root` is 0 at the
/// root, where only the third occurrence counts.
#[inline]
#[must_use]
pub fn repetition(
    position: &Position,
    ply_from_root: usize,
    options: &RuleOptions,
) -> Option<RepetitionVerdict> {
    let plies = cycle_length(position, ply_from_root)?;
    Some(weigh(position, plies, options.ruleset))
}

/// How many plies back the cycle begins that ends in this position.
#[inline]
fn cycle_length(position: &Position, ply_from_root: usize) -> Option<usize> {
    let history = position.history();
    let last = history.len() - 1;
    let state = &history[last];
    let reach = last
        .min(usize::from(state.rule_plies))
        .min(usize::from(state.plies_from_null));
    let mut seen = 0;
    let mut back = 4;
    while back <= reach {
        if history[last - back].key == state.key {
            seen += 1;
            if seen == 2 || back < ply_from_root {
                return Some(back);
            }
        }
        back += 2;
    }
    None
}

/// How often a position has occurred in its game, now included.
#[must_use]
pub fn occurrences(position: &Position) -> usize {
    let history = position.history();
    let last = history.len() - 1;
    let reach = last.min(position.rule_plies() as usize);
    let earlier = (4..=reach).step_by(2);
    1 + earlier
        .filter(|back| history[last - back].key == position.key())
        .count()
}

#[cold]
fn weigh(position: &Position, plies: usize, ruleset: Ruleset) -> RepetitionVerdict {
    let us = position.side();
    let offences = offences(position, plies, ruleset);
    match offences[us].weight().cmp(&offences[!us].weight()) {
        std::cmp::Ordering::Equal => RepetitionVerdict::Draw,
        std::cmp::Ordering::Greater => RepetitionVerdict::UsLose,
        std::cmp::Ordering::Less => RepetitionVerdict::UsWin,
    }
}

/// What each side did on all its moves of the last `plies`.
fn offences(position: &Position, plies: usize, ruleset: Ruleset) -> ByColor<Offence> {
    let mut offences = ByColor::default();
    if ruleset == Ruleset::AlwaysDraw {
        return offences;
    }
    for color in Color::ALL {
        if checks_throughout(position, plies, color) {
            offences[color] = Offence::Check;
        }
    }
    // Perpetual check outweighs everything: whatever the other side did, nothing changes.
    if ruleset == Ruleset::CheckBan || offences != ByColor::default() {
        return offences;
    }
    match ruleset {
        Ruleset::ChineseRule => threat::offences(position, plies),
        _ => chases(position, plies),
    }
}

/// Whether `color` gave check on each of its moves of the last `plies`.
fn checks_throughout(position: &Position, plies: usize, color: Color) -> bool {
    let history = position.history();
    let last = history.len() - 1;
    let newest = usize::from(color == position.side());
    (newest..plies)
        .step_by(2)
        .all(|back| !history[last - back].checkers.is_empty())
}

/// Who chased one man of the other on each of its moves of the last `plies`.
fn chases(position: &Position, plies: usize) -> ByColor<Offence> {
    let mut hunted = ByColor([Men::MAX; 2]);
    walk_back(position, plies, |before, after, step| {
        if hunted[step.mover] != 0 {
            hunted[step.mover] &= chase::chased(before, after, step.mv, step.mover, |_, _| {});
        }
        hunted != ByColor([0; 2])
    });
    ByColor(hunted.0.map(|men| match men {
        0 => Offence::None,
        _ => Offence::Chase,
    }))
}

/// One move of a cycle on the way back.
pub(super) struct Step {
    pub mv: Move,
    pub mover: Color,
    pub check: bool,
}

/// Shows `visit` the last `plies` moves, newest first, each with the boards before and after
/// it, until it returns `false`.
pub(super) fn walk_back(
    position: &Position,
    plies: usize,
    mut visit: impl FnMut(&Board, &Board, Step) -> bool,
) {
    let Some(mut after) = Board::of(position) else {
        return;
    };
    let mut mover = !position.side();
    for state in position.history().iter().rev().take(plies) {
        let mv = state.last_move.expect("no null move lies within a cycle");
        let mut before = after.clone();
        before.take_back(mv);
        let check = !state.checkers.is_empty();
        if !visit(&before, &after, Step { mv, mover, check }) {
            return;
        }
        after = before;
        mover = !mover;
    }
}

/// The cycle that ends in the position's third or later occurrence, with all that happened in
/// it; `None` if it has not occurred that often.
pub(super) fn judge_cycle(position: &Position, ruleset: Ruleset) -> Option<Cycle> {
    let plies = cycle_length(position, 0)?;
    let threats = match ruleset {
        Ruleset::ChineseRule => threat::threats(position, plies),
        _ => vec![false; plies],
    };
    let mut moves = Vec::with_capacity(plies);
    walk_back(position, plies, |before, after, step| {
        let mut chases = Vec::new();
        chase::chased(before, after, step.mv, step.mover, |from, at| {
            if let (Some(attacker), Some(victim)) = (after.piece_on(from), after.piece_on(at)) {
                chases.push(Chase {
                    attacker,
                    from,
                    victim,
                    at,
                });
            }
        });
        if let Some(piece) = after.piece_on(step.mv.to()) {
            moves.push(CycleMove {
                side: step.mover,
                piece,
                mv: step.mv,
                check: step.check,
                threat: threats[moves.len()],
                chases,
            });
        }
        true
    });
    moves.reverse();
    Some(Cycle {
        moves,
        offences: offences(position, plies, ruleset),
    })
}
