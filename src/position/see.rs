//! Static exchange evaluation that understands screens.
//!
//! The exchange on one point is played out with the least valuable attacker first. Unlike in
//! chess every capture may open *and* close lines: a rook or cannon that leaves takes a screen
//! away, so the attackers are found anew after each capture instead of only being added to.
//!
//! Source of the method: chessprogramming.org, "SEE - The Swap Algorithm".

use super::Position;
use crate::{
    attacks,
    types::{Bitboard, Color, Move, PieceKind, Square},
};

/// What a piece is worth in an exchange, in centipawns.
///
/// The king's value is more than everything else together: it may capture, but not onto an
/// attacked point.
#[inline]
#[must_use]
pub const fn exchange_value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::King => 10_000,
        PieceKind::Advisor => 110,
        PieceKind::Elephant => 110,
        PieceKind::Horse => 280,
        PieceKind::Rook => 600,
        PieceKind::Cannon => 290,
        PieceKind::Pawn => 60,
    }
}

/// Least valuable first.
const ORDER: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::King,
];

impl Position {
    /// Whether the exchange begun by `mv` wins at least `threshold` centipawns for the side to
    /// move, if both sides then capture on the same point while it pays.
    ///
    /// Pins are not looked at.
    ///
    /// # Panics
    /// If there is no piece on the start of the move.
    #[must_use]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let moved = self
            .piece_on(from)
            .expect("a move starts on a piece")
            .kind();
        let gain = self
            .piece_on(to)
            .map_or(0, |captured| exchange_value(captured.kind()));
        // `balance`: what the side to capture next is ahead, seen from the threshold.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance = exchange_value(moved) - balance;
        if balance <= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(from).with(to);
        let mut side = self.side;
        let mut wins = true;
        loop {
            side = !side;
            let Some((kind, square)) = self.least_attacker(to, side, occupied) else {
                break;
            };
            wins = !wins;
            if kind == PieceKind::King {
                // Capturing with the king is only possible if nothing recaptures.
                occupied = occupied.without(square);
                return match self.least_attacker(to, !side, occupied) {
                    Some(_) => !wins,
                    None => wins,
                };
            }
            balance = exchange_value(kind) - balance;
            if balance < i32::from(wins) {
                break;
            }
            occupied = occupied.without(square);
        }
        wins
    }

    /// The least valuable piece of `side` that can capture on `to`, `occupied` in the way.
    fn least_attacker(
        &self,
        to: Square,
        side: Color,
        occupied: Bitboard,
    ) -> Option<(PieceKind, Square)> {
        let own = self.color(side) & occupied.without(to);
        ORDER.into_iter().find_map(|kind| {
            let candidates = own & self.pieces(kind);
            if candidates.is_empty() {
                return None;
            }
            let reaching = match kind {
                PieceKind::Pawn => attacks::pawn_to(side, to),
                PieceKind::Advisor => attacks::advisor(to),
                PieceKind::Elephant => attacks::elephant(to, occupied),
                PieceKind::Horse => attacks::horse_to(to, occupied),
                PieceKind::Cannon => attacks::cannon(to, occupied),
                PieceKind::Rook => attacks::rook(to, occupied),
                PieceKind::King => attacks::king(to),
            };
            (candidates & reaching).first().map(|square| (kind, square))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn value_is(fen: &str, mv: &str, value: i32) {
        let position = Position::from_fen(fen).unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} in {fen}");
        assert!(
            position.see_ge(mv, value),
            "{mv} wins at least {value} in {fen}"
        );
        assert!(
            !position.see_ge(mv, value + 1),
            "{mv} wins no more than {value} in {fen}"
        );
    }

    #[test]
    fn simple_captures() {
        value_is("4k4/9/9/4p4/9/9/4R4/9/9/3K5 w - - 0 1", "e3e6", 60);
        value_is("4k4/9/4b4/9/2p6/9/2R6/9/9/3K5 w - - 0 1", "c3c5", 60 - 600);
        value_is("3k5/9/9/9/9/9/4R4/9/9/4K4 w - - 0 1", "e3e6", 0);
    }

    #[test]
    fn a_rook_behind_a_rook_recaptures() {
        value_is("3ak4/9/9/2r6/9/9/2p6/9/2R6/2RK5 w - - 0 1", "c1c3", 60);
    }

    #[test]
    fn a_screen_that_leaves_disarms_the_cannon() {
        // The rook on a4 is the cannon's screen; once it has captured on a6 nothing of Red's
        // remains, and the black rook takes it.
        value_is("r3k4/9/9/p8/9/R8/9/9/C8/3K5 w - - 0 1", "a4a6", 60 - 600);
        // With the black rook absent the pawn is won.
        value_is("4k4/9/9/p8/9/R8/9/9/C8/3K5 w - - 0 1", "a4a6", 60);
    }

    #[test]
    fn a_cannon_recaptures_over_its_screen() {
        // The cannon stands behind with one screen, the pawn on a3, so it recaptures on a6.
        value_is(
            "r3k4/9/9/pR7/9/9/P8/9/C8/3K5 w - - 0 1",
            "b6a6",
            60 - 600 + 600,
        );
    }

    #[test]
    fn kings_do_not_capture_protected_pieces() {
        value_is("4k4/4a4/9/9/9/9/9/9/4R4/3KR4 w - - 0 1", "e1e8", 110);
        value_is("4k4/4a4/9/9/9/9/9/9/4R4/3K5 w - - 0 1", "e1e8", 110 - 600);
    }
}
