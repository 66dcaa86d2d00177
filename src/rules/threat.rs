//! The wider family of offences of the Chinese rules: threats of mate and alternations.
//!
//! A move *threatens mate* if, were it the mover's turn again, it could mate by checks alone. A
//! side offends if each of its moves of the cycle checks, threatens mate or chases something. The
//! victim of the chases may change here, unlike under Asian rules.
//!
//! Source: the definitions of 杀 and 捉 as Xu Shanyao (徐善瑶) explains them in his articles on the
//! Chinese rules: a threat is the intent to mate by one check or a row of them; a chase is new
//! with the move that makes it; a side whose every move attacks offends.

use super::{chase, repetition::walk_back, verdict::Offence};
use crate::{movegen, position::Position, types::ByColor};

/// How long the row of checks may be. The rules set no limit; players see this far.
const MATING_CHECKS: u32 = 3;

/// What each side did on all its moves of the last `plies`, perpetual check left aside.
pub(super) fn offences(position: &Position, plies: usize) -> ByColor<Offence> {
    let threats = threats(position, plies);
    let mut seen = 0;
    // Of each side: all moves attacked so far, all chased, all threatened mate.
    let mut all = ByColor([(true, true, true); 2]);
    walk_back(position, plies, |before, after, step| {
        let threat = threats[seen];
        seen += 1;
        let (attack, chases, mates) = &mut all[step.mover];
        if *attack {
            let chase = chase::chased(before, after, step.mv, step.mover, |_, _| {}) != 0;
            *chases &= chase;
            *mates &= threat;
            *attack &= step.check || threat || chase;
        }
        all.0.iter().any(|side| side.0)
    });
    ByColor(
        all.0
            .map(|(attack, chases, mates)| match (attack, chases, mates) {
                (true, true, _) => Offence::Chase,
                (true, _, true) => Offence::Threat,
                (true, false, false) => Offence::Attack,
                (false, ..) => Offence::None,
            }),
    )
}

/// Which of the last `plies` moves threaten mate, newest first.
pub(super) fn threats(position: &Position, plies: usize) -> Vec<bool> {
    let mut scratch = position.clone();
    (0..plies)
        .map(|_| {
            let threat = threatens_mate(&mut scratch);
            scratch.undo();
            threat
        })
        .collect()
}

/// Whether the side that has just moved would mate if it could move again. The position is
/// left as it was.
fn threatens_mate(position: &mut Position) -> bool {
    if position.in_check() {
        return false;
    }
    position.make_null();
    let mate = mates_by_checks(position, MATING_CHECKS);
    position.undo_null();
    mate
}

/// Whether the side to move mates within `checks` moves, each of them a check.
fn mates_by_checks(position: &mut Position, checks: u32) -> bool {
    movegen::legal(position).into_iter().any(|mv| {
        position.gives_check(mv) && {
            position.make(mv);
            let mate = !escapes(position, checks - 1);
            position.undo();
            mate
        }
    })
}

/// Whether the side in check has an answer after which `checks` more checks do not mate.
fn escapes(position: &mut Position, checks: u32) -> bool {
    movegen::legal(position).into_iter().any(|mv| {
        checks == 0 || {
            position.make(mv);
            let mated = mates_by_checks(position, checks);
            position.undo();
            !mated
        }
    })
}
