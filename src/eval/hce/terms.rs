//! The terms that look at more than one piece.

use super::{Pair, s};
use crate::{
    attacks,
    position::Position,
    types::{Bitboard, ByColor, Color, PieceKind, Square},
};

/// What having the move is worth.
pub const TEMPO: i32 = 10;

/// The terms of one position, Red's less Black's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    mobility: Pair,
    king_attack: Pair,
    cannons: Pair,
    defence: Pair,
    pawns: Pair,
}

/// What one side's pieces reach, gathered once.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// Points attacked by any piece but the king.
    all: Bitboard,
    mobility: Pair,
    /// Attacks on the enemy's palace, weighted.
    pressure: i32,
    attackers: i32,
}

impl Terms {
    /// Works the terms out.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let reach = ByColor([reach(position, Color::Red), reach(position, Color::Black)]);
        let difference = |term: &dyn Fn(Color) -> Pair| term(Color::Red) - term(Color::Black);
        Self {
            mobility: difference(&|us| reach[us].mobility),
            king_attack: difference(&|us| king_attack(position, us, &reach[us])),
            cannons: difference(&|us| cannons(position, us)),
            defence: difference(&|us| defence(position, us)),
            pawns: difference(&|us| pawns(position, us)),
        }
    }

    /// Their sum.
    #[must_use]
    pub fn total(&self) -> Pair {
        self.rows()
            .into_iter()
            .fold(Pair::default(), |sum, (_, pair)| sum + pair)
    }

    /// Name and value of each.
    #[must_use]
    pub fn rows(&self) -> [(&'static str, Pair); 5] {
        [
            ("Mobility", self.mobility),
            ("King attack", self.king_attack),
            ("Cannon patterns", self.cannons),
            ("Palace defence", self.defence),
            ("Pawns", self.pawns),
        ]
    }
}

/// What `us` reaches and how it presses on the enemy's palace.
fn reach(position: &Position, us: Color) -> Reach {
    let occupied = position.occupied();
    let own = position.color(us);
    let king = position.king(!us);
    let zone = Bitboard::palace(!us) | attacks::horse_to(king, Bitboard::EMPTY);
    let near = Bitboard::palace(!us);
    // Points a piece would be lost on to a pawn.
    let enemy_pawns = position.piece(!us, PieceKind::Pawn);
    let crossed = enemy_pawns - Bitboard::half(!us);
    let unsafe_points = enemy_pawns.forward(!us) | crossed.left() | crossed.right();
    let mut result = Reach::default();
    let press = |attacked: Bitboard, weight: i32, result: &mut Reach| {
        let hits = (attacked & near).len() as i32 * 2 + (attacked & (zone - near)).len() as i32;
        if hits > 0 {
            result.attackers += 1;
            result.pressure += weight * hits;
        }
        result.all |= attacked;
    };
    for from in position.piece(us, PieceKind::Rook) {
        let attacked = attacks::rook(from, occupied);
        let free = (attacked - own - unsafe_points).len() as i32;
        result.mobility += s(3, 4) * (free - 8);
        press(attacked, 4, &mut result);
    }
    for from in position.piece(us, PieceKind::Horse) {
        let attacked = attacks::horse(from, occupied);
        let free = (attacked - own - unsafe_points).len() as i32;
        result.mobility += s(9, 10) * (free - 4);
        press(attacked, 6, &mut result);
    }
    for from in position.piece(us, PieceKind::Cannon) {
        let attacked = attacks::cannon(from, occupied);
        let free = (attacks::rook(from, occupied) - occupied - unsafe_points).len() as i32;
        result.mobility +=
            s(2, 3) * (free - 7) + s(3, 3) * (attacked & position.color(!us)).len() as i32;
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

/// Pressure on the enemy's palace: grows faster than the number of attackers, and with every
/// guard that is missing.
fn king_attack(position: &Position, us: Color, reach: &Reach) -> Pair {
    let guards = position.piece(!us, PieceKind::Advisor).len() * 2
        + position.piece(!us, PieceKind::Elephant).len();
    let missing = 6 - guards as i32;
    let strength = reach.pressure * (4 + reach.attackers) * (6 + missing) / 48;
    s(strength * 2 / 3, strength / 3)
}

/// Cannons that bear on the enemy king along a line.
fn cannons(position: &Position, us: Color) -> Pair {
    let king = position.king(!us);
    let occupied = position.occupied();
    let rooks = position.piece(us, PieceKind::Rook);
    let mut sum = Pair::default();
    for cannon in position.piece(us, PieceKind::Cannon) & attacks::cross(king) {
        let way = attacks::between(king, cannon) & occupied;
        let on_file = cannon.file() == king.file();
        sum += match way.len() {
            // A hollow cannon: nothing may step between, the king is tied down.
            0 if on_file => s(70, 40) + s(25, 20) * rooks.len() as i32,
            0 => s(25, 15),
            2 if on_file => s(16, 8) + own_horse_in_the_heart(position, !us, way),
            2 => s(14, 8),
            3 if on_file => s(6, 2),
            _ => s(0, 0),
        };
    }
    // A cannon on the enemy's back rank pins down its guards.
    let back = Bitboard::rank(Square::from_index(0).relative(!us).rank());
    let sunk = position.piece(us, PieceKind::Cannon) & back;
    sum + s(6, 0) * sunk.len() as i32 * rooks.len() as i32
}

/// A horse on the palace's centre in front of its king, pinned by a cannon.
fn own_horse_in_the_heart(position: &Position, them: Color, way: Bitboard) -> Pair {
    if way.meets(position.piece(them, PieceKind::Horse) & Bitboard::palace(them)) {
        s(24, 10)
    } else {
        s(0, 0)
    }
}

/// Advisors and elephants are worth more the more the enemy has to attack with.
fn defence(position: &Position, us: Color) -> Pair {
    let advisors = position.piece(us, PieceKind::Advisor).len() as i32;
    let elephants = position.piece(us, PieceKind::Elephant).len() as i32;
    let count = |kind| position.piece(!us, kind).len() as i32;
    let (rooks, horses, cannons) = (
        count(PieceKind::Rook),
        count(PieceKind::Horse),
        count(PieceKind::Cannon),
    );
    let bare = 2 - advisors;
    let open = 2 - elephants;
    // Rooks and horses storm a palace without advisors, cannons one without elephants; without
    // advisors a lone cannon lacks its screens.
    s(-10, -4) * (bare * (2 * rooks + horses))
        + s(-8, -4) * (open * (cannons + rooks))
        + s(8, 8) * (bare * cannons)
        + s(-12, -8) * i32::from(bare + open >= 3)
}

/// Pawns over the river support each other side by side; a pawn before an own horse is in its
/// way.
fn pawns(position: &Position, us: Color) -> Pair {
    let pawns = position.piece(us, PieceKind::Pawn);
    let crossed = pawns - Bitboard::half(us);
    let pairs = (crossed & crossed.left()).len() as i32;
    let stopped = (pawns & Bitboard::half(us)).forward(us)
        & (position.piece(!us, PieceKind::Pawn) | position.piece(us, PieceKind::Pawn));
    let legs = position.piece(us, PieceKind::Horse).forward(us) & pawns;
    s(12, 16) * pairs + s(-3, -2) * stopped.len() as i32 + s(-8, -2) * legs.len() as i32
}

/// Draws the score towards zero where the side ahead can hardly win.
pub fn scale(position: &Position, red: i32) -> i32 {
    let ahead = if red > 0 { Color::Red } else { Color::Black };
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
        return red / 16;
    }
    // One horse or cannon without pawns does not break a full defence.
    if pawns.is_empty() && heavy(ahead) == 1 && guards(behind) + 2 * heavy(behind) >= 2 {
        return red / 4;
    }
    if pawns.is_empty() && heavy(ahead) == 2 && heavy(behind) == 0 && guards(behind) == 4 {
        return red / 2;
    }
    if heavy(ahead) == heavy(behind) && heavy(ahead) <= 2 && pawns.len() <= 1 {
        return red * 2 / 3;
    }
    red
}
