//! What a move changes and taking it back cannot work out again.

use crate::types::{Bitboard, Key, Move, Piece};

/// One entry of a position's history: the state after [`State::last_move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Key of pieces and side to move.
    pub key: Key,
    /// Key of the pawns alone.
    pub pawn_key: Key,
    /// Key of kings, advisors and elephants alone.
    pub defence_key: Key,
    /// The pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// The move that led here; `None` at the start and after a null move.
    pub last_move: Option<Move>,
    /// What that move captured.
    pub captured: Option<Piece>,
    /// Plies since the last capture.
    pub rule_plies: u16,
    /// Plies since the last null move or the start of the history: repetitions cannot reach
    /// back further.
    pub plies_from_null: u16,
}
