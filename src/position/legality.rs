//! Which moves leave the own king safe, without making them.
//!
//! Every enemy piece that bears on the king restrains our moves in its own way, and each way
//! has one form: *some movers may go only there, everyone else only there*. A rook with one of
//! our pieces before it ties that piece to the line; a cannon with nothing between forbids
//! everyone to step between; a cannon behind two screens ties both; a horse whose leg is
//! blocked ties the blocker; a piece giving check makes everyone answer it. A move of any piece
//! but the king is legal exactly if it satisfies all of them, in check or not, so no move ever
//! has to be tried out. King moves ask whether the new point is attacked.

use super::Position;
use crate::{
    attacks,
    types::{Bitboard, Color, Move, PieceKind, Square},
};

/// What one enemy piece demands.
#[derive(Clone, Copy, Debug)]
struct Restraint {
    /// Our pieces whose departure matters.
    movers: Bitboard,
    /// Where those may go.
    movers_to: Bitboard,
    /// Where all others may go.
    others_to: Bitboard,
}

/// Two rooks, two cannons, two horses, three pawns and the facing king can bear on a king.
const CAPACITY: usize = 10;

/// All that the enemy's pieces demand of our moves; see the module's description.
#[derive(Clone, Debug)]
pub struct Restraints {
    list: [Restraint; CAPACITY],
    len: usize,
    /// The pieces singled out by any restraint.
    singled_out: Bitboard,
    /// Where pieces that are not singled out may go.
    free: Bitboard,
}

impl Restraints {
    const NONE: Restraint = Restraint {
        movers: Bitboard::EMPTY,
        movers_to: Bitboard::EMPTY,
        others_to: Bitboard::EMPTY,
    };

    /// What `position` demands of the side to move.
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut all = Self {
            list: [Self::NONE; CAPACITY],
            len: 0,
            singled_out: Bitboard::EMPTY,
            free: Bitboard::ALL,
        };
        let us = position.side();
        let king = position.king(us);
        all.add_lines(position, king);
        all.add_cannons(position, king);
        all.add_horses(position, king);
        let pawns = attacks::pawn_to(!us, king) & position.piece(!us, PieceKind::Pawn);
        for pawn in pawns {
            all.add(Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::from(pawn));
        }
        all
    }

    /// Where the piece on `from`, not the king, may go as far as the king's safety goes.
    #[inline]
    #[must_use]
    pub fn allowed(&self, from: Square) -> Bitboard {
        if !self.singled_out.contains(from) {
            return self.free;
        }
        self.list[..self.len]
            .iter()
            .fold(Bitboard::ALL, |allowed, restraint| {
                let side = restraint.movers.contains(from);
                allowed
                    & if side {
                        restraint.movers_to
                    } else {
                        restraint.others_to
                    }
            })
    }

    /// Where every piece outside [`Restraints::singled_out`] may go.
    #[inline]
    #[must_use]
    pub fn free(&self) -> Bitboard {
        self.free
    }

    /// The pieces that may go fewer points than the others.
    #[inline]
    #[must_use]
    pub fn singled_out(&self) -> Bitboard {
        self.singled_out
    }

    #[inline]
    fn add(&mut self, movers: Bitboard, movers_to: Bitboard, others_to: Bitboard) {
        self.list[self.len] = Restraint {
            movers,
            movers_to,
            others_to,
        };
        self.len += 1;
        self.singled_out |= movers;
        self.free &= others_to;
    }

    /// Rooks, and the enemy king on the same file.
    #[inline]
    fn add_lines(&mut self, position: &Position, king: Square) {
        let us = position.side();
        let facing = Bitboard::from(position.king(!us)) & Bitboard::file(king.file());
        let enemies = (position.piece(!us, PieceKind::Rook) & attacks::cross(king)) | facing;
        for enemy in enemies {
            let way = attacks::between(king, enemy);
            let blockers = way & position.occupied();
            if blockers.is_empty() {
                self.add(Bitboard::EMPTY, Bitboard::EMPTY, way.with(enemy));
            } else if !blockers.is_many() && blockers.meets(position.color(us)) {
                self.add(blockers, way.with(enemy), Bitboard::ALL);
            }
        }
    }

    #[inline]
    fn add_cannons(&mut self, position: &Position, king: Square) {
        let us = position.side();
        let own = position.color(us);
        for cannon in position.piece(!us, PieceKind::Cannon) & attacks::cross(king) {
            let way = attacks::between(king, cannon);
            let screens = way & position.occupied();
            match screens.len() {
                // Stepping between would be a screen.
                0 => self.add(Bitboard::EMPTY, Bitboard::EMPTY, !way),
                // Check: capture it, add a second screen, or take the screen away.
                1 => self.add(screens & own, !way, way.with(cannon) - screens),
                // Neither screen may leave or capture the other.
                2 if screens.meets(own) => {
                    self.add(screens & own, way.with(cannon) - screens, Bitboard::ALL);
                }
                _ => {}
            }
        }
    }

    #[inline]
    fn add_horses(&mut self, position: &Position, king: Square) {
        let us = position.side();
        for horse in position.piece(!us, PieceKind::Horse) & attacks::horse_ring(king) {
            let leg = attacks::horse_leg(horse, king).expect("the horse is a leap away");
            let leg = Bitboard::from(leg);
            let capture = Bitboard::from(horse);
            if !leg.meets(position.occupied()) {
                self.add(Bitboard::EMPTY, Bitboard::EMPTY, capture | leg);
            } else if leg.meets(position.color(us)) {
                self.add(leg, capture, Bitboard::ALL);
            }
        }
    }
}

impl Position {
    /// Where the king of the side to move can go and be safe.
    #[inline]
    #[must_use]
    pub fn king_moves(&self) -> Bitboard {
        let us = self.side;
        let from = self.kings[us];
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king(from) - self.colors[us] {
            let occupied = self.occupied().without(from).with(to);
            if self.attackers(to, !us, occupied).is_empty() {
                safe = safe.with(to);
            }
        }
        safe
    }

    /// Whether the piece on the start belongs to the side to move and moves like this, the
    /// king's safety left aside.
    #[must_use]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_on(mv.from()) else {
            return false;
        };
        piece.color() == self.side
            && !self.colors[self.side].contains(mv.to())
            && attacks::reach(piece.kind(), self.side, mv.from(), self.occupied()).contains(mv.to())
    }

    /// Whether the move is legal; any move may be asked about.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_legal_under(&Restraints::of(self), mv)
    }

    /// Whether a pseudo-legal move is legal, given the position's restraints.
    #[inline]
    #[must_use]
    pub fn is_legal_under(&self, restraints: &Restraints, mv: Move) -> bool {
        if mv.from() == self.kings[self.side] {
            self.king_moves().contains(mv.to())
        } else {
            restraints.allowed(mv.from()).contains(mv.to())
        }
    }

    /// Whether a legal move gives check.
    ///
    /// # Panics
    /// If there is no piece on the start of the move.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side;
        let king = self.kings[!us];
        let moved = self
            .piece_on(mv.from())
            .expect("a legal move starts on a piece")
            .kind();
        // Off the king's lines and the legs around him, only the arrival of a horse can do it.
        let telling = attacks::cross(king) | attacks::horse_legs_to(king);
        if !telling.contains(mv.from()) && !telling.contains(mv.to()) {
            return moved == PieceKind::Horse
                && attacks::horse_ring(king).contains(mv.to())
                && attacks::horse_to(king, self.occupied()).contains(mv.to());
        }
        let occupied = self.occupied().without(mv.from()).with(mv.to());
        let after = |kind: PieceKind| {
            let pieces = self.piece(us, kind).without(mv.from());
            if kind == moved {
                pieces.with(mv.to())
            } else {
                pieces
            }
        };
        (attacks::rook(king, occupied) & after(PieceKind::Rook)).meets(Bitboard::ALL)
            || attacks::cannon(king, occupied).meets(after(PieceKind::Cannon))
            || attacks::horse_to(king, occupied).meets(after(PieceKind::Horse))
            || attacks::pawn_to(us, king).meets(after(PieceKind::Pawn))
    }

    /// Whether a piece of `color` other than its king has crossed or can cross the river.
    #[must_use]
    pub fn has_attackers(&self, color: Color) -> bool {
        let crossing = self.pieces(PieceKind::Horse)
            | self.pieces(PieceKind::Rook)
            | self.pieces(PieceKind::Cannon)
            | self.pieces(PieceKind::Pawn);
        crossing.meets(self.colors[color])
    }
}
