//! The terms that look at more than one piece.
//!
//! They are counted here and weighed elsewhere: what a count goes to is a [`Sink`]. The search
//! weighs each at once; a fit of the weights keeps the counts. So both see the same evaluation.

use super::{Pair, weights::Term};
use crate::{
    attacks,
    position::Position,
    types::{Bitboard, Color, PieceKind, Square},
};

/// Where counts of terms go.
pub(super) trait Sink {
    /// The term occurs so many times more.
    fn add(&mut self, term: Term, count: i32);
}

/// The weighted sum, in the grain of the weights.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum(pub(super) Pair);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, term: Term, count: i32) {
        self.0 += Term::WEIGHTS[term as usize] * count;
    }
}

/// The counts themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts(pub(super) [i32; Term::COUNT]);

impl Sink for Counts {
    fn add(&mut self, term: Term, count: i32) {
        self.0[term as usize] += count;
    }
}

/// Counts the terms of one side.
#[inline]
pub(super) fn count(position: &Position, us: Color, sink: &mut impl Sink) {
    let attack = attack(position, us, sink);
    sink.add(Term::KingAttack, attack.strength(position, us));
    cannons(position, us, sink);
    defence(position, us, sink);
    pawns(position, us, sink);
}

/// How one side presses on the enemy's palace.
#[derive(Clone, Copy, Default)]
struct Attack {
    /// Attacks on points in and near it, weighted.
    pressure: i32,
    /// The number of pieces that make them.
    attackers: i32,
}

/// Counts where `us` can go, and how it presses on the enemy's palace.
fn attack(position: &Position, us: Color, sink: &mut impl Sink) -> Attack {
    let occupied = position.occupied();
    let own = position.color(us);
    let king = position.king(!us);
    let zone = Bitboard::palace(!us) | attacks::horse_to(king, Bitboard::EMPTY);
    let near = Bitboard::palace(!us);
    // Points a piece would be lost on to a pawn.
    let enemy_pawns = position.piece(!us, PieceKind::Pawn);
    let crossed = enemy_pawns - Bitboard::half(!us);
    let unsafe_points = enemy_pawns.forward(!us) | crossed.left() | crossed.right();
    let mut result = Attack::default();
    let press = |attacked: Bitboard, weight: i32, result: &mut Attack| {
        let hits = (attacked & near).len() as i32 * 2 + (attacked & (zone - near)).len() as i32;
        if hits > 0 {
            result.attackers += 1;
            result.pressure += weight * hits;
        }
    };
    for from in position.piece(us, PieceKind::Rook) {
        let attacked = attacks::rook(from, occupied);
        let free = (attacked - own - unsafe_points).len() as i32;
        sink.add(Term::RookMobility, free - 8);
        press(attacked, 4, &mut result);
    }
    for from in position.piece(us, PieceKind::Horse) {
        let attacked = attacks::horse(from, occupied);
        let free = (attacked - own - unsafe_points).len() as i32;
        sink.add(Term::HorseMobility, free - 4);
        press(attacked, 6, &mut result);
    }
    for from in position.piece(us, PieceKind::Cannon) {
        let attacked = attacks::cannon(from, occupied);
        let free = (attacks::rook(from, occupied) - occupied - unsafe_points).len() as i32;
        let targets = (attacked & position.color(!us)).len() as i32;
        sink.add(Term::CannonMobility, free - 7);
        sink.add(Term::CannonTarget, targets);
        press(attacked, 3, &mut result);
    }
    let pawns = position.piece(us, PieceKind::Pawn);
    let crossed = pawns - Bitboard::half(us);
    press(
        pawns.forward(us) | crossed.left() | crossed.right(),
        5,
        &mut result,
    );
    result
}

impl Attack {
    /// Grows faster than the number of attackers, and with every guard that is missing.
    fn strength(self, position: &Position, us: Color) -> i32 {
        let guards = position.piece(!us, PieceKind::Advisor).len() * 2
            + position.piece(!us, PieceKind::Elephant).len();
        let missing = 6 - guards as i32;
        self.pressure * (4 + self.attackers) * (6 + missing) / 48
    }
}

/// Cannons that bear on the enemy king along a line.
fn cannons(position: &Position, us: Color, sink: &mut impl Sink) {
    let king = position.king(!us);
    let occupied = position.occupied();
    let rooks = position.piece(us, PieceKind::Rook).len() as i32;
    for cannon in position.piece(us, PieceKind::Cannon) & attacks::cross(king) {
        let way = attacks::between(king, cannon) & occupied;
        let on_file = cannon.file() == king.file();
        match way.len() {
            // Nothing may step between, the king is tied down.
            0 if on_file => {
                sink.add(Term::HollowCannon, 1);
                sink.add(Term::HollowCannonRook, rooks);
            }
            0 => sink.add(Term::RankCannon, 1),
            2 if on_file => {
                sink.add(Term::FileScreens, 1);
                // A horse on the palace's centre in front of its king is pinned.
                let horses = position.piece(!us, PieceKind::Horse) & Bitboard::palace(!us);
                sink.add(Term::HeartHorse, i32::from(way.meets(horses)));
            }
            2 => sink.add(Term::RankScreens, 1),
            3 if on_file => sink.add(Term::ThreeScreens, 1),
            _ => {}
        }
    }
    // A cannon on the enemy's back rank pins down its guards.
    let back = Bitboard::rank(Square::from_index(0).relative(!us).rank());
    let sunk = position.piece(us, PieceKind::Cannon) & back;
    sink.add(Term::SunkCannon, sunk.len() as i32 * rooks);
}

/// Advisors and elephants are worth more the more the enemy has to attack with.
fn defence(position: &Position, us: Color, sink: &mut impl Sink) {
    let own = |kind| position.piece(us, kind).len() as i32;
    let enemy = |kind| position.piece(!us, kind).len() as i32;
    let (rooks, horses, cannons) = (
        enemy(PieceKind::Rook),
        enemy(PieceKind::Horse),
        enemy(PieceKind::Cannon),
    );
    let bare = 2 - own(PieceKind::Advisor);
    let open = 2 - own(PieceKind::Elephant);
    // Rooks and horses storm a palace without advisors, cannons one without elephants; without
    // advisors a lone cannon lacks its screens.
    sink.add(Term::AdvisorsMissing, bare * (2 * rooks + horses));
    sink.add(Term::ElephantsMissing, open * (cannons + rooks));
    sink.add(Term::ScreensMissing, bare * cannons);
    sink.add(Term::OpenPalace, i32::from(bare + open >= 3));
}

/// Pawns over the river support each other side by side; a pawn before an own horse is in its
/// way.
fn pawns(position: &Position, us: Color, sink: &mut impl Sink) {
    let pawns = position.piece(us, PieceKind::Pawn);
    let crossed = pawns - Bitboard::half(us);
    let pairs = crossed & crossed.left();
    let stopped = (pawns & Bitboard::half(us)).forward(us)
        & (position.piece(!us, PieceKind::Pawn) | position.piece(us, PieceKind::Pawn));
    let legs = position.piece(us, PieceKind::Horse).forward(us) & pawns;
    sink.add(Term::PawnPair, pairs.len() as i32);
    sink.add(Term::PawnStopped, stopped.len() as i32);
    sink.add(Term::HorseStopped, legs.len() as i32);
}

/// The whole of a score, for [`winnable`].
pub(super) const WHOLE: i32 = 48;

/// How much of its score the side ahead keeps, of [`WHOLE`]: less where it can hardly win.
pub(super) fn winnable(position: &Position, ahead: Color) -> i32 {
    let count = |color, kind| position.piece(color, kind).len() as i32;
    let heavy = |color| {
        count(color, PieceKind::Rook) * 2
            + count(color, PieceKind::Horse)
            + count(color, PieceKind::Cannon)
    };
    let pawns = position.piece(ahead, PieceKind::Pawn);
    let guards = |color| count(color, PieceKind::Advisor) + count(color, PieceKind::Elephant);
    let behind = !ahead;
    if heavy(ahead) == 0 && pawns.is_empty() {
        return WHOLE / 16;
    }
    // One horse or cannon without pawns does not break a full defence.
    if pawns.is_empty() && heavy(ahead) == 1 && guards(behind) + 2 * heavy(behind) >= 2 {
        return WHOLE / 4;
    }
    if pawns.is_empty() && heavy(ahead) == 2 && heavy(behind) == 0 && guards(behind) == 4 {
        return WHOLE / 2;
    }
    if heavy(ahead) == heavy(behind) && heavy(ahead) <= 2 && pawns.len() <= 1 {
        return WHOLE * 2 / 3;
    }
    WHOLE
}
