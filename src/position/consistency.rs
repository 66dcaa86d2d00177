//! The whole position checked against itself from scratch, in debug builds only.

use super::{Position, State, toggle_keys, zobrist};
use crate::types::{Bitboard, Color, Key, PieceKind, Square};

impl Position {
    /// Keys worked out from the board alone: whole, pawns, defence.
    #[must_use]
    pub fn keys_from_scratch(&self) -> (Key, Key, Key) {
        let mut state = State {
            key: Key::default(),
            pawn_key: Key::default(),
            defence_key: Key::default(),
            checkers: Bitboard::EMPTY,
            last_move: None,
            captured: None,
            rule_plies: 0,
            plies_from_null: 0,
        };
        for square in Square::all() {
            if let Some(piece) = self.piece_on(square) {
                toggle_keys(&mut state, piece, square);
            }
        }
        if self.side() == Color::Black {
            state.key ^= zobrist::BLACK_TO_MOVE;
        }
        (state.key, state.pawn_key, state.defence_key)
    }

    /// Panics in a debug build if anything kept incrementally differs from what the board says.
    #[inline]
    pub(super) fn debug_check(&self) {
        #[cfg(debug_assertions)]
        if let Err(what) = self.check_consistency() {
            panic!("inconsistent position {self}: {what}");
        }
    }

    /// What is wrong with the position, if anything is.
    ///
    /// # Errors
    /// Names the first thing kept incrementally that differs from the board.
    pub fn check_consistency(&self) -> Result<(), String> {
        for square in Square::all() {
            let piece = self.piece_on(square);
            for kind in PieceKind::ALL {
                if self.pieces(kind).contains(square) != piece.is_some_and(|p| p.kind() == kind) {
                    return Err(format!("set of {kind}s at {square}"));
                }
            }
            for color in Color::ALL {
                if self.color(color).contains(square) != piece.is_some_and(|p| p.color() == color) {
                    return Err(format!("set of {color} at {square}"));
                }
            }
        }
        for color in Color::ALL {
            if self.piece(color, PieceKind::King) != Bitboard::from(self.king(color)) {
                return Err(format!("place of the {color} king"));
            }
        }
        let state = self.state();
        if self.keys_from_scratch() != (state.key, state.pawn_key, state.defence_key) {
            return Err("keys".into());
        }
        let us = self.side();
        if state.checkers != self.attackers(self.king(us), !us, self.occupied()) {
            return Err("checkers".into());
        }
        if !self
            .attackers(self.king(!us), us, self.occupied())
            .is_empty()
        {
            return Err(format!("the {us} side could capture the king"));
        }
        Ok(())
    }
}
