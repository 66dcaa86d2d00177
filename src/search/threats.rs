//! Which points are unsafe for the more valuable pieces, for the order of quiet moves.

use super::params;
use crate::{
    attacks,
    position::Position,
    types::{Bitboard, Move, PieceKind},
};

/// What the opponent attacks with pieces worth less than the one attacked.
pub struct Threats {
    /// By pawns, advisors and elephants: unsafe for horses and cannons.
    by_small: Bitboard,
    /// By horses and cannons too: unsafe for rooks.
    by_lesser: Bitboard,
    /// Where a rook, horse, cannon or pawn of the side to move would attack the king.
    checks: [Bitboard; 4],
}

impl Threats {
    /// The threats against the side to move, and those it has against the king.
    pub fn of(position: &Position) -> Self {
        let occupied = position.occupied();
        let attacked = |kinds: &[PieceKind]| {
            let mut points = Bitboard::EMPTY;
            for &kind in kinds {
                for from in position.piece(!position.side(), kind) {
                    points |= match kind {
                        PieceKind::Cannon => attacks::cannon(from, occupied),
                        _ => attacks::reach(kind, !position.side(), from, occupied),
                    };
                }
            }
            points
        };
        let by_small = attacked(&[PieceKind::Pawn, PieceKind::Advisor, PieceKind::Elephant]);
        let king = position.king(!position.side());
        Self {
            checks: [
                attacks::rook(king, occupied),
                attacks::horse_to(king, occupied),
                attacks::cannon(king, occupied),
                attacks::pawn_to(position.side(), king),
            ],
            by_small,
            by_lesser: by_small | attacked(&[PieceKind::Horse, PieceKind::Cannon]),
        }
    }

    /// Whether a piece attacks the king from where it goes. Checks of other pieces, which its
    /// move lays open, are not seen: looking for them at every move costs more than it brings.
    pub fn is_direct_check(&self, kind: PieceKind, mv: Move) -> bool {
        let [rook, horse, cannon, pawn] = self.checks;
        let points = match kind {
            PieceKind::Rook => rook,
            PieceKind::Horse => horse,
            PieceKind::Cannon => cannon,
            PieceKind::Pawn => pawn,
            _ => return false,
        };
        points.contains(mv.to())
    }

    /// Points for a quiet move out of such a threat, taken for one into it.
    pub fn points(&self, kind: PieceKind, mv: Move) -> i32 {
        let (unsafe_points, weight) = match kind {
            PieceKind::Rook => (self.by_lesser, params::threat_bonus()),
            PieceKind::Horse | PieceKind::Cannon => (self.by_small, params::threat_bonus() / 2),
            _ => return 0,
        };
        let out = i32::from(unsafe_points.contains(mv.from()));
        let into = i32::from(unsafe_points.contains(mv.to()));
        (out - into) * weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_leaves_a_lesser_attacker_and_does_not_meet_one() {
        // The rook on e4 stands before a pawn; behind the screen on b4 the cannon looks at d4.
        let fen = "4k4/9/9/9/4p4/1c1N1R3/9/9/9/3K5 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let threats = Threats::of(&position);
        let points = |kind, mv: &str| threats.points(kind, mv.parse().unwrap());
        let whole = params::threat_bonus();
        assert_eq!(
            points(PieceKind::Rook, "f4f9"),
            whole,
            "behind the horse, the cannon's screen"
        );
        assert_eq!(
            points(PieceKind::Rook, "f4e4"),
            0,
            "from the cannon to the pawn"
        );
        assert_eq!(points(PieceKind::Rook, "f0e4"), -whole);
        assert_eq!(
            points(PieceKind::Horse, "d4e4"),
            -whole / 2,
            "a pawn takes it"
        );
        assert_eq!(
            points(PieceKind::Horse, "f4f9"),
            0,
            "a cannon is worth as much"
        );
        assert_eq!(points(PieceKind::Pawn, "e3e4"), 0);
    }

    #[test]
    fn direct_checks_are_seen() {
        let position = Position::from_fen("4k4/9/4P4/3N5/9/2C6/9/R8/9/3K5 w - - 0 1").unwrap();
        let threats = Threats::of(&position);
        let check = |kind, mv: &str| threats.is_direct_check(kind, mv.parse().unwrap());
        assert!(check(PieceKind::Rook, "a2a9"));
        assert!(!check(PieceKind::Rook, "a2e2"), "behind the pawn");
        assert!(check(PieceKind::Cannon, "c4e4"), "over the pawn");
        assert!(check(PieceKind::Pawn, "e7e8"));
        assert!(!check(PieceKind::Pawn, "e7f7"));
        assert!(check(PieceKind::Horse, "d6c8"));
    }
}
